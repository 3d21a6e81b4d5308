import { asRecord } from '../../support/conversion';
import { issuesOf, lossesOf, readOne, readTelecom, requestHeader, telecom } from '../../support/telecom';

/** Seconds of processor time: many times what reading takes, and a small part of what the square of so many would. */
const MOST_SECONDS = 5;

async function expectQuick(work: () => Promise<void>): Promise<void> {
  const before = process.cpuUsage();
  await work();
  expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(MOST_SECONDS);
}

describe('a transmission of nonsense', () => {
  it('with very many fields takes no more than its size', () =>
    expectQuick(async () => {
      const record = await readOne(telecom(`${requestHeader()}>|AM01${'|ZZa'.repeat(150_000)}`));
      expect(Object.keys(asRecord(record['patient']))).toHaveLength(150_001);
      expect(asRecord(record['patient'])['ZZ_150000']).toBe('a');
    }));

  it('gives no more transactions than its count can say, and tells of the others', () =>
    expectQuick(async () => {
      const text = telecom(`${requestHeader()}>|AM04|C2${'M'.repeat(100_000)}${'#>|AM07|EM1'.repeat(50_000)}\r\n`);
      const { text: json, records, issues } = await readTelecom(text, { validate: true });
      expect(records.filter((record) => record['claim'] !== undefined)).toHaveLength(9);
      expect(json.length).toBeLessThan(2_000_000);
      const rest = text.length - 2 - indexOfGroup(text, 10);
      expect(lossesOf(issues).map(({ message, place }) => [message, place?.byteOffset])).toEqual([
        [
          `Skipped ${rest} bytes after transaction 9 of a transmission, which may have no more (from byte ${indexOfGroup(text, 10)} on)`,
          indexOfGroup(text, 10),
        ],
      ]);
      expect(issues.map(({ message }) => message)).toContain('A transmission of B1 has 50000 transactions, more than 4');
    }));

  it('loses nothing where no more than blanks follow its last transaction', async () => {
    const { records, issues } = await readTelecom(telecom(`${requestHeader()}>|AM04|C2M${'##>|AM07|EM1'.repeat(9)}##\r\n`));
    expect(records).toHaveLength(9);
    expect(lossesOf(issues)).toEqual([]);
  });

  it('has no more issues, and no longer ones, than memory holds', async () => {
    const issues = await issuesOf(telecom(`${requestHeader()}>|AM01${'|ZZa'.repeat(3_000)}#>|AM07${'|ZZa'.repeat(10)}`));
    expect(issues).toHaveLength(1_001);
    expect(issues.filter(({ message }) => message === 'A transmission has more than 1000 issues: the others are not shown')).toHaveLength(1);
    expect(String(issues[500]?.['ediString'])).toMatch(/^AM01\u241cZZa.{3990,4000}\.\.\.$/);
  });

  it('numbers a name that comes often as it numbers one that comes twice', async () => {
    const record = await readOne(telecom(`${requestHeader()}>|AM01${'|ZZa|ZYb'.repeat(100)}`));
    const keys = Object.keys(asRecord(record['patient']));
    expect(keys).toEqual(['segment_id', ...Array.from({ length: 100 }, (_, i) => (i === 0 ? ['ZZ', 'ZY'] : [`ZZ_${i + 1}`, `ZY_${i + 1}`])).flat()]);
  });
});

/** Where a group separator stands, counted from 1. */
function indexOfGroup(text: string, number: number): number {
  let at = -1;
  for (let i = 0; i < number; i++) at = text.indexOf('\x1d', at + 1);
  return at;
}
