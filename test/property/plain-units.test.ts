import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { PlainUnits } from '../../src/pipeline/generation/plain-units';
import { budget } from '../support/fuzz';
import { envelope, type Generated, generate, readRecords } from '../support/generate';
import { sharedFolderWhenLong } from '../support/shared-data';

/*
 * What the kernel writes of lines is what the host writes of them: a line with a blank behind its first brace is left to the host.
 */

type Json = Readonly<Record<string, unknown>>;

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

/** Units without which the kernel is not prepared. */
const MANY = 60;

/** A transaction set: the line before its records, and those of its records. */
interface Request {
  readonly file: string;
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
  return [...groups.values()].map((group) => {
    const transaction = isJson(group[0]?.['transaction']) ? group[0]['transaction'] : {};
    const type = String(transaction['transactionType']);
    return { file: path, set: SETS[type] ?? '', head: JSON.stringify({ ...envelope(type), transaction }), lines: group.map((one) => JSON.stringify(one)) };
  });
}

const linesOf = (head: string, lines: readonly string[]): string => [head, ...lines, ''].join('\n');
const forHost = (line: string): string => line.replace('{', '{ ');

/** Each record twice, and all of them again, until there are many. */
function repeated(lines: readonly string[]): readonly string[] {
  const all: string[] = [];
  while (all.length < 2 * MANY) for (const line of lines) all.push(line, line);
  return all;
}

const outcomeOf = (request: Promise<Generated>): Promise<unknown> => request.then(({ edi, issues }) => ({ edi, issues })).catch((error: unknown) => String(error));

async function expectSame({ set, head }: Request, lines: readonly string[]): Promise<void> {
  for (const validate of [false, true]) {
    const withKernel = await outcomeOf(generate(set, linesOf(head, lines), { validate }));
    const withoutKernel = await outcomeOf(generate(set, linesOf(head, lines.map(forHost)), { validate }));
    expect(withKernel).toEqual(withoutKernel);
  }
}

/** Units that the kernel wrote, of those that it was asked for. */
function countWritten(): { asked: number; written: number } {
  const counts = { asked: 0, written: 0 };
  const write = Object.getOwnPropertyDescriptor(PlainUnits.prototype, 'write')?.value as PlainUnits['write'];
  jest.spyOn(PlainUnits.prototype, 'write').mockImplementation(function (this: PlainUnits, ...args) {
    const written = write.apply(this, args);
    counts.asked++;
    if (written !== undefined) counts.written++;
    return written;
  });
  return counts;
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(edi|txt|x12|835|837|834|dat)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('units that the kernel writes', () => {
  const folders = [join(__dirname, '../../samples'), ...['corpus', 'conformance'].flatMap((name) => sharedFolderWhenLong(name) ?? [])];
  let requests: readonly Request[] = [];
  beforeAll(async () => {
    const found = [];
    for (const path of folders.flatMap(filesBelow)) found.push(...(await requestsOf(path)));
    requests = found;
  }, 300_000);
  afterEach(() => jest.restoreAllMocks());

  it('are those that the host writes', async () => {
    const bySet = new Map<string, { asked: number; written: number }>();
    for (const request of requests) {
      const counts = countWritten();
      await expectSame(request, repeated(request.lines));
      const known = bySet.get(request.set) ?? { asked: 0, written: 0 };
      bySet.set(request.set, { asked: known.asked + counts.asked, written: known.written + counts.written });
      jest.restoreAllMocks();
    }
    if (process.env.DBG) console.log([...bySet]);
    expect(bySet.get('837')?.written).toBeGreaterThan(0.3 * (bySet.get('837')?.asked ?? 0));
  }, 600_000);

  it('are those that the host writes, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...requests), fc.infiniteStream(fc.nat()), async (request, numbers) => {
        const { lines } = request;
        const mixed = Array.from({ length: 2 * MANY }, () => lines[(numbers.next().value ?? 0) % lines.length] ?? '');
        await expectSame(request, mixed);
      }),
      budget(10),
    );
  });
});
