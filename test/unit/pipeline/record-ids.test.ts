import { convertLines, type Json, sourceOf } from '../../support/conversion';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { claim, REMITTANCE_HEAD } from '../../support/remittance';

const set = (controlNumber: string) => transactionSet([...REMITTANCE_HEAD, ...claim(1), ...claim(2), 'PLB*1*20251231*WO*5'], { controlNumber });

/** Two interchanges with the same control numbers, of two transactions with the same control number. */
const TEXT = writeSegments([...envelope([set('0001'), set('0001')]), ...envelope([set('0001')])]);

const ALL = { transactionTopLevel: true, convertControlSegments: true };

const idsOf = (records: readonly Json[]) => records.map(({ id }) => id);

describe('ids', () => {
  it('are 24 hexadecimal digits', async () => {
    for (const id of idsOf(await convertLines([sourceOf('a.edi', TEXT)], ALL))) expect(id).toMatch(/^[0-9a-f]{24}$/);
  });

  it('are unique in a file, although its control numbers are not', async () => {
    const ids = idsOf(await convertLines([sourceOf('a.edi', TEXT)], ALL));
    expect(ids).toHaveLength(9 + 3 + 4);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are the same when the file is converted again', async () => {
    expect(idsOf(await convertLines([sourceOf('a.edi', TEXT)], ALL))).toEqual(idsOf(await convertLines([sourceOf('a.edi', TEXT)], ALL)));
  });

  it('are the same for a record with other settings', async () => {
    const plain = idsOf(await convertLines([sourceOf('a.edi', TEXT)]));
    const ids = idsOf(await convertLines([sourceOf('a.edi', TEXT)], { ...ALL, chunkSize: 1, warningsInResponse: true }));
    expect(ids).toEqual(expect.arrayContaining(plain));
  });

  it('are others in a file with another name', async () => {
    const ids = [...idsOf(await convertLines([sourceOf('a.edi', TEXT)], ALL)), ...idsOf(await convertLines([sourceOf('b.edi', TEXT)], ALL))];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('do not depend on the files before', async () => {
    const alone = idsOf(await convertLines([sourceOf('a.edi', TEXT)]));
    expect(idsOf(await convertLines([sourceOf('b.edi', TEXT), sourceOf('a.edi', TEXT)])).slice(alone.length)).toEqual(alone);
  });

  it('are those of the transaction in the transaction of a record', async () => {
    const [first, , plb, second] = await convertLines([sourceOf('a.edi', TEXT)]);
    const idOf = (record: Json | undefined) => Object(record?.['transaction']).id;
    expect(idOf(first)).toBe(idOf(plb));
    expect(idOf(first)).not.toBe(idOf(second));
    expect(idOf(first)).not.toBe(first?.['id']);
  });
});
