import { join } from 'node:path';
import fc from 'fast-check';
import { ByteWriter } from '../../../src/common/byte-writer';
import { CodeDescriptions, MissingCodes } from '../../../src/mapping/code-descriptions';
import { FileReading } from '../../../src/pipeline/file-reading';
import { encodeItem } from '../../../src/pipeline/record-item';
import type { StreamItem } from '../../../src/pipeline/stream-item';
import { directoryOf, everyCode } from '../../support/code-directory';
import { damage, damagedText } from '../../support/damaged-segments';
import { biller, claim, claimFile, subscriber } from '../../support/claims';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { budget, everyNth } from '../../support/fuzz';
import { manyTransactions } from '../../support/many-transactions';
import { inPieces } from '../../support/pieces';
import { claim as payment, remittance, REMITTANCE_HEAD } from '../../support/remittance';
import { filesBelow, sharedFolderWhenLong } from '../../support/shared-data';
import { singly } from '../../support/single-items';
import { compare, context, optionsOf, readAll, type Variant } from '../../support/two-readings';

/*
 * What stands where the guide has it is walked in the kernel; everything else, and everything without `writesEarly`, by `LoopWalker`. Both have to
 * give the same records, issues and counts.
 */

const files = filesBelow(join(__dirname, '../../../samples'))
  .filter(({ name }) => name.endsWith('.edi'))
  .map(({ name, read }) => ({ name, text: manyTransactions(read().toString('latin1')) }));

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1);

/** What the first pieces show is known in the next ones. */
const PIECE_BYTES = 8_000;

const VARIANTS: readonly Variant[] = [
  {},
  { isTransactionTopLevel: true, hasControlSegments: true, objects: new Set(['all']) },
  { descriptions: new CodeDescriptions(everyCode()) },
  { rules: {} },
  { rules: { levels: '1-7' } },
  { rules: { rules: '-835-line-balance,-837-claim-charge,-segment-required' }, descriptions: new CodeDescriptions(everyCode()) },
];

/** An 837P up to its subscribers, and levels below them. `hasLevels` is what HL04 says. */
function levelsOf837() {
  const text = files.find(({ name }) => name === '837p.edi')?.text ?? '';
  const claim = 'CLM*A1*100***11:B:1*Y*A*Y*I~HI*ABK:E119~LX*1~SV1*HC:19110*100*UN*2***1~DTP*472*D8*20250114~';
  return {
    head: text.slice(0, text.search(/HL\*\d+\*\d*\*22\*/)),
    claim,
    patient: (number: number, parent: number): string =>
      `HL*${number}*${parent}*23*0~PAT*19~NM1*QC*1*DOE*ANN${number}~N3*1 ELM~N4*AKRON*OH*44301~DMG*D8*20010101*F~${claim}`,
    subscriber: (number: number, hasLevels: 0 | 1): string =>
      `HL*${number}*1*22*${hasLevels}~SBR*P********CI~NM1*IL*1*DOE*JO${number}****MI*A${number}~N3*1 ELM~N4*AKRON*OH*44301~DMG*D8*19500101*F~NM1*PR*2*PAYER*****PI*P1~`,
  };
}

const few = fc.constantFrom(0, 10, 20);
const payerId = fc.constantFrom('P1', 'P1', 'P2');

/** Says rarely that an amount is not what it should be. */
const wrong = fc.integer({ min: 0, max: 9 }).map((one) => (one === 1 ? 10 : 0));

/** A line with what other payers decided about it, and its adjustments. */
const lineAdjudicated = fc
  .tuple(few, fc.array(fc.tuple(payerId, few, wrong), { maxLength: 2 }))
  .map(([charge, decisions]) => ({ charge, decisions: decisions.map(([id, adjusted, off]) => ({ id, adjusted, paid: charge - adjusted + off })) }));

const otherPayer = fc.record({ id: payerId, adjusted: few, adds: fc.constantFrom('own', 'own', 'all'), code: fc.constantFrom('D', 'D', 'EAF'), off: wrong });

/** Claims whose other payers are mostly balanced, by their own adjustments or by those of everybody. */
const claimsPaidByOthers = fc
  .tuple(fc.array(lineAdjudicated, { minLength: 1, maxLength: 2 }), fc.array(otherPayer, { maxLength: 2 }), wrong)
  .map(([lines, payers, off]) => {
    const charge = off + lines.reduce((sum, line) => sum + line.charge, 0);
    const adjustedBy = (id: string | undefined): number =>
      lines.flatMap(({ decisions }) => decisions).reduce((sum, one) => sum + (id === undefined || one.id === id ? one.adjusted : 0), 0);
    const others = payers.map(({ id, adjusted, adds, code, off: wrongBy }) => {
      const paid = charge - adjusted - adjustedBy(adds === 'own' ? id : undefined) + wrongBy;
      return `SBR*P*18*******CI~CAS*CO*45*${adjusted}~AMT*${code}*${paid}~OI***Y***Y~NM1*IL*1*DOE*JO****MI*A1~NM1*PR*2*PAYER*****PI*${id}~`;
    });
    const billed = lines.map(({ charge: ofLine, decisions }, i) => {
      const decided = decisions.map(({ id, adjusted, paid }) => `SVD*${id}*${paid}*HC:99213**1~CAS*CO*45*${adjusted}~DTP*573*D8*20250120~`);
      return `LX*${i + 1}~SV1*HC:99213*${ofLine}*UN*1***1~DTP*472*D8*20250114~${decided.join('')}`;
    });
    return `CLM*A1*${charge}***11:B:1*Y*A*Y*I~HI*ABK:E119~${others.join('')}${billed.join('')}`;
  });

/** An amount in ten-thousandths as text: with or without zeros at its ends, and now and then with something else in it. */
const written = (value: number): fc.Arbitrary<string> => {
  const [whole, decimals] = [Math.trunc(Math.abs(value) / 10_000), String(Math.abs(value) % 10_000).padStart(4, '0')];
  const sign = value < 0 ? '-' : '';
  const short = decimals.replace(/0+$/, '');
  const usual = short === '' ? `${sign}${whole}` : `${sign}${whole}.${short}`;
  const others = [`${sign}${whole}.${decimals}`, `${sign}0${usual.slice(sign.length)}`, `${usual}${short === '' ? '.' : '0'}`, usual.replace('0.', '.')];
  return fc.integer({ min: 0, max: 60 }).map((i) => others[i] ?? (i === 50 ? `${usual}O` : i === 51 ? usual.replace(/\d/, ':') : i === 52 ? '.' : usual));
};

/** A name, now and then with a separator in it. */
const personName = fc
  .tuple(fc.stringMatching(/^[A-Z]{1,40}$/), fc.nat({ max: 400 }), fc.constantFrom(':', '^'))
  .map(([letters, at, other]) => (at < letters.length ? letters.slice(0, at) + other + letters.slice(at + 1) : letters));

const amount = fc.oneof(
  fc.integer({ min: 0, max: 999 }).map((dollars) => dollars * 10_000),
  fc.integer({ min: -99_999, max: 1_999_999_999 }),
);

/** A paid claim of one line that is mostly balanced. */
const paidClaim = fc
  .tuple(amount, amount, fc.constantFrom(0, 0, 0, 0, 0, 1, 100), personName)
  .chain(([charge, paid, off, name]) =>
    fc.tuple(written(charge), written(paid), written(charge - paid + off), fc.constant(name), fc.constantFrom('20250102', '20250102', '20250230')),
  )
  .map(
    ([charge, paid, adjusted, name, day]) =>
      `CLP*A1*1*${charge}*${paid}**12*B1*11*1~NM1*QC*1*${name}*JO~SVC*HC:99213*${charge}*${paid}**1~DTM*472*${day}~CAS*CO*45*${adjusted}~`,
  );

/** The family that has more claims than the guide allows: their number shows whether one was counted twice. */
const MOST_CLAIMS_AT = 31;

/** Files with many records that stand where the guide has them. */
const WALKED: ReadonlySet<string> = new Set(['834.edi', '835.edi', '835-institutional.edi', '837i.edi']);

describe('the walk in the kernel', () => {
  it.each(everyNth(5, files))('gives the records, issues and counts of $name that LoopWalker gives', async ({ name, text }) => {
    const early: number[] = [];
    for (const variant of VARIANTS) early.push(await compare(Buffer.from(text, 'latin1'), variant, PIECE_BYTES));
    if (!WALKED.has(name)) return;
    expect(Math.max(...early)).toBeGreaterThan(0);
    expect(early[VARIANTS.findIndex(({ rules }) => rules !== undefined)]).toBeGreaterThan(0);
  });

  it.each(['835.edi', '837i.edi'])('gives the findings of %s with one mistake that LoopWalker gives', async (wanted) => {
    const segments = (files.find(({ name }) => name === wanted)?.text ?? '').split('~');
    const idOf = (segment: string): string => segment.trim().split('*')[0] ?? '';
    const from = (2 * segments.length) / 3;
    const places = new Map(segments.map((segment, i) => [idOf(segment), i] as const).filter(([, i]) => i > from && i < segments.length - 40));
    const mistakes = [...places.values()].flatMap((place) => ['amount', 'value', 'delete', 'repeat'].map((kind) => ({ place, kind })));
    for (const { place, kind } of everyNth(18, mistakes)) {
      const changed = [...segments];
      damage(changed, place, kind);
      await compare(Buffer.from(changed.join('~'), 'latin1'), { rules: {} }, PIECE_BYTES);
    }
  });

  it('gives the findings of claims with two mistakes that LoopWalker gives', async () => {
    const set = [...REMITTANCE_HEAD, ...numbers(30).flatMap(payment)];
    const all = envelope([transactionSet(set, { controlNumber: '0001' })]);
    const start = all.findIndex((segment) => segment.startsWith('CLP*CLAIM10*'));
    const kinds = ['amount', 'value', 'empty', 'delete', 'repeat', 'swap'];
    const mistakes = payment(10).flatMap((_segment, i) => kinds.map((kind) => ({ place: start + i, kind })));
    for (const first of everyNth(3, mistakes)) {
      for (const second of mistakes.filter(({ place }) => place >= first.place)) {
        const changed = [...all];
        // The later one first: it may take the place away.
        for (const { place, kind } of [second, first]) damage(changed, place, kind);
        expect(await compare(Buffer.from(writeSegments(changed)), { rules: {} })).toBeGreaterThan(0);
      }
    }
  });

  it.each([
    ['a wrong code, which reaches no field', 'CAS*PR*1*20', 'CAS*XX*1*20'],
    ['a day that is none', 'DTM*472*20250102', 'DTM*472*X0250102'],
    ['an amount that is none', 'CAS*PR*1*20', 'CAS*PR*1*2O'],
    ['a missing element', 'NM1*QC*1*DOE*JANE', 'NM1*QC**DOE*JANE'],
    ['a value that is too long', 'NM1*QC*1*DOE*JANE', `NM1*QC*1*${'D'.repeat(61)}*JANE`],
    ['a wrong sum', 'CAS*PR*1*20', 'CAS*PR*1*21'],
    ['a wrong sum beside a wrong code', 'CAS*PR*1*20', 'CAS*XX*1*21'],
  ])('writes records with %s while they are read, with their issues', async (_what, from, to) => {
    const set = [...REMITTANCE_HEAD, ...numbers(60).flatMap((number) => payment(number).map((one) => (number % 3 === 0 && one === from ? to : one)))];
    const edi = Buffer.from(writeSegments(envelope([transactionSet(set, { controlNumber: '0001' })])));
    await compare(edi, { rules: {} }, PIECE_BYTES);
    // All but some at the ends of pieces; 20 have a mistake.
    expect(await compare(edi, { rules: {} }, PIECE_BYTES)).toBeGreaterThan(55);
    await compare(edi, { rules: {}, descriptions: new CodeDescriptions(everyCode()) }, PIECE_BYTES);
  });

  it('begins and ends with transactions, PLB and mistakes in their first and last segments included', async () => {
    const head = [
      ...REMITTANCE_HEAD.slice(0, -2),
      'PER*BL*HELP*TE*5551234567',
      'N1*PE*PAYEE ONE*XX*1234567893',
      'N3*1 PAYEE STREET',
      'N4*PAYEEVILLE*NY*10001',
      'LX*1',
    ];
    const set = [...head, ...numbers(30).flatMap(payment), 'PLB*123*20251231*WO:X*5', 'PLB*123*20251231*72:Y*-5'];
    const all = envelope(numbers(4).map((i) => transactionSet(set, { controlNumber: `000${i}` })));
    const text = (segments: readonly string[]): Buffer => Buffer.from(writeSegments(segments));
    for (const rules of [undefined, {}]) {
      const variant = rules === undefined ? {} : { rules };
      // All but the PLB, once the forms are known.
      await compare(text(all), variant);
      expect(await compare(text(all), variant)).toBe(120);
      const third = all.findIndex((segment) => segment.startsWith('ST*835*0003'));
      const end = all.findIndex((segment, i) => i > third && segment.startsWith('SE*'));
      const places = [...numbers(head.length + 9).map((i) => third + i), ...numbers(12).map((i) => end - i), end, end + 1];
      const mistakes = places.flatMap((place) => ['amount', 'value', 'empty', 'delete', 'repeat', 'swap', 'stray'].map((kind) => ({ place, kind })));
      for (const { place, kind } of everyNth(5, mistakes)) {
        const changed = [...all];
        damage(changed, place, kind);
        await compare(text(changed), variant);
      }
    }
  });

  it('counts claims of a level whose HL is missing, as LoopWalker does', async () => {
    const text = files.find(({ name }) => name === '837p.edi')?.text ?? '';
    const head = text.slice(0, text.search(/HL\*\d+\*\d*\*22\*/));
    // More than the guide allows in a level, so that their number is in a finding.
    const claim = 'CLM*A1*100***11:B:1*Y*A*Y*I~HI*ABK:E119~LX*1~SV1*HC:19110*100*UN*2***1~DTP*472*D8*20250114~';
    await compare(Buffer.from(`${head}${claim.repeat(300)}SE*1*0001~`, 'latin1'), { rules: {} }, PIECE_BYTES);
  });

  it('goes on at a level or claim that is incomplete at the end of a piece, as if the piece were longer', async () => {
    const text = files.find(({ name }) => name === '837p.edi')?.text ?? '';
    const head = text.slice(0, text.search(/HL\*\d+\*\d*\*22\*/));
    const claim = 'CLM*A1*100***11:B:1*Y*A*Y*I~HI*ABK:E119~LX*1~SV1*HC:19110*100*UN*2***1~DTP*472*D8*20250114~';
    const insured = 'NM1*IL*1*DOE*JO****MI*A1~N3*1 ELM~N4*AKRON*OH*44301~DMG*D8*19500101*F~NM1*PR*2*PAYER*****PI*P1~';
    const patient = 'PAT*19~NM1*QC*1*DOE*ANN~N3*1 ELM~N4*AKRON*OH*44301~DMG*D8*20010101*F~';
    let number = 1;
    const level = (parent: number, code: number, isLeaf: boolean): string => `HL*${++number}*${parent}*${code}*${isLeaf ? 0 : 1}~`;
    const family = (i: number): string => {
      const own = `${level(1, 22, i % 3 > 0)}SBR*P*${i % 3 > 0 ? '18' : ''}*******CI~${insured}${i % 3 > 0 ? claim.repeat(i === MOST_CLAIMS_AT ? 110 : i % 4) : ''}`;
      const subscriber = number;
      return i % 3 > 0 ? own : own + `${level(subscriber, 23, true)}${patient}${claim.repeat(1 + (i % 2))}`;
    };
    const edi = Buffer.from(`${head}${Array.from({ length: 160 }, (_, i) => family(i)).join('')}SE*1*0001~`, 'latin1');
    const early: number[] = [];
    for (const size of [2_503, 3_001, 8_000, 16_384]) for (const variant of [{}, { rules: {} }]) early.push(await compare(edi, variant, size));
    expect(Math.min(...early)).toBeGreaterThan(100);
  });

  it('finds a level again whose piece of input is gone', async () => {
    const { head, patient, subscriber } = levelsOf837();
    const family = (number: number): string => subscriber(number, 1) + patient(number + 1, number);
    const families = Array.from({ length: 60 }, (_, i) => family(2 + 2 * i)).join('');
    // Patients of subscribers from 100 to 10,000 bytes before, with others between them.
    const late = [118, 90, 60].map((parent, i) => patient(200 + 10 * i, parent) + family(202 + 10 * i)).join('');
    const edi = Buffer.from(`${head}${families}${late}${family(300)}SE*1*0001~`, 'latin1');
    for (const size of [2_503, 8_000]) for (const variant of [{}, { rules: {} }]) expect(await compare(edi, variant, size)).toBeGreaterThan(30);
  });

  it('finds the newest levels that say they have none below them, and those in which others stand all the same', async () => {
    const { head, claim, patient, subscriber } = levelsOf837();
    const patients = Array.from({ length: 60 }, (_, i) => patient(3 + i, 2)).join('');
    const alone = Array.from({ length: 40 }, (_, i) => subscriber(70 + i, 0) + claim).join('');
    for (const named of [2, 62, 93, 94, 95, 109]) {
      const edi = Buffer.from(`${head}${subscriber(2, 0)}${patients}${alone}${patient(200, named)}SE*1*0001~`, 'latin1');
      for (const size of [2_503, 8_000, 1 << 16]) for (const variant of [{}, { rules: {} }]) expect(await compare(edi, variant, size)).toBeGreaterThan(30);
    }
  });

  it('judges amounts and texts however they are written, as the rules do', async () => {
    const head = remittance({ claims: [] }).split('SE*')[0] ?? '';
    const early: number[] = [];
    const judges = async (claims: readonly string[]): Promise<void> => {
      early.push(await compare(Buffer.from(`${head}${claims.join('')}SE*1*0001~`, 'latin1'), { rules: {} }, PIECE_BYTES));
    };
    await fc.assert(fc.asyncProperty(fc.array(paidClaim, { minLength: 60, maxLength: 60 }), judges), budget(60));
    expect(Math.max(...early)).toBeGreaterThan(20);
  });

  it('judges whole numbers as the rules do', async () => {
    const text = files.find(({ name }) => name === '837p.edi')?.text ?? '';
    const head = text.slice(0, text.indexOf('CLM*'));
    const numbers = ['1', '01', '1.', '1.5', '.', '-1', '-', '1A', '1/2', '123456', '1234567', '12345678', '123456789', '1'];
    const claims = numbers.map((one) => `CLM*A1*100***11:B:1*Y*A*Y*I~HI*ABK:E119~LX*${one}~SV1*HC:19110*100*UN*2***1~DTP*472*D8*20250114~`);
    expect(await compare(Buffer.from(`${head}${claims.join('').repeat(8)}SE*1*0001~`, 'latin1'), { rules: {} }, PIECE_BYTES)).toBeGreaterThan(0);
  });

  it('judges elements that need one another, and those that are not used, as the rules do', async () => {
    const head = remittance({ claims: [] }).split('SE*')[0] ?? '';
    const adjustments = [
      'PR*1*20',
      'PR*1',
      'PR**20',
      'PR*1*20*1',
      'PR*1*20*1*0',
      'PR*1*20*1**2',
      'PR*1*20**0',
      'PR*1*20***2',
      'PR*1*20*1*0**0',
      'PR*1*20*1*0*2',
    ];
    const patients = ['JANE', 'JANE*****MI', 'JANE****JR', 'JANE**MS', 'JANE*****MI*A1', 'JANE******A1'];
    const dates = ['20250102', '20250102*1200', '20250102***D8', '20250102***D8*20250102'];
    const claims = adjustments.flatMap((adjustment, i) => {
      const patient = patients[i % patients.length] ?? '';
      return dates.map((date) => `CLP*A1*1*100*80*20*12*P1*11*1~NM1*QC*1*DOE*${patient}~SVC*HC:99213*100*80**1~DTM*472*${date}~CAS*${adjustment}~`);
    });
    expect(await compare(Buffer.from(`${head}${claims.join('').repeat(4)}SE*1*0001~`, 'latin1'), { rules: {} }, PIECE_BYTES)).toBeGreaterThan(20);
  });

  it('knows new combinations of codes by the elements that it has met', async () => {
    const head = remittance({ claims: [] }).split('SE*')[0] ?? '';
    const [filings, statuses, frequencies] = [
      ['12', '13', '14', 'MC', 'MB'],
      ['1', '2', '3', '19'],
      ['1', '7', '8'],
    ];
    const paid = (filing: string, status: string, frequency: string): string =>
      `CLP*A*${status}*100*80*20*${filing}*B*11*${frequency}~NM1*QC*1*DOE*JO~SVC*HC:99213*100*80**1~DTM*472*20250102~`;
    const each = [
      ...filings.map((one) => paid(one, '1', '1')),
      ...statuses.map((one) => paid('12', one, '1')),
      ...frequencies.map((one) => paid('12', '1', one)),
    ];
    const all = filings.flatMap((filing) => statuses.flatMap((status) => frequencies.map((frequency) => paid(filing, status, frequency))));
    const edi = `${head}${each.join('').repeat(8)}${all.join('')}SE*1*0001~`;
    expect(await compare(Buffer.from(edi, 'latin1'), {}, 2_000)).toBeGreaterThan(all.length + 4 * each.length);
  });

  it('knows what is read beside other segments by the places that are taken', async () => {
    const providers = Array.from({ length: 80 }, (_, i) => {
      const level = String(2 * i + 1);
      const [hl = '', ...named] = biller(`A${i}`, level);
      const taxonomy = `PRV*BI*PXC*20${String(i).padStart(2, '0')}00000X`;
      return [hl, ...(i % 8 === 3 ? [] : [taxonomy]), ...named, ...subscriber('A', String(2 * i + 2), level), ...claim(`C${i}`)];
    });
    const edi = Buffer.from(claimFile([providers.flat()]));
    expect(await compare(edi, {}, PIECE_BYTES)).toBeGreaterThan(50);
  });

  it('judges by data what other payers paid, as the rules do', async () => {
    const text = files.find(({ name }) => name === '837p.edi')?.text ?? '';
    const head = text.slice(0, text.indexOf('CLM*'));
    const early: number[] = [];
    const judges = async (claims: readonly string[]): Promise<void> => {
      early.push(await compare(Buffer.from(`${head}${claims.join('')}SE*1*0001~`, 'latin1'), { rules: {} }, PIECE_BYTES));
    };
    await fc.assert(fc.asyncProperty(fc.array(claimsPaidByOthers, { minLength: 60, maxLength: 60 }), judges), budget(100));
    expect(Math.max(...early)).toBeGreaterThan(20);
  });

  it('describes and judges codes that share their place in a table', async () => {
    const text = (files.find(({ name }) => name === '835.edi')?.text ?? '').repeat(6);
    let count = 46_656;
    const edi = Buffer.from(text.replaceAll(/CAS\*(\w+)\*\w+/g, (_all, group: string) => `CAS*${group}*${(count++ % 5_000).toString(36)}`));
    const directory = directoryOf((list, code) => ({ desc: `${list} ${code}`, validity: { isKnown: !code.endsWith('7') } }));
    const descriptions = new CodeDescriptions(directory);
    const missing = new MissingCodes();
    for (const item of singly(new FileReading(context.sets, optionsOf({ descriptions }, false)).write(edi)))
      if (item.kind === 'record') encodeItem(item, new ByteWriter(), missing);
    await descriptions.learn(missing);
    for (const variant of [{ descriptions }, { descriptions, rules: {} }]) {
      const { lines } = await readAll(edi, optionsOf(variant, true), PIECE_BYTES);
      const described = [...lines.join('').matchAll(/"subType":"(\w+)","code":"(\w+)","desc":"([^"]*)"/g)];
      expect(described.filter(([, list, code, desc]) => desc !== `${list} ${code}`)).toEqual([]);
      expect(described.length).toBeGreaterThan(5_000);
      expect(await compare(edi, variant, PIECE_BYTES)).toBeGreaterThan(0);
    }
  });

  it('gives the same for damaged files, in pieces of any size', async () => {
    const texts = files.map(({ text }) => text);
    await fc.assert(
      fc.asyncProperty(damagedText(texts), fc.constantFrom(...VARIANTS), fc.integer({ min: 2_000, max: 70_000 }), async (text, variant, size) => {
        await compare(Buffer.from(text, 'latin1'), variant, size);
      }),
      budget(12),
    );
  });

  it('gives the same for the files of the corpus', async () => {
    const corpus = sharedFolderWhenLong('corpus');
    for (const file of corpus === undefined ? [] : filesBelow(corpus)) {
      const edi = Buffer.from(manyTransactions(file.read().toString('latin1')), 'latin1');
      await compare(edi, {});
      await compare(edi, { rules: {} });
    }
  });

  it('keeps records that nobody has read yet when another conversion uses its memory', async () => {
    const [first, second] = await Promise.all(
      ['835.edi', '837i.edi'].map(async (wanted) => {
        const edi = Buffer.from(files.find(({ name }) => name === wanted)?.text ?? '');
        await readAll(edi, optionsOf({}, true), PIECE_BYTES);
        return edi;
      }),
    );
    const itemsOf = (edi = Buffer.alloc(0)): StreamItem[] => new FileReading(context.sets, optionsOf({}, true)).write(edi);
    const textOf = (items: readonly StreamItem[]): string => {
      const out = new ByteWriter();
      for (const item of singly(items)) if (item.kind === 'record') encodeItem(item, out, undefined);
      return out.copyFrom(0).toString();
    };
    const expected = textOf(itemsOf(first));
    const items = itemsOf(first);
    expect(items.some(({ kind }) => kind === 'run')).toBe(true);
    // More than there is room for.
    for (let written = 0; written < 4_000_000; written += textOf(itemsOf(second)).length);
    expect(textOf(items)).toBe(expected);
  });

  it('keeps the segments of records that nobody has read yet when the next piece is read', async () => {
    const edi = Buffer.from(files.find(({ name }) => name === '837i.edi')?.text ?? '');
    await readAll(edi, optionsOf({}, true), PIECE_BYTES);
    const reading = new FileReading(context.sets, optionsOf({}, true));
    const items = inPieces(edi, PIECE_BYTES).flatMap((piece) => reading.write(piece));
    const texts = items.flatMap((item) => (item.kind === 'run' ? Array.from({ length: item.length }, (_, i) => item.at(i).segment.text) : []));
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.every((text) => text.startsWith('CLM*') && edi.includes(text))).toBe(true);
  });
});
