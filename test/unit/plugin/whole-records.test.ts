import { constant, loops, record, recordId, text } from '../../../src/plugin';
import { convertText, linesOf, sourceOf } from '../../support/conversion';
import { engineWith, transactionSetPlugin } from '../../support/plugin-engine';
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
});
