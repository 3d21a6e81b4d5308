/**
 * Preloaded into every measured process (`node --require test/bench/report-usage.cjs`), so that Clearloop and its peers
 * are measured the same way. At exit it writes peak memory and CPU time as JSON to the file named by BENCH_USAGE_FILE,
 * or to standard error when none is named.
 *
 * The peak is VmHWM where the system has it. `maxRSS` is the fallback only: on Linux it also counts the memory of the
 * parent at the moment of the fork. A process that is killed writes nothing.
 */
const { readFileSync, writeFileSync } = require('node:fs');

const STANDARD_ERROR = 2;

function peakResidentBytes(maxResidentKilobytes) {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'));
    return Number(kilobytes) * 1024;
  } catch {
    return maxResidentKilobytes * 1024; // Not Linux: there is no such file.
  }
}

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { peakBytes: peakResidentBytes(maxRSS), cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 };
  writeFileSync(process.env.BENCH_USAGE_FILE || STANDARD_ERROR, `${JSON.stringify(usage)}\n`);
});
