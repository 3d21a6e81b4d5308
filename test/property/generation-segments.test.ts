import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { converter } from '../support/conversion';
import { generate } from '../support/generate';
import { sharedFolderWhenLong } from '../support/shared-data';

/*
 * Every 835 and 837 of 5010 that we have is converted with its control segments, generated again, and compared segment by segment.
 * A difference is in the table below with its reason, or it is a failure.
 */

type Json = Readonly<Record<string, unknown>>;

/** A segment that differs: what it was, and what came back; empty for none. */
interface Difference {
  readonly id: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** True where validation of the input reports the segment. */
  readonly isReported: boolean;
  /** True where the same segment is written elsewhere. */
  readonly isRepeated: boolean;
}

/** Numbers of elements that differ. */
function changedElements({ before, after }: Difference): readonly number[] {
  const count = Math.max(before.length, after.length);
  return Array.from({ length: count }, (_, i) => i).filter((i) => (before[i] ?? '') !== (after[i] ?? ''));
}

const isOnly = (difference: Difference, ...elements: readonly number[]): boolean =>
  difference.before.length > 0 && difference.after.length > 0 && changedElements(difference).every((element) => elements.includes(element));

const isLost = ({ after }: Difference): boolean => after.length === 0;

/** What may differ, and why. The first that fits is counted. */
const CLASSES: readonly { readonly name: string; readonly why: string; readonly fits: (difference: Difference) => boolean }[] = [
  { name: 'made', why: 'HL and SE are numbered and counted by the structure that is written', fits: ({ id }) => ['HL', 'SE'].includes(id) },
  { name: 'merged', why: 'a level that says the same as the one before is written once', fits: (one) => isLost(one) && one.isRepeated },
  { name: 'reported', why: 'the segment is wrong, and validation of the input reports it', fits: ({ isReported }) => isReported },
  { name: 'LX01', why: 'LX is numbered by the structure; the interface has no field for the number of an 835 header', fits: (one) => one.id === 'LX' },
  {
    name: 'TS2, TS3',
    why: 'the interface has no field for the summaries of an 835; reading reports them',
    fits: (one) => isLost(one) && ['TS2', 'TS3'].includes(one.id),
  },
  {
    name: 'seconds',
    why: '0946, 094600 and 09460000 are one time',
    fits: (one) => one.id === 'BHT' && isOnly(one, 5) && (one.before[5] ?? '').replace(/0+$/, '') === (one.after[5] ?? '').replace(/0+$/, ''),
  },
  {
    name: 'CAS',
    why: 'adjustments of one group that follow each other share a CAS',
    fits: (one) => one.id === 'CAS' && (isLost(one) || (one.after[1] === one.before[1] && one.after.length > one.before.length)),
  },
  {
    name: 'TRN04',
    why: 'TRN04 and BPR11 are one field of the interface',
    fits: (one) => (one.id === 'TRN' && isOnly(one, 4)) || (one.id === 'BPR' && isOnly(one, 11)),
  },
  {
    name: 'unused',
    why: 'the guide does not use the element, and the interface has no field for it',
    fits: (one) => (one.id === 'CLM' && isOnly(one, 6, 10, 19)) || (one.id === 'SBR' && isOnly(one, 8)),
  },
  {
    name: 'CLM05-2',
    why: 'the guide allows one code, which is written where the claim has none',
    fits: (one) => one.id === 'CLM' && isOnly(one, 5) && !/:.+:/.test(one.before[5] ?? ''),
  },
  { name: 'RD8', why: 'a format that its value does not have is corrected', fits: (one) => one.id === 'DTP' && isOnly(one, 2) },
  {
    name: 'DTP 139, 441',
    why: 'priorPlacementDate is one field of the interface for two qualifiers',
    fits: (one) => one.id === 'DTP' && isOnly(one, 1) && one.before[1] === '441',
  },
  {
    name: 'N104',
    why: 'the interface identifies no payer where TRN03 is absent; reading reports the element',
    fits: (one) => one.id === 'N1' && isOnly(one, 3, 4),
  },
  {
    name: 'PRV, HI',
    why: 'the only file that has them has damaged delimiters',
    fits: (one) => (one.id === 'PRV' && isLost(one)) || (one.id === 'HI' && one.before.length === 0),
  },
  {
    name: 'stray',
    why: 'the segment stands where its guide has no place for it; reading skips and reports it',
    fits: (one) => STRAY.has((isLost(one) || one.id === 'NM1' ? one.before : []).join('*')),
  },
];

/** Segments of damaged files that come back nowhere, or not whole. */
const STRAY: ReadonlySet<string> = new Set([
  '',
  'REF*F2*00DJ',
  'NM1*87*2',
  'N3*227 LASTNER LANE',
  'N4*GREENBELT*MD*20770',
  'NM1*ZD*2*DATA RECEIVER',
  'HI*BE:01:::500:1',
  'HI*ZZZ:CODE',
  'NM1*IL*1*PATIENT****MI*MEMBER999',
]);

const SETS: Readonly<Record<string, string>> = { PAYMENT: '835', PROF: '837', INST: '837', DENTAL: '837' };
const engine = converter();
const sourceOf = (bytes: Buffer) => ({
  name: 'input.edi',
  open: async function* () {
    yield await Promise.resolve(bytes);
  },
});

/** A transaction set: the records of its envelope and its own, and its segments. */
interface TransactionSet {
  readonly records: Json[];
  readonly segments: readonly string[];
  readonly reported: ReadonlySet<string>;
}

/** The transaction sets of a file that can be generated. */
async function setsOf(bytes: Buffer): Promise<readonly TransactionSet[]> {
  const groups: Json[][] = [];
  let envelope: Json[] = [];
  for await (const record of engine.records([sourceOf(bytes)], { descriptions: false, convertControlSegments: true, transactionTopLevel: true })) {
    const { objectType } = record;
    if (objectType === 'INTERCHANGE_CONTROL') envelope = [record];
    else if (objectType === 'FUNCTIONAL_GROUP') envelope = [envelope[0] ?? {}, record];
    else if (objectType === 'TRANSACTION') groups.push([...envelope, record]);
    else groups.at(-1)?.push(record);
  }
  const wanted = groups.filter(
    ([, group, transaction]) => SETS[String(transaction?.['transactionType'])] !== undefined && !String(group?.['version']).startsWith('004010'),
  );
  if (wanted.length === 0) return [];
  const reported = new Set<string>();
  for await (const chunk of engine.validate([sourceOf(bytes)], { output: 'ndjson', levels: '1-3' })) {
    for (const [, text = ''] of chunk.toString().matchAll(/"ediString":("(?:[^"\\]|\\.)*")/g)) reported.add(String(JSON.parse(text)));
  }
  const rest = segmentLists(bytes.toString('utf8'), String(wanted[0]?.[0]?.['segmentTerminator']));
  return wanted.flatMap((records) => {
    const start = ['ST', SETS[String(records[2]?.['transactionType'])], String(records[2]?.['controlNumber'])].join(String(records[0]?.['elementSeparator']));
    const at = rest.findIndex(([first = '']) => first === start || first.startsWith(`${start}${String(records[0]?.['elementSeparator'])}`));
    const [segments] = at < 0 ? [] : rest.splice(at, 1);
    return segments === undefined ? [] : [{ records, segments, reported }];
  });
}

/** The segments of each transaction set of a text, from ST to SE. */
function segmentLists(text: string, terminator: string): string[][] {
  const lists: string[][] = [];
  let open: string[] | undefined;
  for (const segment of text.split(terminator).map((one) => one.replace(/^[\s\0]+/, ''))) {
    if (/^ST\W/.test(segment)) lists.push((open = []));
    open?.push(segment);
    if (/^SE\W/.test(segment)) open = undefined;
  }
  return lists;
}

/** Elements without what means nothing: empty ones at the end, empty components at the end, and zeros at the end of fractions. */
function elementsOf(segment: string, separator: string, component: string): readonly string[] {
  const elements = segment.split(separator).map((one) => {
    const parts = one.split(component).map(plainNumber);
    while (parts.length > 1 && parts.at(-1) === '') parts.pop();
    return parts.join(component);
  });
  while (elements.at(-1) === '') elements.pop();
  return elements;
}

/** Numbers of JSON have no zeros at the end of a fraction. */
const plainNumber = (text: string): string => (/^-?\d*\.\d+$/.test(text) ? text.replace(/\.?0+$/, '').replace(/^(-?)(?=\.|$)/, '$10') : text);

/** Compares a transaction set with what is generated of it. */
async function differencesOf({ records, segments, reported }: TransactionSet): Promise<readonly Difference[]> {
  const [interchange = {}, , transaction] = records;
  const [separator, component, terminator] = ['elementSeparator', 'componentElementSeparator', 'segmentTerminator'].map((key) => String(interchange[key]));
  const set = SETS[String(transaction?.['transactionType'])] ?? '';
  const { edi } = await generate(set, records.map((record) => JSON.stringify(record)).join('\n'), { validate: false });
  const [made = []] = segmentLists(edi, terminator ?? '');
  const read = (segment: string) => elementsOf(segment, separator ?? '', component ?? '');
  const left = new Map<string, number>();
  for (const segment of made) left.set(read(segment).join('*'), (left.get(read(segment).join('*')) ?? 0) + 1);
  const lost = segments.filter((segment) => {
    const key = read(segment).join('*');
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
  const added = [...left].flatMap(([key, count]) => Array.from({ length: Math.max(0, count) }, () => key.split('*')));
  const changed = lost.map((segment) => {
    const before = read(segment);
    const at = added.findIndex(([id]) => id === before[0]);
    const [after = []] = at < 0 ? [] : added.splice(at, 1);
    return {
      id: before[0] ?? '',
      before,
      after,
      isReported: reported.has(`${segment}${terminator ?? ''}`),
      isRepeated: made.some((one) => read(one).join('*') === before.join('*')),
    };
  });
  return [...changed, ...added.map((after) => ({ id: after[0] ?? '', before: [], after, isReported: false, isRepeated: false }))];
}

/** Larger files have nothing that smaller ones do not have. */
const LARGEST = 1_000_000;

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ entry, path }) => entry.isFile() && !/ncpdp/i.test(path) && statSync(path).size <= LARGEST)
    .map(({ path }) => path);
}

async function compareAll(
  folder: string,
): Promise<{ readonly sets: number; readonly unlisted: readonly string[]; readonly counts: ReadonlyMap<string, number> }> {
  const unlisted: string[] = [];
  const counts = new Map<string, number>();
  let sets = 0;
  for (const path of filesBelow(folder)) {
    for (const one of await setsOf(readFileSync(path)).catch(() => [])) {
      sets++;
      const differences = await differencesOf(one).catch((error: unknown) => String(error));
      if (typeof differences === 'string') {
        if (!REFUSED.some((text) => differences.includes(text))) unlisted.push(`${path}: ${differences}`);
        continue;
      }
      for (const difference of differences) {
        const known = CLASSES.find(({ fits }) => fits(difference));
        if (known === undefined) unlisted.push(`${path}: ${difference.before.join('*')} => ${difference.after.join('*')}`);
        else counts.set(known.name, (counts.get(known.name) ?? 0) + 1);
      }
    }
  }
  return { sets, unlisted, counts };
}

/** Files that are refused: their envelope has no sender. */
const REFUSED = ['$.interchangeControl.senderId: expected a string of 1 to 15 characters'];

describe('EDI that is converted and generated again', () => {
  it.each([
    ['the corpus', sharedFolderWhenLong('corpus'), 'files', 300],
    ['the conformance cases', sharedFolderWhenLong('conformance'), 'cases/edi_files', 10],
  ])(
    'has the same segments, but for listed differences: %s',
    async (_what, root, folder, least) => {
      if (root === undefined) return;
      const { sets, unlisted } = await compareAll(join(root, folder));
      expect(unlisted).toEqual([]);
      expect(sets).toBeGreaterThan(least);
    },
    3_600_000,
  );

  it('has the same segments, but for listed differences: the samples', async () => {
    const { sets, unlisted } = await compareAll(join(__dirname, '../../samples'));
    expect(unlisted).toEqual([]);
    expect(sets).toBeGreaterThan(5);
  });
});
