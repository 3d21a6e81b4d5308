import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Issue } from '../../src/common/issue';
import { envelope, findIssues, generate, readRecords } from '../support/generate';
import { sharedFolderWhenLong } from '../support/shared-data';
import { budget } from '../support/fuzz';

type Json = Readonly<Record<string, unknown>>;

/** By type of transaction: the set, and its lists of records by their `objectType`. */
const SETS: Readonly<Record<string, { readonly set: string; readonly lists: Readonly<Record<string, string>> }>> = {
  PAYMENT: { set: '835', lists: { PAYMENT: 'payments', PROVIDER_ADJUSTMENT: 'providerAdjustments' } },
  PROF: { set: '837', lists: { CLAIM: 'claims' } },
  INST: { set: '837', lists: { CLAIM: 'claims' } },
  DENTAL: { set: '837', lists: { CLAIM: 'claims' } },
  MEMBER_COVERAGE: { set: '834', lists: { MEMBER_COVERAGE: 'coverages' } },
  PREMIUM_PAYMENT: { set: '820', lists: { PREMIUM_PAYMENT: 'premiums' } },
  AUTHORIZATION_REQUEST: { set: '278', lists: { AUTHORIZATION: 'authorizations' } },
  AUTHORIZATION_RESPONSE: { set: '278', lists: { AUTHORIZATION: 'authorizations' } },
  ELIGIBILITY_INQUIRY: { set: '270', lists: { ELIGIBILITY_INQUIRY: 'inquiries' } },
  ELIGIBILITY_RESPONSE: { set: '271', lists: { ELIGIBILITY: 'eligibilities' } },
  CLAIM_STATUS_REQUEST: { set: '276', lists: { CLAIM_STATUS_INQUIRY: 'statuses', PROVIDER_STATUS: 'statuses', RECEIVER_STATUS: 'statuses' } },
  CLAIM_STATUS_RESPONSE: { set: '277', lists: { CLAIM_STATUS: 'statuses', PROVIDER_STATUS: 'statuses', RECEIVER_STATUS: 'statuses' } },
  CLAIM_ACK: { set: '277CA', lists: { CLAIM_STATUS: 'statuses', PROVIDER_STATUS: 'statuses', RECEIVER_STATUS: 'statuses' } },
};

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const transactionOf = (record: Json): Json => (isJson(record['transaction']) ? record['transaction'] : {});

/** The records of each transaction that can be generated, which are those of 5010. */
function byTransaction(records: readonly Json[]): readonly (readonly Json[])[] {
  const groups = new Map<unknown, Json[]>();
  for (const record of records) {
    const { transactionType, id, implementationConventionReference: version } = transactionOf(record);
    if (SETS[String(transactionType)] === undefined || String(version).startsWith('004010')) continue;
    groups.set(id, [...(groups.get(id) ?? []), record]);
  }
  return [...groups.values()];
}

function requestOf(records: readonly Json[]): { readonly set: string; readonly request: object } {
  const transaction = transactionOf(records[0] ?? {});
  const type = String(transaction['transactionType']);
  const { set = '', lists = {} } = SETS[type] ?? {};
  const listed: Record<string, Json[]> = {};
  for (const { transaction: _own, ...rest } of records) (listed[lists[String(rest['objectType'])] ?? ''] ??= []).push(rest);
  return { set, request: { ...envelope(type), transaction, ...listed } };
}

/** Ids and control numbers are made anew; a file that names no version is written with one. */
const MADE_ANEW = new Set(['id', 'fileInfo']);
const OF_TRANSACTION = new Set(['controlNumber', 'implementationConventionReference']);

function comparable(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => comparable(one));
  if (!isJson(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !MADE_ANEW.has(key) && !(parent === 'transaction' && OF_TRANSACTION.has(key)));
  return Object.fromEntries(kept.map(([key, one]) => [key, comparable(one, key)]));
}

/** What may differ, and why. */
const DIFFERENCES: readonly { readonly why: string; readonly undo: (record: unknown) => unknown }[] = [
  {
    why: 'the guide has one order of HI segments and of provider loops; what stands otherwise in a file comes out in that order',
    undo: (value) => sorted(value, ['diags', 'procs', 'providers']),
  },
  {
    why: 'a line break inside a value is written as a blank',
    undo: (value) => JSON.parse(JSON.stringify(value).replace(/\\[nr]/g, ' ')) as unknown,
  },
];

const withoutDifferences = (value: unknown): unknown => DIFFERENCES.reduce((undone, { undo }) => undo(undone), value);

function sorted(value: unknown, keys: readonly string[]): unknown {
  return mapObjects(value, (key, one) => (keys.includes(key) && Array.isArray(one) ? [...one].map((item) => JSON.stringify(item)).sort() : one));
}

function mapObjects(value: unknown, map: (key: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => mapObjects(one, map));
  if (!isJson(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, map(key, mapObjects(one, map))]));
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/ncpdp/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Sets whose segments are compared too: those of 835 and 837 are in the order of their guides, and amounts may move between properties. */
const COMPARED_SEGMENTS = new Set(['270', '271', '276', '277', '277CA', '278', '820', '834']);

/** Findings about input that no record shows: there what is written lacks it. */
const LOST_INPUT = /^(segment|value|input|set|loop|level)-/;

/** What may differ in a segment, and why. */
const SEGMENT_DIFFERENCES: readonly { readonly why: string; readonly undo: (segment: string) => string }[] = [
  { why: 'numbers, parents and child flags of levels are made anew', undo: (one) => one.replace(/^HL\*[^*]*\*[^*]*\*(\w*).*/, 'HL*$1') },
  { why: 'the version is the newest of the guide, numbers and counts are made anew', undo: (one) => one.replace(/^(ST\*\w+|SE|LX).*/, '$1') },
  { why: 'amounts and quantities are numbers', undo: (one) => one.replace(/(?<=\*)-?\d*\.\d*(?=\*|$)/g, (number) => String(Number(number))) },
  { why: 'the seconds and hundredths of a time may be 00', undo: (one) => one.replace(/^((?:BHT|BGN)(?:\*[^*]*){3}\*\d{4}(?:\d\d)??)(?:00)*(?=\*|$)/, '$1') },
  { why: 'a period of one day is the day', undo: (one) => one.replace(/\*RD8\*(\d{8})-\1/, '*D8*$1') },
  { why: 'empty elements at the end are not written', undo: (one) => one.replace(/\*+$/, '') },
];

/** The different segments of the transaction set with a number, as `*` and `:` separate them; undefined for delimiters of another kind. */
function segmentsOf(edi: string, set: string, controlNumber: string): ReadonlySet<string> | undefined {
  const isa = /ISA(.).{78}(.).{20}\1(.)(.)/s.exec(edi);
  const [, element = '', repetition = '', component = '', terminator = ''] = isa ?? [];
  if (isa === null) return undefined;
  const withCaret = (one: string): string => (/\w/.test(repetition) ? one : one.replaceAll(repetition, '^'));
  const plain = (one: string): string => withCaret(one).replaceAll(component, ':').replaceAll(element, '*');
  const all = edi.slice(isa.index).split(terminator);
  const segments = all.map((one) => plain(one.replace(/[\r\n]/g, '').trim()));
  const from = segments.findIndex((one) => one.startsWith(`ST*${set}*${controlNumber}`));
  const to = segments.findIndex((one, i) => i > from && one.startsWith('SE*'));
  return new Set(segments.slice(from, to).map((one) => SEGMENT_DIFFERENCES.reduce((undone, { undo }) => undo(undone), one)));
}

/** Larger files have nothing that smaller ones do not have. */
const LARGEST = 1_000_000;

interface RoundTrips {
  count: number;
  same: number;
  /** Transactions of files that have no issue at any level. */
  clean: number;
  readonly different: string[];
  /** Transactions whose segments were compared. */
  compared: number;
}

async function roundTrips(folder: string): Promise<RoundTrips> {
  const result: RoundTrips = { count: 0, same: 0, clean: 0, different: [], compared: 0 };
  for (const path of filesBelow(folder)) {
    const bytes = readFileSync(path);
    if (bytes.length > LARGEST) continue;
    // An 834 of 4010 names its version in GS08 only, which records do not have.
    if (bytes.includes('*004010X095')) continue;
    let isWhole = true;
    const onIssue = ({ ruleId = '' }: Issue): void => void (isWhole &&= !LOST_INPUT.test(ruleId));
    const records = await readRecords(bytes, { onIssue }).catch(() => []); // Not EDI, or nothing of it can be read.
    const isClean = records.length > 0 && (await findIssues(bytes).catch(() => 'not EDI')) === '';
    for (const of of byTransaction(records)) {
      const { set, request } = requestOf(of);
      const { edi } = await generate(set, request, { validate: false });
      if (isClean) {
        result.clean++;
        expect([path, await findIssues(Buffer.from(edi))]).toEqual([path, '']);
      }
      const number = String(transactionOf(of[0] ?? {})['controlNumber']);
      const ofSet = set.slice(0, 3);
      const segments = isWhole && COMPARED_SEGMENTS.has(set) ? segmentsOf(bytes.toString('latin1'), ofSet, number) : undefined;
      if (segments !== undefined) {
        result.compared++;
        const made = segmentsOf(edi, ofSet, '') ?? new Set<string>();
        const unequal = [...[...segments].filter((one) => !made.has(one)), ...[...made].filter((one) => !segments.has(one))];
        if (unequal.length > 0) result.different.push(`${path}: ${unequal.join('~')}`);
      }
      const [before, after] = [comparable(of), comparable(await readRecords(edi))];
      result.count++;
      if (isDeepStrictEqual(before, after)) result.same++;
      else if (!isDeepStrictEqual(withoutDifferences(before), withoutDifferences(after))) result.different.push(path);
    }
  }
  return result;
}

describe('EDI, read as JSON, and written again without a new issue', () => {
  it('reads as the same JSON for every set that is written, of the corpus', async () => {
    const folder = sharedFolderWhenLong('corpus');
    if (folder === undefined) return;
    const { count, same, clean, different, compared } = await roundTrips(join(folder, 'files'));
    expect(different).toEqual([]);
    expect(count).toBeGreaterThan(300);
    expect(same / count).toBeGreaterThan(0.95);
    expect(clean).toBeGreaterThan(5);
    expect(compared).toBeGreaterThan(80);
  });

  it('reads as the same JSON for every set that is written, of the conformance cases', async () => {
    const folder = sharedFolderWhenLong('conformance');
    if (folder === undefined) return;
    const { count, different } = await roundTrips(join(folder, 'cases/edi_files'));
    expect(different).toEqual([]);
    expect(count).toBeGreaterThan(10);
  });

  it('reads as the same JSON for the samples of the product', async () => {
    const { count, different } = await roundTrips(join(__dirname, '../../samples'));
    expect(different).toEqual([]);
    expect(count).toBeGreaterThan(1);
  });
});

/** A claim payment with room for any text. */
function requestWith(text: string): object {
  return {
    ...envelope('PAYMENT'),
    transaction: {
      totalPaymentAmount: 1,
      checkOrEftTraceNumber: text,
      payerIdentifier: '1234567890',
      sender: { lastNameOrOrgName: text },
      receiver: { identifier: text, lastNameOrOrgName: 'P' },
    },
    payments: [
      {
        patientControlNumber: text,
        claimStatusCode: '1',
        chargeAmount: 1,
        paymentAmount: 1,
        patient: { person: { lastNameOrOrgName: text, firstName: text } },
        claimContacts: [{ functionCode: 'CX', name: text, contactNumbers: [{ type: 'URL', number: text }] }],
        otherClaimRelatedIds: [{ qualifierCode: 'EA', identification: text }],
        serviceLines: [{ chargeAmount: 1, paidAmount: 1, serviceDateFrom: '2026-01-01', procedure: { code: text, modifiers: [{ code: text }] } }],
      },
    ],
  };
}

/** Text that stands in X12 as it is. */
const isPlain = (text: string): boolean => !/[*:~^\u0000-\u001f\u007f]/.test(text);

describe('text of a request', () => {
  const character = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...'*:~^\n\r\t\u0000ISAGE ab"\\') },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }) },
  );
  const text = fc.array(character, { minLength: 1, maxLength: 12 }).map((characters) => `x${characters.join('')}x`);

  it('never breaks EDI: a delimiter is an issue with its JSON path, and the segments stay the same', async () => {
    const plain = await generate('835', requestWith('plain'));
    const idsOf = (segments: readonly string[]): readonly string[] => segments.map((segment) => segment.split('*', 1)[0] ?? '');
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const { edi, segments, issues } = await generate('835', requestWith(value));
        expect(idsOf(segments)).toEqual(idsOf(plain.segments));
        expect(segments.map((segment) => segment.split('*').length)).toEqual(plain.segments.map((segment) => segment.split('*').length));
        const refused = issues.filter(({ issueType, message }) => issueType === 'INVALID' && message.includes('delimiter'));
        if (isPlain(value)) expect(refused).toEqual([]);
        else expect(refused).toContainEqual(expect.objectContaining({ jsonPath: '$.payments[0]', fieldName: 'patientControlNumber', value }));
        const [record] = await readRecords(edi);
        expect(record).toMatchObject({ patientControlNumber: value.replace(/[*:~^\u0000-\u001f\u007f]/g, ' ') });
      }),
      budget(10),
    );
  });
});
