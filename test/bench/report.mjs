import { CASES, CLEARLOOP } from './cases.mjs';
import { judgeGoals, megabytes, ratioTo } from './summary.mjs';

const HEAD = ['Case', 'Program', 'File, MB', 'Wall, s', 'CPU, s', 'MB/s', 'Clearloop is', 'Peak, MB'];
const GOAL_HEAD = ['Goal', 'Measured', 'Verdict'];

/** The results as text for a terminal. */
export function renderText(report) {
  return `${results(report)}\n\n${goals(report)}\n`;
}

/** The whole page docs/performance.md. Every number and verdict is computed from the report. */
export function renderPage(report) {
  return `# Performance

This page is written by \`npm run bench -- --write\` and, its last sections, by \`npm run load\` and \`npm run load:attack\` with \`--write\`; do not edit it by hand.

## What is measured

Each row is a whole process, from start to exit, that reads a generated file (no real persons) which the system already
holds in its file cache: an 835 (005010X221A1), where its name says so an 837P (005010X222A1) or a 271 (005010X279A1). Rounds: ${report.rounds}, all programs in turn, ${pinning(report)}.
Times are medians, the peak is the highest resident memory of any round as the system counts it. 1 MB is 1,000,000 bytes. All programs run without the shell's \`NODE_OPTIONS\` and \`NODE_EXTRA_CA_CERTS\`.

${CASES.map((benchCase) => describeCase(benchCase, report)).join('\n')}

Values among the goals that no row has are measured inside a process with everything warm: the median of many calls. Those of threads are whole processes on all cores.

The peers are public packages of the npm registry. They are called in the way that was fastest for them; the scripts are
in [test/bench/cases](../test/bench/cases). Clearloop converts with its command line, \`--no-descriptions\`, to /dev/null.

## Results

${results(report)}

## Goals

${goals(report)}

## Repeat it

\`\`\`sh
npm ci
npm run bench                                   # all cases on 100 MB files, prints the table
npm run bench -- --only segments --rounds 5     # one case, more rounds
npm run bench -- --large --write                # with threads and the 2 GB file, and writes this page
\`\`\`

Generated files are kept in \`bench-data/\`. How to add a case or to profile one: [test/bench](../test/bench/README.md).
`;
}

function results(report) {
  const parts = [machineLine(report), report.cases.length === 0 ? '' : table(HEAD, rows(report.cases)), notes(report)];
  return parts.filter((part) => part !== '').join('\n\n');
}

function goals({ cases, values }) {
  return table(
    GOAL_HEAD,
    judgeGoals(cases, values).map(({ goal, measured, verdict }) => [goal, measured, verdict]),
  );
}

function describeCase({ name, title }, report) {
  const isMeasured = report.cases.some((measured) => measured.name === name);
  return `- \`${name}\`: ${title}${isMeasured ? '' : ' (not in this run)'}.`;
}

function machineLine({ machine, date }) {
  return `${machine.cpu}, ${machine.cores} cores, ${machine.system}, Node.js ${machine.node}, ${date}.`;
}

function pinning({ pinned }) {
  return pinned ? 'each pinned to one core (`taskset -c 0`)' : 'not pinned to a core, because `taskset` is missing here';
}

function rows(cases) {
  return cases.flatMap(({ name, results }) => results.map((result) => row(name, result, results)));
}

function row(name, result, results) {
  const { program, fixture, failure } = result;
  const start = [name, program, megabytes(fixture.bytes)];
  if (failure !== undefined) return [...start, '', '', failure.split(':')[0], '', ''];
  const { wallSeconds, cpuSeconds, megabytesPerSecond, peakBytes } = result;
  const ratio = program === CLEARLOOP ? undefined : ratioTo(results, program);
  return [
    ...start,
    wallSeconds.toFixed(2),
    cpuSeconds.toFixed(2),
    megabytesPerSecond.toFixed(1),
    ratio === undefined ? '' : `${ratio.toFixed(1)} times as fast`,
    megabytes(peakBytes),
  ];
}

/** What a reader must know beside the numbers: failures, wrong counts, smaller files, other load on the machine. */
function notes(report) {
  const lines = report.cases.flatMap(({ name, results }) => results.flatMap((result) => notesOf(name, result, results)));
  if (!report.pinned) lines.push('Processes were not pinned to a core.');
  return lines.map((line) => `- ${line}`).join('\n');
}

function notesOf(name, { program, failure, fixture, wrongCounts, isBusy }, results) {
  const place = `${name}, ${program}`;
  if (failure !== undefined) return [`${place}: ${failure}.`];
  const lines = wrongCounts.map((difference) => `${place}: its answer is wrong, ${difference}.`);
  const usualBytes = results[0].fixture.bytes;
  if (fixture.bytes < usualBytes) {
    lines.push(`${place}: read ${megabytes(fixture.bytes)} MB of the same shape instead of ${megabytes(usualBytes)} MB.`);
  }
  if (isBusy) lines.push(`${place}: the wall time is far above the CPU time, the machine was busy.`);
  return lines;
}

/** A Markdown table, padded as Prettier pads it; numbers need no alignment to be read. */
function table(head, body) {
  const widths = head.map((title, column) => Math.max(...[head, ...body].map((cells) => cells[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...body.map(line)].join('\n');
}
