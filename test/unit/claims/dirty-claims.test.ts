import { at, biller, claim, claimFile, GUIDE, linesOfClaim, patient, peopleOf, readClaim, readClaims, subscriber, underSubscriber } from '../../support/claims';
import { convertText, sourceOf } from '../../support/conversion';
import { everyNth } from '../../support/fuzz';

const CLM = 'CLM*A*100***11:B:1*Y*A*Y*Y';
const withoutHl = (segments: readonly string[]): string[] => segments.filter((segment) => !segment.startsWith('HL*'));
const people = async (body: readonly string[]): Promise<string[]> => (await readClaims(claimFile([body]))).claims.map(peopleOf);

/** All orders of some items. */
function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) => orders([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]));
}

const SERVICE = { professional: 'SV1*HC:99213*1', institutional: 'SV2*0300*HC:99213*1', dental: 'SV3*AD:D0120*1', professional4010: 'SV1*HC:99213*1' } as const;

describe('loops of a claim in another order than that of the guide', () => {
  const parties = {
    professional: ['NM1*IL*1*OTHER*ANN', 'NM1*PR*2*OTHER PAYER*****PI*OP', 'NM1*DN*1', 'NM1*82*1', 'NM1*85*2'],
    institutional: ['NM1*IL*1*OTHER*ANN', 'NM1*PR*2*OTHER PAYER*****PI*OP', 'NM1*71*1', 'NM1*77*2', 'NM1*85*2'],
    dental: ['NM1*IL*1*OTHER*ANN', 'NM1*PR*2*OTHER PAYER*****PI*OP', 'NM1*82*1', 'NM1*77*2', 'NM1*85*2'],
    professional4010: ['NM1*IL*1*OTHER*ANN', 'NM1*PR*2*OTHER PAYER*****PI*OP', 'NM1*QC*1', 'NM1*82*1', 'NM1*DQ*1'],
  } as const;

  it.each(Object.keys(parties) as (keyof typeof parties)[])('stay in the claim: the parties of another insurance, %s', async (kind) => {
    for (const order of everyNth(11, orders(parties[kind]))) {
      const body = underSubscriber(CLM, 'SBR*S*18', ...order, 'LX*1', SERVICE[kind]);
      const { claims } = await readClaims(claimFile([body], { guide: GUIDE[kind] }));
      expect({ order, people: claims.map(peopleOf) }).toEqual({ order, people: ['A | BILLER A | SUBSCRIBER A | PAYER A | -'] });
      expect(at(claims[0], 'otherSubscribers', 0)).toMatchObject({ person: { lastNameOrOrgName: 'OTHER' }, payer: { identifier: 'OP' } });
      expect(linesOfClaim(claims[0] ?? {})).toHaveLength(1);
    }
  });

  it('stay in the claim: its providers', async () => {
    for (const order of everyNth(5, orders(['NM1*DN*1*ONE', 'NM1*82*1*TWO', 'NM1*77*2*THREE', 'NM1*DQ*1*FOUR']))) {
      const found = await readClaim([CLM, ...order, 'LX*1', 'SV1*HC:99213*1']);
      expect({ order, count: at(found, 'providers', 'length'), lines: linesOfClaim(found).length }).toEqual({ order, count: 4, lines: 1 });
    }
  });
});

describe('a level without a claim', () => {
  it('gives its person to nobody, where the next level lacks its HL: a subscriber', async () => {
    const body = [...biller('X', '1'), ...subscriber('A', '2', '1'), ...withoutHl(subscriber('B', '3', '1')), ...claim('B1')];
    expect(await people(body)).toEqual(['B1 | BILLER X | SUBSCRIBER B | PAYER B | -']);
  });

  it('gives its person to nobody, where the next level lacks its HL: a patient', async () => {
    const body = [...underSubscriber(...patient('P', '3', '2')), ...withoutHl(patient('Q', '4', '2')), ...claim('Q1')];
    expect(await people(body)).toEqual(['Q1 | BILLER A | SUBSCRIBER A | PAYER A | PATIENT Q']);
  });

  it('is still the level where its first segment stands twice', async () => {
    const body = [
      ...biller('X', '1'),
      ...subscriber('A', '2', '1').flatMap((segment) => (segment.startsWith('SBR') ? [segment, segment] : [segment])),
      ...claim('A1'),
    ];
    expect(await people(body)).toEqual(['A1 | BILLER X | SUBSCRIBER A | PAYER A | -']);
  });
});

describe('a late PAT of a subscriber without dependents', () => {
  it('makes no patient', async () => {
    const body = [
      ...biller('X', '1'),
      ...subscriber('A', '2', '1').map((segment) => segment.replace(/^(HL.*)1$/, '$10')),
      'PAT*****D8*20260101*01*150',
      ...claim('A1'),
    ];
    const { claims } = await readClaims(claimFile([body]));
    expect(claims[0]).not.toHaveProperty('patient');
    expect(claims[0]).toMatchObject({ subscriber: { weight: 150 } });
  });
});

describe('the tree of a file that lacks levels', () => {
  it('has the same subscribers as its claims', async () => {
    const body = [...underSubscriber(...claim('A1')), ...withoutHl(subscriber('B', '3', '1')), ...claim('B1')];
    expect(await people(body)).toEqual(['A1 | BILLER A | SUBSCRIBER A | PAYER A | -', 'B1 | BILLER A | SUBSCRIBER B | PAYER B | -']);
    const { text } = await convertText([sourceOf('claims.edi', claimFile([body]))], { convertToSegments: true });
    expect(text.split('"subscriber_name":').length - 1).toBe(2);
    expect(text).not.toContain('other_subscriber');
  });
});

describe('values in places that are used otherwise', () => {
  it('give an institutional claim no time of discharge from a day', async () => {
    const found = await readClaim([CLM, 'DTP*096*D8*20231115'], { guide: GUIDE.institutional });
    expect(found).toMatchObject({ dischargeDate: '2023-11-15' });
    expect(found).not.toHaveProperty('dischargeTime');
  });

  it('keep amounts of other kinds where the guide has one kind', async () => {
    expect(await readClaim([CLM, 'AMT*F3*33', 'AMT*MA*44'])).toMatchObject({
      supplementalAmounts: [
        { qualifierCode: 'F3', amount: 33 },
        { qualifierCode: 'MA', amount: 44 },
      ],
    });
  });

  it('keep a second tax id', async () => {
    const body = underSubscriber(...claim('A1')).flatMap((segment) => (segment.startsWith('REF*EI') ? [segment, 'REF*SY*111223333'] : [segment]));
    const { claims } = await readClaims(claimFile([body]));
    expect(at(claims[0], 'billingProvider')).toMatchObject({
      taxId: '123456789',
      taxIdType: 'EIN',
      additionalIds: [{ qualifierCode: 'SY', identification: '111223333' }],
    });
  });

  it('give a professional claim no present-on-admission indicators', async () => {
    const found = await readClaim([CLM, 'HI*ABK:J0300:::::::Y']);
    expect(at(found, 'diags', 0)).not.toHaveProperty('presentOnAdmissionIndicator');
    const inpatient = await readClaim([CLM, 'HI*ABK:J0300:::::::Y'], { guide: GUIDE.institutional });
    expect(at(inpatient, 'diags', 0)).toMatchObject({ presentOnAdmissionIndicator: 'Y' });
  });

  it('read the facility of a hospital as a type of bill where the claim does not say', async () => {
    const silent = 'CLM*A*100***11::1*Y*A*Y*Y';
    expect(await readClaim([silent], { guide: GUIDE.institutional })).toMatchObject({
      facilityCode: { subType: 'FACILITY_TYPE' },
      placeOfServiceType: 'INPATIENT',
    });
    expect(await readClaim([silent])).toMatchObject({ facilityCode: { subType: 'PLACE_OF_SERVICE' }, placeOfServiceType: 'OFFICE' });
    expect(await readClaim(['CLM*A*100***11:B:1'], { guide: GUIDE.institutional })).toMatchObject({ facilityCode: { subType: 'PLACE_OF_SERVICE' } });
  });
});
