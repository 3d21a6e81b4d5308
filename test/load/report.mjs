import { readFileSync, writeFileSync } from 'node:fs';
import { replaceSection } from '../bench/page-section.mjs';

/** Name of the section of docs/performance.md. */
export const SECTION = 'load';

/** Gives the value below which a share of the numbers lies. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Gives what is said of a run. */
export function summarise({ small, large, failures, wallSeconds, peakBytes, idleBytes, aloneMilliseconds, options, machine, date }) {
  const smallTimes = small.map(({ milliseconds }) => milliseconds);
  const megabytes = [...small, ...large].reduce((sum, { bytesIn }) => sum + bytesIn, 0) / 1e6;
  return {
    options,
    machine,
    date,
    failures: failures.length,
    smallAnswers: small.length,
    largeAnswers: large.length,
    p50: percentile(smallTimes, 0.5),
    p99: percentile(smallTimes, 0.99),
    alone: percentile(aloneMilliseconds, 0.5),
    largeSeconds:
      percentile(
        large.map(({ milliseconds }) => milliseconds),
        1,
      ) / 1000,
    megabytesPerSecond: megabytes / wallSeconds,
    requestsPerSecond: (small.length + large.length) / wallSeconds,
    peakMegabytes: peakBytes === undefined ? undefined : peakBytes / 1e6,
    idleMegabytes: idleBytes === undefined ? undefined : idleBytes / 1e6,
  };
}

/** The result as a table of Markdown, which is fit for a terminal too. */
export function renderTable(summary) {
  const { smallAnswers, largeAnswers, failures, p50, p99, alone, largeSeconds, megabytesPerSecond, requestsPerSecond, peakMegabytes, idleMegabytes } = summary;
  const rows = [
    ['Measured', 'Value'],
    ['answers to small requests', String(smallAnswers)],
    ['answers to large requests', String(largeAnswers)],
    ['errors, and answers that differ from those given alone', String(failures)],
    ['small, median', `${p50.toFixed(0)} ms`],
    ['small, p99', `${p99.toFixed(0)} ms`],
    ['small, alone, median', `${alone.toFixed(1)} ms`],
    ['large, slowest', `${largeSeconds.toFixed(1)} s`],
    ['throughput', `${megabytesPerSecond.toFixed(1)} MB/s of input, ${requestsPerSecond.toFixed(0)} requests a second`],
    [
      'peak resident memory',
      peakMegabytes === undefined ? 'not known on this system' : `${peakMegabytes.toFixed(0)} MB (${idleMegabytes.toFixed(0)} MB before the first request)`,
    ],
  ];
  return renderRows(rows);
}

/** Rows as a table of Markdown, the first being its head. */
export function renderRows(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n');
}

/** Puts the result into the page, whose other parts stay as they are. */
export function writeSection(page, summary) {
  writeFileSync(page, replaceSection(readFileSync(page, 'utf8'), SECTION, renderSection(summary)));
}

function renderSection(summary) {
  const { options, machine, date } = summary;
  return `## Under load

Written by \`npm run load -- --write\`. One service process with its default settings (32 conversions at a time, the others wait), ${options.small} clients that send a small file ${options.rounds} times, one after the other (${kilobytes(options.smallBytes)}
kB each: 835 and 837 to JSON, CSV, trees, issues and annotated text), and at the same time ${options.large} clients that send a large one (${options.largeBytes / 1e6} MB each: 835 and 837 to NDJSON), over the
loopback interface of the same machine. Every answer is compared with the one that the same request gave alone. ${machine}, ${date}.

${renderTable(summary)}

The time of a small request includes its time in the queue and that of its client, which runs on the same machine. One process uses one core: run as many processes as there are cores.`;
}

const kilobytes = (bytes) => (bytes / 1e3).toFixed(0);
