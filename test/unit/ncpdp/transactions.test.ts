import { telecomDictionary } from '../../../plugins/ncpdp/dictionary';
import type { Direction } from '../../../plugins/ncpdp/dictionary.types';
import { fullRecord, issuesOf, readTelecom, writeTelecom } from '../../support/telecom';

const matrix = [...telecomDictionary().transactions.values()].flatMap((transaction) =>
  (['D0', '51'] as const).flatMap((version) =>
    (['request', 'response'] as const)
      .filter(() => version === 'D0' || transaction.since === undefined)
      .map((direction): [string, string, Direction, 'D0' | '51'] => [transaction.code, `${transaction.name}, ${direction}`, direction, version]),
  ),
);

describe('every transaction', () => {
  it.each(matrix)('%s (%s) is written, read and written again', async (code, _name, direction, version) => {
    const transaction = telecomDictionary().transactions.get(code);
    if (transaction === undefined) throw new Error(`No transaction ${code}.`);
    const record = fullRecord(transaction, direction, version);
    const { text } = await writeTelecom({ transactions: [record] }, { validate: false });
    const { records, issues } = await readTelecom(text);
    expect(records).toEqual([record]);
    expect(issues).toEqual([]);
    expect((await writeTelecom({ transactions: records }, { validate: false })).text).toBe(text);
    expect(await issuesOf(text)).toEqual([]);
  });

  it('has all codes of the tables', () => {
    const codes = [...telecomDictionary().transactions.keys()].sort().join(' ');
    expect(codes).toBe('B1 B2 B3 C1 C2 C3 D1 E1 N1 N2 N3 P1 P2 P3 P4 S1 S2 S3');
  });
});
