/**
 * The benchmark: `npm run bench -- [options]`.
 *
 *     --size 100MB    size of the generated files (where a case does not say its own)
 *     --rounds 3      runs of every program; all programs of all cases take turns
 *     --only REGEX    cases or programs whose "case/program" matches, such as "segments" or "/x12-parser"
 *     --large         also the cases on 1 and 2 GB
 *     --write         writes docs/performance.md; without it the table is only printed
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseByteSize } from './byte-size.mjs';
import { CASES, CLEARLOOP, PROBES } from './cases.mjs';
import { prepareCodes } from './code-fixture.mjs';
import { prepareFixture, warmUp } from './fixtures.mjs';
import { canPin, measureProcess, readProbe, verifyOutput } from './measure.mjs';
import { SECTION as ATTACK_SECTION } from '../load/attack-report.mjs';
import { SECTION as LOAD_SECTION } from '../load/report.mjs';
import { readSection } from './page-section.mjs';
import { renderPage, renderText } from './report.mjs';
import { median, summariseRuns } from './summary.mjs';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/** Size of the input on which a program's output is verified before it is measured. */
const VERIFIED_BYTES = 2e6;
/** Folder of what programs read. */
const FIXTURES = join(ROOT, 'bench-data');
const PAGE = join(ROOT, 'docs/performance.md');

async function main() {
  const options = readOptions();
  const cases = selectCases(options);
  const probes = PROBES.filter(({ name, large }) => (options.large || !large) && new RegExp(options.only ?? '').test(name));
  if (cases.length + probes.length === 0) throw new Error(`No case matches --only ${options.only}. See test/bench/cases.mjs.`);
  const pinned = canPin();
  if (!pinned) console.error('taskset is missing: processes are not pinned to a core.');
  const measured = await measureCases(cases, { ...options, pinned });
  const values = [];
  for (const probe of probes) values.push(...(await measureProbe(probe, { ...options, pinned })));
  const date = new Date().toISOString().slice(0, 10);
  const report = { cases: measured, values, rounds: options.rounds, pinned, machine: describeMachine(), date };
  console.log(`\n${renderText(report)}`);
  const hasFailed = ownFailures(measured).length > 0;
  if (options.write) writePage(report, hasFailed);
  process.exitCode = hasFailed ? 1 : 0;
}

/** Each script runs once a round; the median of its values counts. */
async function measureProbe({ name, file, args, goals, allCores = false }, { rounds, pinned }) {
  const codes = prepareCodes(ROOT);
  const fixture = file === undefined ? undefined : prepareFixture(ROOT, file);
  if (fixture) warmUp(fixture.path);
  const measured = new Map();
  for (let round = 1; round <= rounds; round++) {
    for (const { name: value, value: number, unit, note } of await readProbe({ root: ROOT, args: args(codes, fixture?.path), pinned: pinned && !allCores })) {
      measured.set(value, { unit, note, numbers: [...(measured.get(value)?.numbers ?? []), number] });
      console.error(`${name}, round ${round}, ${value}: ${number.toFixed(2)} ${unit}`);
    }
  }
  return [...measured].map(([value, { numbers, ...facts }]) => ({ name: value, ...facts, value: median(numbers), ...goals[value] }));
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: '100MB' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
      large: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds ${values.rounds}: write a number from 1 on.`);
  if (values.write && values.only !== undefined) {
    throw new Error('--write needs all cases, because it replaces docs/performance.md: leave --only out.');
  }
  return { ...values, rounds, bytes: parseByteSize(values.size) };
}

function selectCases({ only, large }) {
  const pattern = new RegExp(only ?? '');
  return CASES.filter((benchCase) => large || !benchCase.large)
    .map((benchCase) => ({
      ...benchCase,
      programs: benchCase.programs.filter((program) => pattern.test(`${benchCase.name}/${program.name}`)),
    }))
    .filter(({ programs }) => programs.length > 0);
}

/** Runs all programs in turn, round by round, so that a slow minute of the machine meets all of them: cases are compared with each other. */
async function measureCases(cases, { rounds, bytes, pinned }) {
  const prepared = [];
  for (const benchCase of cases) prepared.push({ benchCase, entries: await prepareCase(benchCase, { bytes, pinned }) });
  for (let round = 1; round <= rounds; round++) {
    for (const { benchCase, entries } of prepared) {
      for (const entry of entries) {
        if (entry.failure === undefined) await measureRound(entry, { place: `${benchCase.name}, round ${round}`, pinned });
      }
    }
  }
  return prepared.map(({ benchCase, entries }) => ({ ...benchCase, results: entries.map(summariseRuns) }));
}

async function prepareCase({ file, programs }, { bytes, pinned }) {
  const entries = [];
  for (const program of programs) {
    const fixture = prepareFixture(ROOT, { ...file, bytes: program.bytes ?? file.bytes ?? bytes });
    const args = program.args(fixture.path);
    entries.push({ program, fixture, args, runs: [], failure: await reasonNotToRun(program, file, pinned) });
  }
  return entries;
}

/** A program that failed once is not run again: its time limit would be waited for in every round. */
async function measureRound(entry, { place, pinned }) {
  const { program, args } = entry;
  const { limitSeconds } = program;
  // What a program reads may be made of the fixture, and not be the fixture itself.
  for (const input of args.filter((arg) => arg.includes(FIXTURES) && existsSync(arg))) warmUp(input);
  const run = await measureProcess({ root: ROOT, args, pinned, limitSeconds });
  if (run.failure === undefined) entry.runs.push(run);
  else entry.failure = run.failure;
  console.error(`${place}, ${program.name}: ${run.failure ?? `${run.wallSeconds.toFixed(2)} s`}`);
}

async function reasonNotToRun({ built, toFile }, file, pinned) {
  if (built !== undefined && !existsSync(join(ROOT, built))) {
    return `not run: ${built} does not exist, build first with "npm run build"`;
  }
  if (toFile === undefined) return undefined;
  const fixture = prepareFixture(ROOT, { ...file, bytes: VERIFIED_BYTES });
  return verifyOutput({ root: ROOT, toFile, fixture, pinned });
}

function ownFailures(cases) {
  return cases.flatMap(({ results }) => results.filter(({ program, failure }) => program === CLEARLOOP && failure));
}

function describeMachine() {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown processor',
    cores: processors.length,
    system: `${type()} ${release()}`,
    node: process.versions.node,
  };
}

/** A page without Clearloop's own numbers would be worse than the page of the last run. */
function writePage(report, hasFailed) {
  if (hasFailed) {
    console.error('docs/performance.md is not written, because Clearloop has no result in some case (see above).');
    return;
  }
  mkdirSync(dirname(PAGE), { recursive: true });
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  const others = [LOAD_SECTION, ATTACK_SECTION].map((name) => readSection(page, name)).filter((section) => section !== '');
  writeFileSync(PAGE, [renderPage(report), ...others.map((section) => `${section}\n`)].join('\n'));
  console.error(`wrote ${PAGE}`);
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
