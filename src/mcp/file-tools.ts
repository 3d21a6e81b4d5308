import type { Issue } from '../common/issue';
import { EdiError } from '../common/edi-error';
import { boundedText, MAX_ANSWER_CHARACTERS } from './answer';
import { PATH, type Tool, type ToolArguments, type ToolContext, type ToolParameter } from './tool';

const MAX_LISTED = 50;
const DEFAULT_LISTED = 20;

/** Envelopes that a description lists. */
const MAX_ENVELOPES = 20;

/** Records of a synthetic file. */
const DEFAULT_SAMPLED = 5;
const MAX_SAMPLED = 100_000;

type JsonRecord = Readonly<Record<string, unknown>>;

const LIMIT: ToolParameter = { type: 'integer', description: `Most entries of the answer; default ${DEFAULT_LISTED}.`, minimum: 1, maximum: MAX_LISTED };
const LEVELS: ToolParameter = { type: 'string', description: 'SNIP levels such as 1-7; default 1-3,5.' };
const OUT: ToolParameter = {
  type: 'string',
  description: 'Name of the file to write in the folder for results; absent: the text is the answer, cut if it is long.',
};

const readAll = (given: ToolArguments, { engine, files, signal }: ToolContext, isWithEnvelope = false): AsyncGenerator<JsonRecord, void, undefined> =>
  engine.records([files.open(given.requiredText('path'), signal)], {
    convertControlSegments: isWithEnvelope,
    warningsInResponse: false,
    maxWarnings: -1,
    signal,
  });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const CONTROL_TYPES: ReadonlySet<string> = new Set(['INTERCHANGE_CONTROL', 'FUNCTIONAL_GROUP']);

/** Counts of a file, and the first of its envelopes. */
export const describeFile: Tool = {
  name: 'describe_file',
  description: 'What is in an EDI file: interchanges and groups, how many records of each kind, how many errors. Reads X12 of any set, and NCPDP.',
  parameters: { path: PATH },
  async run(given, context) {
    const counts: Record<string, number> = {};
    const envelopes: JsonRecord[] = [];
    for await (const record of readAll(given, context, true)) {
      const type = textOf(record['objectType']) || 'SEGMENTS';
      counts[type] = (counts[type] ?? 0) + 1;
      if (CONTROL_TYPES.has(type) && envelopes.length < MAX_ENVELOPES) envelopes.push(record);
    }
    return { counts, envelopes };
  },
};

/** The first members of records that say what they are. */
function summaryOf(record: JsonRecord, index: number): JsonRecord {
  const short = Object.entries(record).filter(([key, value]) => key !== 'validationIssues' && (typeof value !== 'object' || value === null));
  return { index, ...Object.fromEntries(short) };
}

/** Records with their simple members. */
export const listRecords: Tool = {
  name: 'list_records',
  description: 'Records of an EDI file (claims, payments, members, statuses ...): index, id, and members without nested objects. get_record returns one whole.',
  parameters: {
    path: PATH,
    type: { type: 'string', description: 'Only records of this objectType, such as CLAIM.' },
    offset: { type: 'integer', description: 'Records to skip; default 0.', minimum: 0 },
    limit: LIMIT,
  },
  async run(given, context) {
    const [type, offset, limit] = [given.text('type'), given.number('offset', 0), given.number('limit', DEFAULT_LISTED)];
    const records: JsonRecord[] = [];
    let index = 0;
    let seen = 0;
    let hasMore = false;
    for await (const record of readAll(given, context)) {
      const at = index++;
      if ((type !== undefined && record['objectType'] !== type) || seen++ < offset) continue;
      hasMore = records.length === limit;
      if (hasMore) break;
      records.push(summaryOf(record, at));
    }
    return { records, hasMore };
  },
};

/** One record whole. */
export const getRecord: Tool = {
  name: 'get_record',
  description: 'One record of an EDI file as JSON, by its index in the file (see list_records) or by its id.',
  parameters: {
    path: PATH,
    index: { type: 'integer', description: 'Number of the record in the file, from 0.', minimum: 0 },
    id: { type: 'string', description: 'The member id of the record.' },
  },
  async run(given, context) {
    const [wanted, id] = [given.number('index', -1), given.text('id')];
    if (wanted < 0 && id === undefined) throw new EdiError('EDI_BAD_PARAMETER', 'index or id is required.');
    let index = 0;
    for await (const record of readAll(given, context)) if (index++ === wanted || (id !== undefined && record['id'] === id)) return record;
    throw new EdiError('EDI_BAD_PARAMETER', `The file has no such record; it has ${index}.`);
  },
};

/** Findings of a file. */
export const validateFile: Tool = {
  name: 'validate',
  description: 'What is wrong in an EDI file: issues by rule, and the first of them with segment, line and message.',
  parameters: { path: PATH, levels: LEVELS, rules: { type: 'string', description: 'Ids of further rules, separated by commas.' }, limit: LIMIT },
  async run(given, { engine, files, signal }) {
    const limit = given.number('limit', DEFAULT_LISTED);
    const [levels, rules] = [given.text('levels'), given.text('rules')];
    const byRule: Record<string, number> = {};
    const issues: JsonRecord[] = [];
    const onIssue = (issue: Issue): void => {
      const rule = issue.ruleId ?? issue.issueType;
      byRule[rule] = (byRule[rule] ?? 0) + 1;
      if (issues.length < limit) issues.push(shownIssue(issue));
    };
    const options = { output: 'ndjson', onIssue, signal, ...(levels === undefined ? {} : { levels }), ...(rules === undefined ? {} : { rules }) };
    const validation = engine.validate([files.open(given.requiredText('path'), signal)], options);
    for await (const _chunk of validation);
    return { summary: validation.summary, byRule, issues };
  },
};

function shownIssue({ ruleId, issueType, message, segment, loop, place, ediString }: Issue): JsonRecord {
  return { ruleId, issueType, message, segment, loop, lineNumber: place?.lineNumber, segmentNumber: place?.segmentNumber, ediString };
}

/** The answer to the sender of a file. */
export const acknowledgeFile: Tool = {
  name: 'acknowledge',
  description: 'The acknowledgment (999, TA1) of an EDI file, as EDI.',
  parameters: { path: PATH, levels: LEVELS },
  async run(given, { engine, files, signal }) {
    const levels = given.text('levels');
    return boundedText(engine.acknowledge([files.open(given.requiredText('path'), signal)], { signal, ...(levels === undefined ? {} : { levels }) }));
  },
};

/** A copy without persons. */
export const scrubFile: Tool = {
  name: 'scrub',
  description: 'A de-identified copy of an EDI file: pseudonyms for persons, the same structure and faults.',
  parameters: { path: PATH, out: OUT },
  async run(given, { files, signal }) {
    const pieces = files.openScrubbed(given.requiredText('path'), signal);
    const out = given.text('out');
    return out === undefined ? boundedText(pieces) : { written: await files.write(out, pieces) };
  },
};

/** EDI from JSON. */
export const generateEdi: Tool = {
  name: 'generate',
  description: 'EDI from JSON (837, 835, or a format such as ncpdp): the envelope and records as get_record returns them. Answers with EDI and issues.',
  parameters: {
    set: { type: 'string', description: 'Transaction set such as 837, or id of a format.', isRequired: true },
    request: { type: 'object', description: 'The request: interchangeControl, functionalGroup, transaction, and a list of records.', isRequired: true },
    out: OUT,
  },
  async run(given, { engine, files, signal }) {
    const request = Buffer.from(JSON.stringify(given.object('request')));
    const issues: JsonRecord[] = [];
    const pieces = ediOf(engine.generate(given.requiredText('set'), once(request), { signal, fileName: 'request' }), issues);
    const out = given.text('out');
    if (out !== undefined) return { written: await files.write(out, pieces), issues };
    const edi = await boundedText(pieces);
    return { edi: edi.slice(0, MAX_ANSWER_CHARACTERS / 2), issues };
  },
};

/** A synthetic file. */
export const sampleFile: Tool = {
  name: 'sample',
  description: 'A synthetic EDI file about nobody, valid or with named faults; without a name the list of files and their faults.',
  parameters: {
    name: { type: 'string', description: 'Such as 837p, 835 or ncpdp. Those with the same seed are about the same claims.' },
    records: { type: 'integer', description: 'Claims, members and so on; default 5.', minimum: 1, maximum: MAX_SAMPLED },
    seed: { type: 'integer', description: 'The same seed gives the same file; default 1.', minimum: 0, maximum: 999_999 },
    faults: { type: 'string', description: 'Ids of faults, separated by commas.' },
    out: OUT,
  },
  async run(given, { engine, files, signal }) {
    const [name, faults, out] = [given.text('name'), given.text('faults'), given.text('out')];
    if (name === undefined) return engine.samples;
    const [records, seed] = [given.number('records', DEFAULT_SAMPLED), given.number('seed', 1)];
    const pieces = engine.sample(name, { records, seed, signal, ...(faults === undefined ? {} : { faults }) });
    return out === undefined ? boundedText(pieces) : { written: await files.write(out, pieces) };
  },
};

async function* ediOf(generation: ReturnType<ToolContext['engine']['generate']>, issues: JsonRecord[]): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of generation) {
    if (piece.kind === 'edi') yield piece.bytes;
    else if (issues.length < MAX_LISTED) issues.push(piece.issue);
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
