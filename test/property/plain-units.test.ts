import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { PlainUnits } from '../../src/pipeline/generation/plain-units';
import { budget, isLong } from '../support/fuzz';
import { envelope, type Generated, generate, readRecords } from '../support/generate';
import { basesOf, type Mutation, mutationsOf } from '../support/request-bases';
import { type Json, pathText, valuesAt, withValue } from '../support/request-mutations';
import { sharedFolderWhenLong } from '../support/shared-data';

/*
 * What the kernel writes of lines is what the host writes of them: a line with a blank behind its first brace is left to the host.
 */

const SETS: Readonly<Record<string, string>> = {
  PAYMENT: '835',
  PROF: '837',
  INST: '837',
  DENTAL: '837',
  MEMBER_COVERAGE: '834',
  PREMIUM_PAYMENT: '820',
  AUTHORIZATION_REQUEST: '278',
  AUTHORIZATION_RESPONSE: '278',
  ELIGIBILITY_INQUIRY: '270',
  ELIGIBILITY_RESPONSE: '271',
  CLAIM_STATUS_REQUEST: '276',
  CLAIM_STATUS_RESPONSE: '277',
  CLAIM_ACK: '277CA',
};

/** Units that the host writes before the kernel is prepared. */
const BEFORE = 101;
/** Lines of a file, and its transaction sets, that are compared. */
const MOST_LINES = 12;
const MOST_SETS = 1;

/** A transaction set: the line before its records, and those of its records. */
interface Request {
  readonly set: string;
  readonly head: string;
  readonly lines: readonly string[];
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

async function requestsOf(path: string): Promise<readonly Request[]> {
  const records = await readRecords(readFileSync(path)).catch(() => []);
  const groups = new Map<unknown, Json[]>();
  for (const record of records) {
    const transaction = isJson(record['transaction']) ? record['transaction'] : {};
    if (SETS[String(transaction['transactionType'])] !== undefined) groups.set(transaction['id'], [...(groups.get(transaction['id']) ?? []), record]);
  }
  return [...groups.values()].slice(0, MOST_SETS).map((group) => {
    const transaction = isJson(group[0]?.['transaction']) ? group[0]['transaction'] : {};
    const type = String(transaction['transactionType']);
    const lines = group.slice(0, MOST_LINES).map((one) => JSON.stringify(one));
    return { set: SETS[type] ?? '', head: JSON.stringify({ ...envelope(type), transaction }), lines };
  });
}

const textOf = (head: string, lines: readonly string[]): string => [head, ...lines, ''].join('\n');
const forHost = (line: string): string => line.replace('{', '{ ');

/** The first record until the kernel is prepared, and then some. */
const behindFirst = (first: string | undefined, lines: readonly string[]): readonly string[] => [...new Array<string>(BEFORE).fill(first ?? ''), ...lines];

/** What a request gives, as lines: a difference of whole texts takes long to show. */
const outcomeOf = (request: Promise<Generated>): Promise<readonly string[]> =>
  request.then(({ segments, issues }) => [...segments, ...issues.map((issue) => JSON.stringify(issue))]).catch((error: unknown) => [String(error)]);

async function expectSame({ set, head }: Pick<Request, 'set' | 'head'>, lines: readonly string[], validate: boolean): Promise<void> {
  const withKernel = await outcomeOf(generate(set, textOf(head, lines), { validate }));
  const withoutKernel = await outcomeOf(generate(set, textOf(head, lines.map(forHost)), { validate }));
  const different = withKernel.findIndex((line, i) => line !== withoutKernel[i]);
  expect(different < 0 ? '' : withKernel.slice(different - 2, different + 3)).toEqual(different < 0 ? '' : withoutKernel.slice(different - 2, different + 3));
  expect(withKernel).toHaveLength(withoutKernel.length);
}

/** JSON with a blank behind colons and commas, as some languages write it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (!isJson(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`)
    .join(', ')}}`;
}

const withBlanks = (line: string): string => spaced(JSON.parse(line));

/** Leaves a member out of every second item of all lists. */
function without(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item, i) => without(i % 2 === 1 && isJson(item) ? { ...item, [key]: undefined } : item, key));
  return isJson(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(one, key)])) : value;
}

/** Counts the units that the kernel writes. */
function countWritten(): { written: number } {
  const counts = { written: 0 };
  const write = Object.getOwnPropertyDescriptor(PlainUnits.prototype, 'write')?.value as PlainUnits['write'];
  jest.spyOn(PlainUnits.prototype, 'write').mockImplementation(function (this: PlainUnits, ...args) {
    const unit = write.apply(this, args);
    if (unit !== undefined) counts.written++;
    return unit;
  });
  return counts;
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(edi|txt|x12|835|837|834|dat)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The record of a changed request as a line: the member of the base that has records. */
function changedLine({ base, leaf, value }: Mutation): string | undefined {
  const request = withValue(base.request, leaf.path, value, base.donors);
  const [record] = valuesAt(request, [base.key, undefined]);
  return leaf.path[0] === base.key ? JSON.stringify(record) : undefined;
}

describe('units that the kernel writes', () => {
  const folders = [join(__dirname, '../../samples'), ...['corpus', 'conformance'].flatMap((name) => sharedFolderWhenLong(name) ?? [])];
  let requests: readonly Request[] = [];
  let mutations: readonly Mutation[] = [];
  beforeAll(async () => {
    const found = [];
    for (const path of folders.flatMap(filesBelow)) found.push(...(await requestsOf(path)));
    requests = found;
    mutations = (await basesOf()).flatMap(mutationsOf);
  }, 600_000);
  afterEach(() => jest.restoreAllMocks());

  it('are those that the host writes', async () => {
    const counts = countWritten();
    for (const [i, request] of requests.entries()) {
      const { lines } = request;
      await expectSame(request, behindFirst(lines[0], [...lines, ...lines.flatMap((line) => [line, line])]), i % 2 === 0);
    }
    // Those of three kinds of claims, payments and coverages.
    expect(counts.written).toBeGreaterThan(30);
  }, 1_200_000);

  it('may have a blank behind colons and commas', async () => {
    const counts = countWritten();
    for (const request of requests.slice(0, 20)) {
      const lines = behindFirst(request.lines[0], request.lines);
      await expectSame(request, lines.map(withBlanks), false);
    }
    expect(counts.written).toBeGreaterThan(10);
  });

  it('are those that the host writes, where some have such blanks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...requests), fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: MOST_LINES }), async (request, numbers) => {
        const { lines } = request;
        const mixed = numbers.map(([number, hasBlanks]) => {
          const line = lines[number % lines.length] ?? '';
          return hasBlanks ? withBlanks(line) : line;
        });
        await expectSame(request, behindFirst(lines[0], mixed), false);
      }),
      budget(10),
    );
  });

  it('are those that the host writes, in several transaction sets', async () => {
    const request = requests.find(({ set, lines }) => set === '837' && lines.length > 1);
    if (request === undefined) throw new Error('There is no 837 with two claims.');
    const counts = countWritten();
    const head = { ...(JSON.parse(request.lines[0] ?? '') as { transaction: object }).transaction, objectType: 'TRANSACTION' };
    const set = behindFirst(request.lines[0], request.lines);
    await expectSame(request, [...set, JSON.stringify(head), ...set, JSON.stringify(head), ...request.lines], true);
    expect(counts.written).toBe(2 * request.lines.length);
  });

  it('are those that the host writes, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...requests), fc.array(fc.nat(), { maxLength: MOST_LINES }), fc.boolean(), async (request, numbers, validate) => {
        const { lines } = request;
        const mixed = numbers.map((number) => lines[number % lines.length] ?? '');
        await expectSame(request, behindFirst(lines[0], mixed), validate);
      }),
      budget(10),
    );
  });

  it('are those that the host writes, where items of a list lack what the others have', async () => {
    const counts = countWritten();
    for (const request of requests.filter(({ set }) => set === '835')) {
      const lines = request.lines.map((line) => JSON.stringify(without(JSON.parse(line), 'group'))).filter((line, i) => line !== request.lines[i]);
      await expectSame(request, behindFirst(request.lines[0], lines), false);
    }
    expect(counts.written).toBeGreaterThan(0);
  });

  it('are those that the host writes, with other values', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...mutations), fc.boolean(), async (mutation, validate) => {
        const { base, leaf } = mutation;
        const changed = changedLine(mutation);
        if (changed === undefined) return;
        const { [base.key]: records, ...head } = base.request;
        const [record] = Array.isArray(records) ? (records as unknown[]) : [];
        const line = JSON.stringify(record);
        try {
          await expectSame({ set: base.set, head: JSON.stringify(head) }, behindFirst(line, [changed, changed, line]), validate);
        } catch (error) {
          throw new Error(`${base.type} ${pathText(leaf.path)} = ${JSON.stringify(mutation.value)}`, { cause: error });
        }
      }),
      budget(20),
    );
  });

  it('are those that the host writes, with every other value, in the long suite', async () => {
    const byBase = new Map<Mutation['base'], string[]>();
    for (const mutation of isLong ? mutations : []) {
      const { base } = mutation;
      const line = changedLine(mutation);
      const { [base.key]: _records, ...head } = base.request;
      if (line === undefined) continue;
      // A wrong type ends a request.
      const [outcome = ''] = await outcomeOf(generate(base.set, textOf(JSON.stringify(head), [line]), { validate: false }));
      if (!outcome.startsWith('EdiError')) byBase.set(base, [...(byBase.get(base) ?? []), line]);
    }
    for (const [base, lines] of byBase) {
      const { [base.key]: records, ...head } = base.request;
      const [record] = Array.isArray(records) ? (records as unknown[]) : [];
      const own = JSON.stringify(record);
      await expectSame(
        { set: base.set, head: JSON.stringify(head) },
        behindFirst(
          own,
          lines.flatMap((line) => [line, line, own]),
        ),
        false,
      );
    }
  }, 1_200_000);
});
