import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '../../../src/common/issue';
import { at, biller, claim, claimFile, linesOfClaim, peopleOf, readClaim, readClaims, subscriber } from '../../support/claims';
import { convertText, type Json, linesOf, readRecords, sourceOf } from '../../support/conversion';
import { leafValues, lostValues } from '../../support/leaf-values';
import { claim as payment, remittance, REMITTANCE_HEAD } from '../../support/remittance';

const SAMPLES = join(__dirname, '../../../samples');
const PER = 'PER*IC*X*TE*5550003333';
const CLM = 'CLM*A*100***11:B:1*Y*A*Y*Y';
const LINES = ['LX*1', 'SV1*HC:99213*60*UN*1***1', 'DTP*472*D8*20250101', 'LX*2', 'SV1*HC:99214*40*UN*1***1', 'DTP*472*D8*20250102'];

/** The issues about skipped segments, by the id. */
const about = (issues: readonly Issue[], id: string): Issue[] => issues.filter(({ segment, issueType }) => segment === id && issueType !== 'CONTROL');

async function readPayments(options: Parameters<typeof remittance>[0]): Promise<{ payments: Json[]; issues: readonly Issue[] }> {
  const { text, issues } = await convertText([sourceOf('payments.edi', remittance(options))]);
  return { payments: linesOf(text).filter(({ objectType }) => objectType === 'PAYMENT'), issues };
}

describe('a stray segment of a claim', () => {
  it.each([
    ['after CLM', [CLM, PER, 'HI*ABK:J0190', ...LINES]],
    ['after the diagnoses', [CLM, 'HI*ABK:J0190', PER, ...LINES]],
    ['after the first SV1', [CLM, 'HI*ABK:J0190', ...LINES.toSpliced(2, 0, PER)]],
    ['after the last date', [CLM, 'HI*ABK:J0190', ...LINES, PER]],
  ])('costs no line and no diagnosis: PER %s', async (_where, body) => {
    const plain = await readClaim([CLM, 'HI*ABK:J0190', ...LINES]);
    expect({ ...(await readClaim(body)), id: '' }).toEqual({ ...plain, id: '' });
  });

  it('is reported once', async () => {
    const body = [...biller('A', '1'), ...subscriber('A', '2', '1'), CLM, PER, 'HI*ABK:J0190', ...LINES];
    const { claims, issues } = await readClaims(claimFile([body]));
    expect(claims.map(peopleOf)).toEqual(['A | BILLER A | SUBSCRIBER A | PAYER A | -']);
    expect(about(issues, 'PER')).toMatchObject([{ issueType: 'NOT_ALLOWED', loop: '2300' }]);
  });

  it.each(['PAT*19', 'PRV*BI*PXC*207Q00000X', 'NM1*85*2*OTHER', 'NM1*41*2*OTHER', 'NM1*IL*1*OTHER', 'SV1*HC:99299*1', 'NM1*ZZ*1*NOBODY'])(
    'does not end the claim where the claim goes on: %s before a diagnosis',
    async (stray) => {
      const body = [...biller('A', '1'), ...subscriber('A', '2', '1'), CLM, stray, 'HI*ABK:J0190', ...LINES];
      const { claims } = await readClaims(claimFile([body]));
      expect(claims.map(peopleOf)).toEqual(['A | BILLER A | SUBSCRIBER A | PAYER A | -']);
      expect(at(claims[0], 'diags', 'length')).toBe(1);
      expect(linesOfClaim(claims[0] ?? {})).toHaveLength(2);
    },
  );

  it('after the payer leaves the claim its billing provider, subscriber and payer', async () => {
    const body = [...biller('A', '1'), ...subscriber('A', '2', '1'), 'N3*9 PAYER STREET', 'N4*PAYERTOWN*NY*10009', PER, ...claim('A')];
    const { claims, issues } = await readClaims(claimFile([body]));
    expect(claims.map(peopleOf)).toEqual(['A | BILLER A | SUBSCRIBER A | PAYER A | -']);
    expect(about(issues, 'PER')).toHaveLength(1);
  });

  it('of an unknown role leaves the person its birth date and address', async () => {
    const people = subscriber('A', '2', '1');
    const body = [...biller('A', '1'), ...people.toSpliced(3, 0, 'NM1*ZZ*1*NOBODY'), ...claim('A')];
    const { claims } = await readClaims(claimFile([body]));
    const { claims: plain } = await readClaims(claimFile([[...biller('A', '1'), ...people, ...claim('A')]]));
    expect(at(claims[0], 'subscriber')).toEqual(at(plain[0], 'subscriber'));
  });
});

describe('an address before the loop that it would open', () => {
  it('does not take the place of the party that follows', async () => {
    const head = REMITTANCE_HEAD.flatMap((text) => (text.startsWith('N1*PR') ? ['N3*1 S', text] : [text]));
    const { payments, issues } = await readPayments({ head, claims: [payment(1)] });
    const plain = await readPayments({ claims: [payment(1)] });
    expect(at(payments[0] ?? {}, 'payer')).toEqual(at(plain.payments[0] ?? {}, 'payer'));
    expect(about(issues, 'N3')).toHaveLength(1);
  });
});

describe('an address of nobody', () => {
  it('does not become that of the payer before, and each of its segments is reported', async () => {
    const nobody = ['NM1*ZZ*2*NOBODY', 'N3*1 S', 'N4*NOWHERE*NY*10009'];
    const body = [...biller('A', '1'), ...subscriber('A', '2', '1'), ...nobody, ...claim('A')];
    const { claims, issues } = await readClaims(claimFile([body]));
    expect(JSON.stringify(claims)).not.toContain('NOWHERE');
    expect(['NM1', 'N3', 'N4'].map((id) => about(issues, id).length)).toEqual([1, 1, 1]);
  });
});

describe('a stray segment of a payment', () => {
  const whole = payment(1);

  it.each(whole.map((_, i) => i + 1))('costs no value and is reported: N3 after segment %d', async (position) => {
    const { payments: plain } = await readPayments({ claims: [whole, payment(2)] });
    const { payments, issues } = await readPayments({ claims: [whole.toSpliced(position, 0, 'N3*1 S'), payment(2)] });
    expect(payments).toMatchObject(plain.map(({ id: _id, ...values }) => values));
    expect(about(issues, 'N3')).toMatchObject([{ issueType: 'NOT_ALLOWED' }]);
  });

  it('does not take the address of the payer: N1 of an unknown role before it', async () => {
    const { payments: plain } = await readPayments({});
    const { payments } = await readPayments({ head: [...REMITTANCE_HEAD.slice(0, 3), 'N1*ZZ*NOBODY', ...REMITTANCE_HEAD.slice(3)] });
    expect(at(payments[0], 'payer')).toEqual(at(plain[0], 'payer'));
  });

  it('does not close the payment: N1 of the payer inside', async () => {
    const { payments: plain } = await readPayments({});
    const { payments } = await readPayments({ claims: [whole.toSpliced(1, 0, 'N1*PR*OTHER PAYER')] });
    // Skipped segments count in ids.
    expect(payments).toMatchObject(plain.map(({ id: _id, ...values }) => values));
  });
});

describe('a missing trigger', () => {
  it('is still made up for where the next segment belongs to its loop', async () => {
    const body = [...biller('A', '1').slice(1), ...subscriber('A', '2', '1').slice(1), ...claim('A').filter((segment) => segment !== 'LX*1')];
    const { claims, issues } = await readClaims(claimFile([body]));
    expect(claims.map(peopleOf)).toEqual(['A | BILLER A | SUBSCRIBER A | PAYER A | -']);
    expect(linesOfClaim(claims[0] ?? {})).toHaveLength(1);
    expect(issues.filter(({ issueType }) => issueType === 'REQUIRED').map(({ loop }) => loop)).toEqual(['2000A', '2000B', '2400']);
  });

  it('is made up for at the end of the transaction set', async () => {
    const { payments } = await readPayments({ head: REMITTANCE_HEAD.slice(0, -1), claims: [['CLP*LAST*1*100*80*20*12*P*11*1']] });
    expect(payments).toMatchObject([{ patientControlNumber: 'LAST' }]);
  });
});

describe('a known trigger after a loop that lacks a segment it must have', () => {
  it('opens its loop: the address is that of the payee, where the payer has none', async () => {
    const head = REMITTANCE_HEAD.filter((text) => !/^(N3|N4|PER|REF)/.test(text)).flatMap((text) =>
      text.startsWith('N1*PE') ? [text, 'N3*PAYEE STREET', 'N4*TOWN*TX*75001'] : [text],
    );
    const { payments, issues } = await readPayments({ head, claims: [payment(1)] });
    expect(at(payments[0] ?? {}, 'payee', 'address', 'line')).toBe('PAYEE STREET');
    expect(at(payments[0] ?? {}, 'payer', 'address')).toBeUndefined();
    expect(about(issues, 'N1')).toEqual([]);
  });
});

/** A file with a segment before the first one that begins with a text. */
const inserted = (file: string, stray: string, before: string): string => {
  const text = readFileSync(join(SAMPLES, file), 'utf8');
  const at = text.indexOf(`\n${before}`) + 1;
  if (at === 0) throw new RangeError(`${file} has no segment that begins with ${before}`);
  return `${text.slice(0, at)}${stray}~\n${text.slice(at)}`;
};

const valuesOf = async (text: string): Promise<ReadonlyMap<string, number>> =>
  leafValues(await readRecords([sourceOf('stray.edi', text)], { maxWarnings: -1, descriptions: false }));

/** How many values a file loses by a stray segment. */
async function lossBy(file: string, stray: string, before: string): Promise<number> {
  return lostValues(await valuesOf(readFileSync(join(SAMPLES, file), 'utf8')), await valuesOf(inserted(file, stray, before)));
}

describe('a trigger that comes again', () => {
  it.each([
    ['834.edi', 'NM1*IL*1*STRAY', 'N3*17 TIDEWATER', 'a loop that stands once, and goes on'],
    ['834.edi', 'NM1*IL*1*STRAY', 'N4*PORTLAND*ME*04101~\nDMG', 'the same, within the address'],
    ['277ca.edi', 'TRN*1*STRAY', 'QTY*QC*1', 'the same, behind its statuses'],
    ['277ca.edi', 'TRN*1*STRAY', 'DTP*009', 'one that would lack a segment that it must have'],
    ['277ca.edi', 'TRN*2*STRAY', 'SVC*HC', 'the same, before a line'],
    ['837p.edi', 'SBR*P*18', 'N3*8 QUARRY ROAD~\nN4*ORONO*ME*04473~\nNM1*PR', 'the other insurance, within its person'],
  ])('does not open its loop: %s, %s before %s: %s', async (file, stray, before) => {
    expect(await lossBy(file, stray, before)).toBe(0);
  });

  it('opens its loop where what follows belongs to either: providers of one kind with a number each', async () => {
    const providers = ['A', 'B', 'C'].flatMap((name, i) => [`NM1*82*1*${name}*X****XX*123456789${i}`, `REF*${['0B', 'G2', 'LU'][i]}*${name}`]);
    const { providers: read } = await readClaim([CLM, 'HI*ABK:J0190', ...providers, 'LX*1', 'SV1*HC:99213*60*UN*1***1', 'DTP*472*D8*20250101']);
    expect(read).toHaveLength(3);
  });

  it('opens its loop where the segment that must follow comes after one more: LX, NTE, SV1', async () => {
    const lines = ['LX*1', 'SV1*HC:99213*60*UN*1***1', 'DTP*472*D8*20250101', 'LX*2', 'NTE*ADD*EARLY', 'SV1*HC:99214*40*UN*1***1'];
    expect(linesOfClaim(await readClaim([CLM, 'HI*ABK:J0190', ...lines]))).toHaveLength(2);
  });

  it('opens its loop where its neighbours lack the same segment: LX without SV1', async () => {
    const lines = ['LX*1', 'DTP*472*D8*20250101', 'LX*2', 'REF*6R*B', 'LX*3', 'REF*6R*C'];
    expect(linesOfClaim(await readClaim([CLM, 'HI*ABK:J0190', ...lines]))).toHaveLength(3);
  });
});

describe('a trigger before its time', () => {
  it.each([
    ['277ca.edi', 'TRN*1*STRAY', 'NM1*PR', 'the loop that must stand before follows, and then the same trigger'],
    ['277ca.edi', 'TRN*2*STRAY', 'NM1*QC', 'the same, in a loop that may repeat'],
    ['837p.edi', 'SBR*P*18', 'HI*ABK:J0300', 'segments of the claim follow, then its providers'],
    ['837d.edi', 'SBR*P*18', 'NM1*82', 'its providers follow'],
    ['837i.edi', 'SBR*P*18', 'NM1*71', 'a provider and the lines follow, and none of what the loop must have'],
    ['835-institutional.edi', 'SVC*HC:99299*1.77*1.77', 'CAS*CO*45*5250.45', 'adjustments and the patient follow'],
    ['835-dirty.edi', 'PLB*X1*19990101*WO:X1*1.77', 'ZZZ', 'a segment that no guide has, and a line follow'],
    ['835-dirty.edi', 'N1*PR*STRAY PAYER', 'ZZZ', 'the same'],
  ])('opens no loop: %s, %s before %s: %s', async (file, stray, before) => {
    expect(await lossBy(file, stray, before)).toBe(0);
  });

  it.each([
    ['837p.edi', 'NM1*85*2*STRAY', 'NM1*IL*1*ALDER', 'the level that is open would lack its person'],
    ['837p.edi', 'NM1*41*2*STRAY', 'N3*8 QUARRY ROAD~\nN4*ORONO*ME*04473~\nNM1*PR', 'the address is that of the open loop'],
    ['837p.edi', 'NM1*85*2*STRAY', 'N3*8 QUARRY ROAD~\nN4*ORONO*ME*04473~\nNM1*PR', 'the same'],
    ['837p.edi', 'PAT*19', 'HI*ABK:J0300', 'the claim goes on'],
    ['837p.edi', 'SBR*P*18', 'CAS*PR*2*15~\nDTP', 'the line goes on'],
  ])('does not go back to its loop: %s, %s before %s: %s', async (file, stray, before) => {
    expect(await lossBy(file, stray, before)).toBe(0);
  });

  it('begins no billing provider where a claim follows its address', async () => {
    const address = ['N3*9 PAYER STREET', 'N4*PAYERTOWN*NY*10009'];
    const body = [...biller('A', '1'), ...subscriber('A', '2', '1'), 'NM1*85*2*OTHER', ...address, ...claim('A')];
    const { claims } = await readClaims(claimFile([body]));
    expect(claims.map(peopleOf)).toEqual(['A | BILLER A | SUBSCRIBER A | PAYER A | -']);
  });

  it('still begins a billing provider without HL where its subscriber follows', async () => {
    const second = [...biller('B', '3').slice(1), ...subscriber('B', '4', '3').slice(1), ...claim('B')];
    const { claims } = await readClaims(claimFile([[...biller('A', '1'), ...subscriber('A', '2', '1'), ...claim('A'), ...second]]));
    expect(claims.map(peopleOf)).toEqual(['A | BILLER A | SUBSCRIBER A | PAYER A | -', 'B | BILLER B | SUBSCRIBER B | PAYER B | -']);
  });
});

describe('a stray segment after a known one', () => {
  it('leaves a line without LX its place: AMT of the claim after SV1', async () => {
    const found = await readClaim([CLM, 'HI*ABK:J0190', 'SV1*HC:99213*60*UN*1***1', 'AMT*F5*10', 'DTP*472*D8*20250101']);
    expect(linesOfClaim(found)).toMatchObject([{ chargeAmount: 60, serviceDateFrom: '2025-01-01' }]);
  });

  it.each(['DTM*232*20250101', 'REF*1L*S1', 'XX*1'])('leaves the last adjustment of the provider its place: %s', async (stray) => {
    const { text } = await convertText([sourceOf('plb.edi', remittance({ after: ['PLB*1234567893*20251231*WO:A*5', stray] }))]);
    expect(text).toContain('PROVIDER_ADJUSTMENT');
  });

  it('is reported as skipped with every other one that waited', async () => {
    const { issues } = await convertText([sourceOf('many.edi', inserted('835-dirty.edi', 'PLB*X1*19990101*WO:X1*1.77~\nXX*1', 'ZZZ'))]);
    const skipped = issues.filter((issue) => issue.skipped !== undefined).map(({ segment }) => segment);
    expect(skipped).toEqual(expect.arrayContaining(['PLB', 'XX', 'ZZZ']));
  });
});
