/**
 * The table of cases. To add one, add an entry (see README.md of this folder).
 *
 *     name      selects the case (--only) and names its row
 *     title     what the case measures, for docs/performance.md
 *     file      the generated input: `set` (835 when absent), `singleTransaction`, and `bytes` where --size does not decide
 *     large     true: only with --large
 *     goal      Clearloop is to be `times` as fast as the program `peer`, or as itself in another `case`
 *     programs  what is compared; each is a Node script with arguments, run as a process of its own:
 *       name          the first of a case is CLEARLOOP
 *       built         file that the build must have made; without it the program is not run
 *       args          (path of the input) => arguments of node
 *       bytes         an own, smaller input where the program cannot read the one of the case
 *       limitSeconds  it "did not finish" after this time (default 600)
 *       toFile        (input, output) => arguments that write the output to a file, for programs that print no counts:
 *                     before the rounds such a program is run once on a small file and must write a line for each claim
 *
 * A program may print counts as one line of JSON ({"segments":1,"elements":2,"claims":3}, any of them): they are compared
 * with what the generator wrote.
 */
import { requestOf } from './cases/generation-request.mjs';

export const CLEARLOOP = 'Clearloop';

const COMMAND_LINE = 'dist/bundle/cli.js';
const X12_PARSER = 'x12-parser';

export const CASES = [
  {
    name: 'segments',
    title: 'find every segment and element',
    file: { singleTransaction: false },
    goal: { peer: X12_PARSER, times: 12 },
    programs: [
      {
        name: CLEARLOOP,
        built: 'dist/src/x12/segment-reader.js',
        args: (file) => ['test/bench/cases/segments.mjs', file],
      },
      { name: X12_PARSER, args: (file) => ['test/bench/cases/x12-parser-segments.mjs', file] },
      { name: 'node-x12, stream', args: (file) => ['test/bench/cases/node-x12-stream.mjs', file] },
      {
        name: 'node-x12, whole file',
        args: (file) => ['test/bench/cases/node-x12-parse.mjs', file],
        bytes: 5e6,
        limitSeconds: 120,
      },
    ],
  },
  {
    name: '835-ndjson-many',
    title: '835 with many transactions to NDJSON; x12-parser groups by claim and maps nothing',
    file: { singleTransaction: false },
    goal: { peer: X12_PARSER, times: 6 },
    programs: [convertToNdjson(), groupByClaim('CLP'), groupByClaimAsDocumented()],
  },
  {
    name: '835-ndjson-single',
    title: '835 with one transaction to NDJSON; x12-parser groups by claim and maps nothing',
    file: { singleTransaction: true },
    goal: { peer: X12_PARSER, times: 6 },
    programs: [convertToNdjson(), groupByClaim('CLP')],
  },
  {
    name: '837-ndjson-many',
    title: '837P with many transactions to NDJSON; x12-parser groups by claim and maps nothing',
    file: { set: '837', singleTransaction: false },
    goal: { peer: X12_PARSER, times: 5 },
    programs: [convertToNdjson(), groupByClaim('CLM')],
  },
  {
    name: '837-ndjson-single',
    title: '837P with one transaction to NDJSON; x12-parser groups by claim and maps nothing',
    file: { set: '837', singleTransaction: true },
    goal: { peer: X12_PARSER, times: 5 },
    programs: [convertToNdjson(), groupByClaim('CLM')],
  },
  {
    name: '837-generate',
    title: '837P with one transaction from NDJSON, in MB/s of the EDI that is written, without validation',
    file: { set: '837', singleTransaction: true },
    goal: { case: '837-ndjson-single', times: 0.6 },
    programs: [generateFromNdjson()],
  },
  {
    name: '835-csv',
    title: '835 with many transactions to CSV, 208 columns',
    file: { singleTransaction: false },
    goal: { case: '835-ndjson-many', times: 0.6 },
    programs: [convertToTable('csv')],
  },
  {
    name: '835-parquet',
    title: '835 with many transactions to Parquet, 208 columns',
    file: { singleTransaction: false },
    goal: { case: '835-csv', times: 0.5 },
    programs: [convertToTable('parquet')],
  },
  {
    name: '835-xlsx',
    title: '835 with many transactions to a workbook, 208 columns',
    file: { singleTransaction: false },
    goal: { case: '835-csv', times: 0.25 },
    programs: [convertToTable('xlsx')],
  },
  {
    name: '837-csv',
    title: '837P with many transactions to CSV, 353 columns',
    file: { set: '837', singleTransaction: false },
    goal: { case: '837-ndjson-many', times: 0.6 },
    programs: [convertToTable('csv')],
  },
  {
    name: '835-fhir',
    title: '835 with many transactions to FHIR resources',
    file: { singleTransaction: false },
    goal: { case: '835-ndjson-many', times: 0.5 },
    programs: [convertToFhir()],
  },
  {
    name: '834-ndjson-single',
    title: '834 with one transaction to NDJSON',
    file: { set: '834', singleTransaction: true },
    goal: { case: '835-ndjson-many', times: 0.8 },
    programs: [convertToNdjson()],
  },
  {
    name: '271-segments',
    title: '271 without business objects to the tree of its segments',
    file: { set: '271', singleTransaction: false },
    goal: { case: '835-ndjson-many', times: 0.8 },
    programs: [convertToSegments()],
  },
  {
    name: 'ncpdp-ndjson',
    title: 'a batch file of NCPDP pharmacy claims to NDJSON',
    file: { set: 'ncpdp', singleTransaction: false },
    goal: { case: '835-ndjson-many', times: 0.5 },
    programs: [convertToNdjson()],
  },
  {
    name: '835-ndjson-2gb',
    title: '835 of 2 GB with one transaction to NDJSON',
    file: { singleTransaction: true, bytes: 2e9 },
    large: true,
    programs: [convertToNdjson()],
  },
];

/**
 * Values that a script measures inside its own process, where a whole process would hide them. The script prints
 * [{ name, value, unit, note }], where a note is what has to be known of the machine.
 *
 *     name      selects the probe (--only)
 *     file      generated input of the script, if it reads one
 *     large     true: only with --large
 *     allCores  true: not pinned to one core
 *     args      (data folder of the codes, path of the input) => arguments of node
 *     goals     what each value measures, and how much it may be: name -> { title, below }
 */
export const PROBES = [
  {
    name: 'codes',
    args: (codes) => ['test/bench/cases/code-search.mjs', codes],
    goals: {
      'search-words': { title: 'search of `endo right knee` among 260,000 generated codes', below: 25 },
      'search-exact-code': { title: 'search of one code among them', below: 2 },
    },
  },
  {
    name: 'descriptions',
    file: { singleTransaction: false, bytes: 20e6 },
    args: (codes, file) => ['test/bench/cases/descriptions.mjs', file, codes],
    goals: {
      descriptions: { title: 'what descriptions take of the throughput of 835 to NDJSON when all codes are known', below: 15 },
    },
  },
  ...['835', '837'].map((set) => ({
    name: `validation-${set}`,
    file: { set, singleTransaction: false, bytes: 20e6 },
    args: (codes, file) => ['test/bench/cases/validation.mjs', file, codes, set],
    goals: {
      [`validation-${set}`]: { title: `what validation takes of the throughput of ${set} to NDJSON`, below: 40 },
      [`validation-${set}-issues`]: { title: `the same with 3,000 issues in the file`, below: 40 },
    },
  })),
  ...['835', '837'].map((set) => ({
    name: `threads-${set}`,
    file: { set, singleTransaction: true, bytes: 1e9 },
    large: true,
    allCores: true,
    args: (codes, file) => ['test/bench/cases/threads.mjs', file, set],
    goals: {
      [`threads-${set}`]: { title: `two threads for an ${set} of 1 GB with one transaction`, below: 60 },
      [`threads-${set}-memory`]: { title: 'memory of a third thread', below: 60 },
    },
  })),
];

function convertToSegments() {
  return {
    name: CLEARLOOP,
    built: COMMAND_LINE,
    args: (file) => [COMMAND_LINE, 'convert', file, '--to', 'segments', '--out', '/dev/null'],
  };
}

function generateFromNdjson() {
  return {
    name: CLEARLOOP,
    built: COMMAND_LINE,
    args: (file) => [COMMAND_LINE, 'generate', '837', requestOf(file), '--no-validate', '--out', '/dev/null'],
  };
}

function convertToTable(format) {
  const schema = 'lines-with-header-repeat-first-row-only';
  return {
    name: CLEARLOOP,
    built: COMMAND_LINE,
    args: (file) => [COMMAND_LINE, 'convert', file, '--to', format, '--schema-name', schema, '--out', '/dev/null'],
  };
}

function convertToFhir() {
  return {
    name: CLEARLOOP,
    built: COMMAND_LINE,
    args: (file) => [COMMAND_LINE, 'convert', file, '--to', 'fhir', '--no-descriptions', '--out', '/dev/null'],
  };
}

function convertToNdjson() {
  const toFile = (file, out) => [COMMAND_LINE, 'convert', file, '--to', 'ndjson', '--no-descriptions', '--out', out];
  return {
    name: CLEARLOOP,
    built: COMMAND_LINE,
    args: (file) => toFile(file, '/dev/null'),
    toFile,
  };
}

/** What programs that follow its page reach; the goal is measured against the faster `groupByClaim`. */
function groupByClaimAsDocumented() {
  return { name: `${X12_PARSER}, as documented`, args: (file) => ['test/bench/cases/x12-parser-claims-as-documented.mjs', file, '/dev/null'] };
}

/** `start` is the segment that a claim starts with. */
function groupByClaim(start) {
  return { name: X12_PARSER, args: (file) => ['test/bench/cases/x12-parser-claims.mjs', file, '/dev/null', start] };
}
