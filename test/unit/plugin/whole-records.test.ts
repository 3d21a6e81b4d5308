import { constant, loops, record, recordId, text } from '../../../src/plugin';
import { convertText, linesOf, sourceOf } from '../../support/conversion';
import { engineWith, transactionSetPlugin } from '../../support/plugin-engine';
import { inPieces } from '../../support/pieces';
import { claim, remittance } from '../../support/remittance';

const paid = record('Paid', { number: text('CLP01') });
const remitted = record('Remitted', {
  id: recordId(),
  objectType: constant('REMITTED'),
  trace: text('TRN02'),
  groups: loops('2000', record('Group', { claims: loops('2100', paid) })),
});

const engine = engineWith([transactionSetPlugin({ emits: [{ whole: remitted }] })]);
const claims = (count: number): string => remittance({ claims: Array.from({ length: count }, (_, i) => claim(i + 1)) });

describe('a record of a whole transaction', () => {
  it.each([1, 1500])('should be one record of %d claims: only segment trees are cut', async (count) => {
    const { text: json } = await convertText([sourceOf('a.edi', claims(count))], {}, engine);
    const numbers = Array.from({ length: count }, (_, i) => ({ number: `CLAIM${i + 1}` }));
    expect(linesOf(json)).toMatchObject([{ objectType: 'REMITTED', trace: 'TRACE1', groups: [{ claims: numbers }] }]);
  });

  it('should report what no field of it reads, in whatever pieces the input arrives', async () => {
    const text = remittance({ claims: [['CLP*CLAIM1*1*100'], ['CLP*CLAIM2*1*100', 'ZZZ*1']], head: ['BPR*I*100', 'TRN*1*TRACE1', 'LX*1'] });
    const found = async (...pieces: readonly (string | Buffer)[]) => {
      const { issues, summary } = await convertText([sourceOf('a.edi', ...pieces)], {}, engine);
      expect(summary).toMatchObject({ records: 1, skippedSegments: 2, unreadValues: 4 });
      return issues.map(({ ruleId, segment, element }) => `${ruleId} ${element ?? segment}`);
    };
    const unread = ['segment-unknown ZZZ', 'segment-unread BPR', ...['CLP02', 'CLP03', 'CLP02', 'CLP03'].map((element) => `value-unread ${element}`)];
    expect(await found(text)).toEqual(unread);
    expect(await found(...inPieces(Buffer.from(text), 7))).toEqual(unread);
  });

  it('should not report what a large one reads', async () => {
    const head = ['TRN**TRACE1', 'LX*1'];
    const text = remittance({ head, claims: Array.from({ length: 6000 }, (_, i) => [`CLP*CLAIM${i}`]) });
    expect((await convertText([sourceOf('a.edi', text)], {}, engine)).issues).toEqual([]);
  });
});
