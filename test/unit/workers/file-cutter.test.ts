import { cutFile, NotDivisible } from '../../../src/pipeline/workers/file-cutter';
import { MAX_NUMBERS } from '../../../src/validation/rules/control-numbers';
import { liveBytes } from '../../growth/growth';

const ISA = (number: number): string =>
  `ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260101*1200*^*00501*${String(number).padStart(9, '0')}*0*P*:~`;

const ascending = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

const group = (number: number, transactions: readonly number[]): string => {
  const sets = transactions.map((one) => `ST*835*${String(one).padStart(7, '0')}~SE*2*${String(one).padStart(7, '0')}~`);
  return `GS*HP*A*B*20260101*1200*${number}*X*005010X221A1~${sets.join('')}GE*${transactions.length}*${number}~`;
};

const interchange = (number: number, groups: readonly string[]): string => `${ISA(number)}${groups.join('')}IEA*${groups.length}*${number}~`;

/** Cuts a text for validation. Returns the number of parts, and the megabytes in use at the last part beyond those before the first. */
async function cut(text: string): Promise<{ readonly parts: number; readonly megabytes: number }> {
  const bytes = Buffer.from(text);
  const read = async (memory: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }> => ({
    bytesRead: bytes.copy(memory, offset, position, position + length),
  });
  const before = liveBytes();
  let [parts, megabytes] = [0, 0];
  for await (const { to } of cutFile({ read }, { partBytes: 1_000_000, cutsOf: () => undefined, checksControlNumbers: true })) {
    parts++;
    if (to === undefined) megabytes = (liveBytes() - before) / 1e6;
  }
  return { parts, megabytes };
}

describe('a file that is cut for validation', () => {
  it.each([
    ['in one group', () => interchange(1, [group(1, ascending(400_000))])],
    [
      'in groups',
      () =>
        interchange(
          1,
          ascending(10).map((number) => group(number, ascending(40_000))),
        ),
    ],
    [
      'in interchanges',
      () =>
        ascending(10)
          .map((number) => interchange(number, [group(1, ascending(40_000))]))
          .join(''),
    ],
  ])('takes bounded memory for any number of transactions: %s', async (_where, text) => {
    const { parts, megabytes } = await cut(text());
    expect(parts).toBeGreaterThan(10);
    expect(megabytes).toBeLessThan(12);
  });

  it('may have its control numbers in any order, up to a limit', async () => {
    expect((await cut(interchange(1, [group(1, ascending(MAX_NUMBERS).reverse())]))).parts).toBeGreaterThan(1);
    await expect(cut(interchange(1, [group(1, ascending(MAX_NUMBERS + 1).reverse())]))).rejects.toThrow(NotDivisible);
  });

  it.each([
    ['of a transaction', () => interchange(1, [group(1, [...ascending(MAX_NUMBERS + 1), 1])])],
    ['of the last transaction', () => interchange(1, [group(1, [...ascending(MAX_NUMBERS + 2), MAX_NUMBERS + 2])])],
    ['of a group', () => interchange(1, [group(2, [1]), group(1, [1]), group(2, [1])])],
    ['of an interchange', () => [2, 1, 2].map((number) => interchange(number, [group(1, [1])])).join('')],
  ])('is not divided where a control number comes twice: %s', async (_what, text) => {
    await expect(cut(text())).rejects.toThrow(NotDivisible);
  });
});
