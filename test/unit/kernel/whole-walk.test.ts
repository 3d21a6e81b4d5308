import { join } from 'node:path';
import fc from 'fast-check';
import { damage } from '../../support/damaged-segments';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { budget } from '../../support/fuzz';
import { claim as payment, REMITTANCE_HEAD } from '../../support/remittance';
import { filesBelow, sharedFolderWhenLong } from '../../support/shared-data';
import { compare, type Variant } from '../../support/two-readings';

/*
 * A transaction set that is one tree is walked and written in the kernel where all of it stands where the guide has it; everything else, and everything without
 * `writesEarly`, is made of objects.
 */

const TREES: Variant = { asSegments: true };
const VARIANTS: readonly Variant[] = [
  TREES,
  { ...TREES, hasControlSegments: true, isTransactionTopLevel: true },
  { ...TREES, splitAfter: 30 },
  { ...TREES, rules: {} },
];

const files = filesBelow(join(__dirname, '../../../samples'))
  .filter(({ name }) => name.endsWith('.edi'))
  .map(({ name, read }) => ({ name, text: repeated(read().toString('latin1')) }));

/** Whole interchanges, whose counts stay right. */
function repeated(text: string): string {
  return text.repeat(1 + Math.ceil(20_000 / text.length));
}

/** Their transactions stand where the guides have them, but for some mistakes. */
const CLEAN: ReadonlySet<string> = new Set(['271.edi', '834.edi', '835.edi', '835-institutional.edi', '837d.edi', '837i.edi', '837p.edi']);

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1);

/** An 835 of one transaction with these segments after its claims. */
const payments = (...segments: readonly string[]): string =>
  writeSegments(envelope([transactionSet([...REMITTANCE_HEAD, ...numbers(3).flatMap(payment), ...segments], { controlNumber: '0001' })]));

/** One segment of each kind of value, with what it may be. */
const VALUES: readonly string[] = [
  'DTM*405*20251231',
  'DTM*405*20251331',
  'DTM*405*2025',
  'DTM*405*20251231*1230',
  'DTM*405*20251231*123059',
  'DTM*405*20251231*12305999',
  'DTM*405*20251231*2460',
  'DTM*405*20251231*1260',
  'DTM*405*20251231*123060',
  'DTM*405*20251231*12:3',
  'PER*BL*HELP*TE*5551234567',
  'PER*ABCDE*HELP*XYZ*1',
  'REF*6R*A:B:C',
  'REF*6R**DESC*D8:20250101:X',
  'AMT*B6*10',
  'AMT*B6*10.50',
  'AMT*B6*-3',
  'AMT*B6*007',
  'AMT*B6*.5',
  'AMT*B6*1E3',
  'AMT*B6*X',
  'QTY*CA*1*DA:2:3',
  'QTY*CA*1*:::',
  'CAS*CO*45*10**253*1**97*2.',
  'SVC*HC:99213:25^HC:1*100*80**1',
  'SVC*HC:99213:25:26:27:28:TEXT:MORE:AND:MORE*100*80**1*HC:1',
  'MOA*1.0**MA01^MA02',
  'TS3*123*11*20251231*007*100',
  'LQ*HE*M15*EXTRA*MORE',
];

describe('the tree that the kernel writes', () => {
  it.each(files)('gives the trees, issues and counts of $name that objects give', async ({ name, text }) => {
    const early: number[] = [];
    for (const variant of VARIANTS) for (const size of [1 << 16, 8_000]) early.push(await compare(Buffer.from(text, 'latin1'), variant, size));
    if (CLEAN.has(name)) expect(early[0]).toBeGreaterThan(0);
    // With findings a tree is not written before it is complete.
    expect(early.at(-1)).toBe(0);
  });

  it.each(VALUES)('writes %s as objects do', async (value) => {
    for (const after of ['CLP*A*1*100*80**12*B*11*1', 'SVC*HC:99213*100*80**1'])
      await compare(Buffer.from(payments('CLP*A*1*100*80**12*B*11*1', after, value)), TREES);
  });

  it('writes periods, repetitions and composites by the element before, and by their separators', async () => {
    const level = [
      'BHT*0022*11*1*20260101*1200',
      'HL*1**20*1',
      'NM1*PR*2*P*****PI*1',
      'HL*2*1*21*1',
      'NM1*1P*2*C*****XX*1',
      'HL*3*2*22*0',
      'NM1*IL*1*A*B****MI*1',
    ];
    const periods = [
      'D8*20260101',
      'RD8*20260101-20260131',
      'RD8*20260101-',
      'RD8*-20260131',
      'RD8*20260101',
      'RD8*20261301-20260131',
      'D8*20260101-20260131',
      'X*20260101',
      '*20260101',
    ];
    const benefits = ['1', '1*IND*30^^50^', '1*IND*^', '1**30', '1*IND*30**GOLD*27*1*0*0*0*0*0*Y*HC:1::A*X:1:2:3'];
    for (const period of periods) {
      for (const benefit of benefits) {
        const body = [...level, `DTP*346*${period}`, `EB*${benefit}`, `DTP*291*${period}`];
        const edi = writeSegments(envelope([transactionSet(body, { set: '271', guide: '005010X279A1' })], { guide: '005010X279A1', functionalId: 'HB' }));
        await compare(Buffer.from(edi), TREES);
      }
    }
  });

  it('writes segments after all loops', async () => {
    expect(await compare(Buffer.from(payments('PLB*1*20251231*WO:X*5', 'PLB*1*20251231*72:Y*-5')), TREES)).toBe(1);
  });

  it('leaves a transaction set to objects that is not as the guide has it, or whose SE is not', async () => {
    expect(await compare(Buffer.from(payments()), TREES)).toBe(1);
    for (const odd of ['ZZ*1', 'REF*ZZ*1~PLB*1*20251231*WO:X*5~AMT*B6*1', 'N1*PR*A', 'SVC*HC:1*1*1**1*"'])
      expect(await compare(Buffer.from(payments(odd)), TREES)).toBe(0);
    expect(await compare(Buffer.from(payments().replace(/SE\*\d+/, 'SE*7')), TREES)).toBe(0);
    expect(await compare(Buffer.from(payments().replace(/SE\*[^~]*~/, '')), TREES)).toBe(0);
  });

  it('waits for the end of a transaction set, and not for a long one', async () => {
    const long = (count: number): Buffer =>
      Buffer.from(
        writeSegments(envelope(numbers(3).map((i) => transactionSet([...REMITTANCE_HEAD, ...numbers(count).flatMap(payment)], { controlNumber: `000${i}` })))),
      );
    for (const size of [500, 4_096, 1 << 16]) expect(await compare(long(30), TREES, size)).toBe(3);
    // Pieces of usual size end in it.
    expect(await compare(long(1_500), TREES)).toBe(0);
  });

  it('gives the same for damaged files, in pieces of any size', async () => {
    const edit = fc.tuple(fc.nat(), fc.constantFrom('delete', 'repeat', 'swap', 'empty', 'quote', 'unknown', 'amount', 'value'));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(edit, { maxLength: 8 }),
        fc.constantFrom(...VARIANTS),
        fc.integer({ min: 500, max: 70_000 }),
        async ({ text }, edits, variant, size) => {
          const segments = text.split('~');
          for (const [place, kind] of edits) damage(segments, 3 + (place % (segments.length - 4)), kind);
          await compare(Buffer.from(segments.join('~'), 'latin1'), variant, size);
        },
      ),
      budget(30),
    );
  });

  it('gives the same for the files of the corpus', async () => {
    const corpus = sharedFolderWhenLong('corpus');
    for (const file of corpus === undefined ? [] : filesBelow(corpus)) await compare(Buffer.from(repeated(file.read().toString('latin1')), 'latin1'), TREES);
  });
});
