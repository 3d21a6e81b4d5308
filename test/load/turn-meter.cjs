/**
 * Loaded into the service before its own code: measures how long the event loop is held. Answers each message with what was measured since the
 * last one: { gap, work, cpu } in milliseconds. `gap` is the longest time between two turns of the loop; `work` is the longest time that the
 * main thread computed between two turns, which other processes of the machine do not lengthen (Linux alone; elsewhere it is 0); `cpu` is
 * what the whole process has computed so far.
 */
const { readFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');

const LOOK_MILLISECONDS = 5;
const histogram = monitorEventLoopDelay({ resolution: LOOK_MILLISECONDS });
histogram.enable();
let work = 0;
let computed = computedByThread();

setInterval(() => {
  const now = computedByThread();
  work = Math.max(work, now - computed);
  computed = now;
}, LOOK_MILLISECONDS).unref();

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ gap: histogram.max / 1e6, work, cpu: (user + system) / 1e3 });
  histogram.reset();
  work = 0;
});
process.channel.unref();

/** The system counts nanoseconds of the thread on a processor. */
function computedByThread() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}
