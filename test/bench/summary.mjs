import { CLEARLOOP } from './cases.mjs';

export const MEMORY_GOAL_BYTES = 150e6;
/** The smallest file that says something about memory for any size. */
const LARGE_FILE_BYTES = 1e9;
/** Wall time above this multiple of the CPU time means that somebody else used the core. */
const BUSY_FACTOR = 1.2;

/** Medians and speed of one program from its runs; `failure` in words when it has none. 1 MB = 1,000,000 bytes. */
export function summariseRuns({ program, fixture, runs, failure }) {
  if (failure !== undefined) return { program: program.name, fixture, failure };
  const wallSeconds = median(runs.map((run) => run.wallSeconds));
  const cpuSeconds = median(runs.map((run) => run.cpuSeconds));
  return {
    program: program.name,
    fixture,
    rounds: runs.length,
    wallSeconds,
    cpuSeconds,
    megabytesPerSecond: fixture.bytes / 1e6 / wallSeconds,
    peakBytes: Math.max(...runs.map((run) => run.peakBytes)),
    isBusy: wallSeconds > cpuSeconds * BUSY_FACTOR,
    wrongCounts: wrongCounts(runs[0].counts, fixture),
  };
}

/** How many times as fast as the peer Clearloop is, or undefined when one of them has no result. */
export function ratioTo(results, peer) {
  const own = results.find((result) => result.program === CLEARLOOP)?.megabytesPerSecond;
  const other = results.find((result) => result.program === peer)?.megabytesPerSecond;
  return own === undefined || other === undefined ? undefined : own / other;
}

/** The goals of the project with what was measured: [{ goal, measured, verdict }]. */
export function judgeGoals(measuredCases, values = []) {
  const speeds = measuredCases
    .filter(({ goal }) => goal !== undefined)
    .map((measured) => (measured.goal.case === undefined ? judgeSpeed(measured) : judgeAgainstCase(measured, measuredCases)));
  return [...speeds, ...values.map(judgeValue), judgeMemory(measuredCases.flatMap(({ results }) => results))];
}

/** Compares Clearloop's speed in one case with its speed in another. */
function judgeAgainstCase({ name, goal, results }, cases) {
  const speedOf = (of) => of?.find(({ program }) => program === CLEARLOOP)?.megabytesPerSecond;
  const own = speedOf(results);
  const other = speedOf(cases.find((one) => one.name === goal.case)?.results);
  const text = `${name}: at least ${goal.times} times the speed of ${goal.case}`;
  if (own === undefined || other === undefined) return { goal: text, measured: '', verdict: 'not measured' };
  return { goal: text, measured: `${(own / other).toFixed(2)} times`, verdict: own / other >= goal.times ? 'met' : 'not met' };
}

function judgeValue({ title, below, value, unit, note }) {
  const measured = `${value.toFixed(1)} ${unit}${note === undefined ? '' : ` (${note})`}`;
  return { goal: `${title}: below ${below} ${unit}`, measured, verdict: value < below ? 'met' : 'not met' };
}

function judgeSpeed({ name, goal, results }) {
  const text = `${name}: at least ${goal.times} times ${goal.peer}`;
  const ratio = ratioTo(results, goal.peer);
  if (ratio === undefined) return { goal: text, measured: '', verdict: 'not measured' };
  return { goal: text, measured: `${ratio.toFixed(1)} times`, verdict: ratio >= goal.times ? 'met' : 'not met' };
}

/** The goal is for any size: small files alone do not meet it. */
function judgeMemory(results) {
  const goal = `peak resident memory under ${MEMORY_GOAL_BYTES / 1e6} MB for any size`;
  const own = results.filter(({ program, failure }) => program === CLEARLOOP && failure === undefined);
  if (own.length === 0) return { goal, measured: '', verdict: 'not measured' };
  const peakBytes = Math.max(...own.map((result) => result.peakBytes));
  const largestBytes = Math.max(...own.map((result) => result.fixture.bytes));
  const measured = `${megabytes(peakBytes)} MB with files of up to ${megabytes(largestBytes)} MB`;
  if (peakBytes >= MEMORY_GOAL_BYTES) return { goal, measured, verdict: 'not met' };
  return { goal, measured, verdict: largestBytes >= LARGE_FILE_BYTES ? 'met' : 'met so far, see --large' };
}

export function megabytes(bytes) {
  return (bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0);
}

/** Counts that differ from what the generator wrote, in words. */
function wrongCounts(counts, fixture) {
  return Object.keys(counts)
    .filter((key) => counts[key] !== fixture[key])
    .map((key) => `${counts[key]} ${key} instead of ${fixture[key]}`);
}

/** The middle of numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
