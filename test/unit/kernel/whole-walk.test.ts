import { join } from 'node:path';
import fc from 'fast-check';
import { ByteWriter } from '../../../src/common/byte-writer';
import { FileReading } from '../../../src/pipeline/file-reading';
import { damagedText } from '../../support/damaged-segments';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { budget } from '../../support/fuzz';
import { claim as payment, REMITTANCE_HEAD } from '../../support/remittance';
import { filesBelow, sharedFolderWhenLong } from '../../support/shared-data';
import { singly } from '../../support/single-items';
import { compare, context, optionsOf, type Variant } from '../../support/two-readings';

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

const transactionOf271 = (...body: readonly string[]): Buffer =>
  Buffer.from(writeSegments(envelope([transactionSet(body, { set: '271', guide: '005010X279A1' })], { guide: '005010X279A1', functionalId: 'HB' })));

/** A 271 with these segments about one subscriber, created at a time. */
const eligibilityAt = (time: string, ...segments: readonly string[]): Buffer =>
  transactionOf271(
    `BHT*0022*11*1*20260101*${time}`,
    'HL*1**20*1',
    'NM1*PR*2*P*****PI*1',
    'HL*2*1*21*1',
    'NM1*1P*2*C*****XX*1',
    'HL*3*2*22*0',
    'NM1*IL*1*A*B****MI*1',
    ...segments,
  );

const eligibility = (...segments: readonly string[]): Buffer => eligibilityAt('1200', ...segments);

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
    const periods = [
      'D8*20260101',
      'D8*20261301',
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
    for (const period of periods) for (const benefit of benefits) await compare(eligibility(`DTP*346*${period}`, `EB*${benefit}`, `DTP*291*${period}`), TREES);
    expect(await compare(eligibility('DTP*346*RD8*20260101-20260131', 'EB*1*IND*30^50'), TREES)).toBe(1);
  });

  it.each(['0000', '2359', '2360', '2400', '1230', '123059', '123060', '1230599', '12305999', '123', '12:30', '1A30', ''])(
    'writes the time %s as objects do',
    async (time) => {
      await compare(eligibilityAt(time, 'EB*1'), TREES);
    },
  );

  it('writes codes of up to four characters with what the list says, and those that it does not have', async () => {
    const codes = ['HC', 'H', 'HCPC', 'ZZZZZ', 'A:1'];
    for (const code of codes) await compare(Buffer.from(payments('CLP*A*1*100*80**12*B*11*1', `NM1*QC*1*A*B****${code}*1`, `SVC*${code}:99213*1*1**1`)), TREES);
  });

  it('leaves keys to objects that come again after others, and loops that come too often', async () => {
    const service = ['REF*LU*1', 'AMT*B6*1'];
    expect(await compare(Buffer.from(payments(...service)), TREES)).toBe(1);
    expect(await compare(Buffer.from(payments(...service, 'REF*LU*2')), TREES)).toBe(0);
    for (const last of ['NM1*PR*2*P*****PI*1', 'HL*2*1*21*1', 'PER*IC*A*TE*1', 'NM1*1P*2*C*****XX*1'])
      await compare(transactionOf271('BHT*0022*11*1*20260101*1200', 'HL*1**20*1', 'NM1*PR*2*P*****PI*1', last), TREES);
  });

  it('writes LE behind the loops that it ends, and leaves it to objects where something is in doubt', async () => {
    const [open, person, end] = ['LS*2120', 'NM1*PR*2*PAYER*****PI*1', 'LE*2120'];
    expect(await compare(eligibility('EB*1', open, person, 'N3*1 WAY', end, 'EB*B'), TREES)).toBe(1);
    expect(await compare(eligibility('EB*1', open, person, end), TREES)).toBe(1);
    const others = [
      end,
      person,
      'N3*1 WAY',
      'III*ZZ*11',
      'MSG*TEXT',
      'EB*B',
      'DTP*291*D8*20260101',
      'PER*IC*A*TE*1',
      'HL*4*3*23*0',
      'HL*4*2*22*0',
      'ZZ*1',
      'REF*18*1',
      'LS*2120',
      'LE*9',
    ];
    for (const before of [[], [person], [person, person]])
      for (const one of others)
        for (const two of [[], ['EB*B'], ...others.map((other) => [other])]) await compare(eligibility('EB*1', open, ...before, end, one, ...two), TREES);
    for (const one of others) for (const two of others) await compare(eligibility('EB*1', open, person, one, two, end, 'EB*B'), TREES);
  });

  it('writes segments after all loops', async () => {
    expect(await compare(Buffer.from(payments('PLB*1*20251231*WO:X*5', 'PLB*1*20251231*72:Y*-5')), TREES)).toBe(1);
  });

  it('leaves a transaction set to objects that is not as the guide has it, or whose SE is not', async () => {
    expect(await compare(Buffer.from(payments()), TREES)).toBe(1);
    for (const odd of ['ZZ*1', 'REF*ZZ*1~PLB*1*20251231*WO:X*5~AMT*B6*1', 'N1*PR*A', 'SVC*HC:1*1*1**1*"'])
      expect(await compare(Buffer.from(payments(odd)), TREES)).toBe(0);
    expect(await compare(Buffer.from(payments().replace(/SE\*\d+/, 'SE*7')), TREES)).toBe(0);
    expect(await compare(Buffer.from(payments().replace(/SE\*/, 'SE*0')), TREES)).toBe(1);
    expect(await compare(Buffer.from(payments().replace(/SE\*[^~]*~/, '')), TREES)).toBe(0);
  });

  it('makes the objects of a tree that was written, when somebody asks for them', () => {
    const edi = Buffer.from(payments('PLB*1*20251231*WO:X*5'));
    const rootOf = (writesEarly: boolean): { readonly isWritten: boolean; readonly tree: string } => {
      const reading = new FileReading(context.sets, optionsOf(TREES, writesEarly));
      const [item] = singly([...reading.write(edi), ...reading.end()]).flatMap((one) =>
        one.kind === 'record' && 'loop' in one && one.segment.id === 'ST' ? [one] : [],
      );
      if (item === undefined) throw new Error('There is no tree.');
      const out = new ByteWriter();
      item.record.bound.encode(item.loop, item.segment, 0, { out, context: item.context, missing: undefined });
      return { isWritten: item.json !== undefined, tree: `${out.written.toString()} at ${JSON.stringify(item.segment.place)}` };
    };
    const [early, late] = [rootOf(true), rootOf(false)];
    expect([early.isWritten, late.isWritten]).toEqual([true, false]);
    expect(early.tree).toContain('PLB');
    expect(early.tree).toBe(late.tree);
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
    const texts = files.map(({ text }) => text);
    await fc.assert(
      fc.asyncProperty(damagedText(texts), fc.constantFrom(...VARIANTS), fc.integer({ min: 500, max: 70_000 }), async (text, variant, size) => {
        await compare(Buffer.from(text, 'latin1'), variant, size);
      }),
      budget(30),
    );
  });

  it('gives the same for the files of the corpus', async () => {
    const corpus = sharedFolderWhenLong('corpus');
    for (const file of corpus === undefined ? [] : filesBelow(corpus)) await compare(Buffer.from(repeated(file.read().toString('latin1')), 'latin1'), TREES);
  });
});
