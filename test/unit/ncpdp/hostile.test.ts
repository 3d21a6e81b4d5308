import { asRecord } from '../../support/conversion';
import { issuesOf, lossesOf, readOne, readTelecom, requestHeader, telecom } from '../../support/telecom';
import { expectLinear } from '../../support/growth';

describe('a transmission of nonsense', () => {
  it('with very many fields costs no more than its size', () =>
    expectLinear(9_000, async (count) => {
      const record = await readOne(telecom(`${requestHeader()}>|AM01${'|ZZa'.repeat(count)}`));
      expect(Object.keys(asRecord(record['patient']))).toHaveLength(count + 1);
      expect(asRecord(record['patient'])[`ZZ_${count}`]).toBe('a');
    }));

  it('with very many transactions costs no more than its size, and reports those that its count cannot mean', () =>
    expectLinear(3_000, async (count) => {
      const text = telecom(`${requestHeader()}>|AM04|C2${'M'.repeat(2 * count)}${'#>|AM07|EM1'.repeat(count)}\r\n`);
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
      expect(issues.map(({ message }) => message)).toContain(`A transmission of B1 has ${count} transactions, more than 4`);
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
