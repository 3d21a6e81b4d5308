import { readFileSync, writeFileSync } from 'node:fs';
import { replaceSection } from '../bench/page-section.mjs';
import { renderRows } from './report.mjs';

/** Name of the section of docs/performance.md. */
export const SECTION = 'attack';

/** What is said of a run as two tables of Markdown, which are fit for a terminal too: the answers that count, and what the hostile inputs got. */
export function renderAttack({ honest, health, metrics, attack, peakBytes }) {
  const times = Object.entries({ 'honest requests': honest, '/health': health, '/metrics': metrics }).map(([name, { answers, median, p99, longest }]) => [
    name,
    String(answers),
    ...[median, p99, longest].map(milliseconds),
  ]);
  const inputs = Object.entries(attack).map(([name, { sent, answers, longest }]) => [name, String(sent), describeAnswers(answers), milliseconds(longest)]);
  return [
    renderRows([['Asked', 'Answers', 'Median', 'p99', 'Longest'], ...times]),
    renderRows([['Hostile input', 'Sent', 'Answered with', 'Longest'], ...inputs]),
    `Peak resident memory of the service: ${(peakBytes / 1e6).toFixed(0)} MB.`,
  ].join('\n\n');
}

/** Puts the result into the page, whose other parts stay as they are. */
export function writeAttack(page, summary) {
  const { options, machine, date } = summary;
  const section = `## Under attack

Written by \`npm run load:attack -- --write\`. For ${options.minutes} minutes, ${options.honest} clients send files of 20 kB to one service process with its default settings, and ${options.hostile} hostile ones
send what costs most, one input after the other. Every honest answer is compared with the one that the same request gave alone: none may differ, fail, or take
longer than two seconds. ${machine}, ${date}.

${renderAttack(summary)}`;
  writeFileSync(page, replaceSection(readFileSync(page, 'utf8'), SECTION, section));
}

const milliseconds = (value) => `${value.toFixed(0)} ms`;
const describeAnswers = (answers) =>
  Object.entries(answers)
    .map(([answer, count]) => `${answer}: ${count}`)
    .join('; ');
