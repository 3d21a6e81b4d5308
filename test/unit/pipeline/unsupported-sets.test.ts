import { Remittance } from '../../../plugins/x12-835';
import { convertLines, convertText, ediErrorOf, sourceOf } from '../../support/conversion';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { engineWith } from '../../support/plugin-engine';
import { claim, REMITTANCE_HEAD, remittance } from '../../support/remittance';

const other = (controlNumber: string) => transactionSet(['BHT*0011*00*1'], { set: '999', controlNumber });
const payments = (controlNumber: string) => transactionSet([...REMITTANCE_HEAD, ...claim(1)], { controlNumber });

/** An engine whose only plugin of transaction sets reads 835: the product has one that reads every set. */
const engine = engineWith([new Remittance()]);

describe('a transaction set that no plugin reads', () => {
  it('is an ERROR object, once for a file, and the others are converted', async () => {
    const text = writeSegments(envelope([other('0001'), payments('0002'), other('0003'), payments('0004')]));
    const records = await convertLines([sourceOf('a.edi', text)], {}, engine);
    expect(records.map(({ objectType }) => objectType)).toEqual(['ERROR', 'PAYMENT', 'PAYMENT']);
    expect(records[0]).toMatchObject({
      fileName: 'a.edi',
      segmentNumber: 3,
      message: 'No plugin reads transaction set 999 005010X221A1; its transactions are skipped',
    });
  });

  it('throws EDI_UNSUPPORTED_SET when the file has no other', async () => {
    const error = await ediErrorOf(() => convertText([sourceOf('a.edi', writeSegments(envelope([other('0001')])))], {}, engine));
    expect(error.code).toBe('EDI_UNSUPPORTED_SET');
    expect(error.message).toBe('No plugin reads transaction set 999 005010X221A1; its transactions are skipped. Nothing could be converted.');
  });

  it('is reported for each file', async () => {
    const text = writeSegments(envelope([other('0001')]));
    const records = await convertLines([sourceOf('a.edi', text), sourceOf('b.edi', text), sourceOf('c.edi', remittance())], {}, engine);
    expect(records.map(({ objectType, fileName }) => [objectType, fileName])).toEqual([
      ['ERROR', 'a.edi'],
      ['ERROR', 'b.edi'],
      ['PAYMENT', undefined],
    ]);
  });

  it('has its counts and control numbers checked all the same', async () => {
    const text = writeSegments(envelope([other('0001'), payments('0002')])).replace('SE*3*0001', 'SE*7*0001');
    expect((await convertText([sourceOf('a.edi', text)], {}, engine)).issues).toMatchObject([
      { issueType: 'INVALID' },
      { issueType: 'CONTROL', element: 'SE01' },
    ]);
  });

  it('has no segments either: convertToSegments is refused before anything is opened', async () => {
    const error = await ediErrorOf(() => engine.convert([sourceOf('a.edi', remittance())], { convertToSegments: true }));
    expect(error.code).toBe('EDI_BAD_PARAMETER');
    expect(error.message).toBe('convertToSegments is not available: no plugin reads every set. Leave it out.');
  });
});

describe('the version of a transaction', () => {
  const of = (guide: string, st03 = '') =>
    sourceOf('a.edi', writeSegments(envelope([transactionSet([...REMITTANCE_HEAD, ...claim(1)], { guide: st03 })], { guide })));

  it.each([
    ['005010X221A1', ''],
    ['005010X221', ''],
    ['005010X221A2', ''],
    ['004010X091A1', '005010X221A1'],
    ['005010X221A1', '005010X999'],
    ['', '005010X221'],
  ])('GS08 %j and ST03 %j is read by the guide without a finding', async (guide, st03) => {
    expect(await convertText([of(guide, st03)])).toMatchObject({ issues: [], summary: { records: 1 } });
  });

  it.each([
    ['003070X091', ''],
    ['004010X999', ''],
    ['', ''],
    ['004010', '999999'],
  ])('GS08 %j and ST03 %j is read by the newest guide of the set, with a finding', async (guide, st03) => {
    const { issues, summary } = await convertText([of(guide, st03)]);
    expect(summary.records).toBe(1);
    expect(issues).toMatchObject([
      { issueType: 'INVALID', segment: 'ST', message: expect.stringMatching(/^No guide for version .* of transaction set 835; it is read by 005010X221A1$/) },
    ]);
  });
});
