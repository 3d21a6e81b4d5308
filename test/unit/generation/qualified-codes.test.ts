import { claimFile, GUIDE, underSubscriber } from '../../support/claims';
import { asRecord } from '../../support/conversion';
import { envelope, generate, readRecords } from '../../support/generate';
import { remittance } from '../../support/remittance';

const claimWith = (...line: readonly string[]): string => remittance({ claims: [['CLP*A*1*10*10*0*12*ICN*11*1', 'NM1*QC*1*DOE*JANE', ...line]] });

/** The segments that a remittance becomes when it is read and written again. */
async function remittanceAgain(...line: readonly string[]): Promise<readonly string[]> {
  const [payment] = await readRecords(claimWith(...line));
  return (await generate('835', { ...envelope('PAYMENT'), transaction: payment?.['transaction'], payments: [payment] })).segments;
}

/** The segments that a claim becomes when it is read and written again. */
async function claimAgain(transactionType: string, guide: (typeof GUIDE)[keyof typeof GUIDE], ...segments: readonly string[]): Promise<readonly string[]> {
  const [claim] = await readRecords(claimFile([underSubscriber(...segments)], { guide }));
  return (await generate('837', { ...envelope(transactionType), transaction: claim?.['transaction'], claims: [claim] })).segments;
}

describe('a code that is read and written again', () => {
  it.each(['LQ*HE*N130', 'LQ*RX*65', 'LQ*UT*04.04B', 'LQ*QQ*1'])('keeps the qualifier of a remark: %s', async (lq) => {
    expect(await remittanceAgain('SVC*HC:99213*10*10', 'DTM*472*20250101', lq)).toContain(lq);
  });

  it.each([
    'HC:99213:25',
    'AD:D0120',
    'ER:W1234',
    'HP:1AFKS',
    'IV:S5498',
    'WK:CBBAA',
    'ZZ:LOCAL',
    'ID:3601',
    'CJ:99213',
    'XX:LOCAL:25',
    'N4:00002771501',
    'N1:00002771501',
    'N6:123',
    'UI:123',
    'UP:123',
    'NU:0450',
    'RB:450',
  ])('keeps the qualifier of a service: %s', async (service) => {
    expect(await remittanceAgain(`SVC*${service}*10*10`, 'DTM*472*20250101')).toContain(`SVC*${service}*10*10`);
  });

  it.each(['11:B:1', '11:A:1', '11:X:1'])('keeps the qualifier of a facility: %s', async (facility) => {
    const clm = `CLM*A*100***${facility}*Y*A*Y*Y`;
    expect(await claimAgain('PROF', GUIDE.professional, clm, 'LX*1', 'SV1*HC:99213*100*UN*1***1', 'DTP*472*D8*20250101')).toContain(clm);
  });

  it.each([
    'ABK:A1',
    'BK:4280',
    'ABJ:A1',
    'BJ:1',
    'APR:1',
    'PR:1',
    'ZZ:1',
    'ABN:W1',
    'BN:W1',
    'BBR:P1:D8:20250101',
    'BR:1:D8:20250101',
    'BP:1',
    'CAH:1:D8:20250101',
    'DR:470',
    'BG:09',
    'TC:A01',
  ])('keeps the qualifier of a code of a hospital stay: %s', async (code) => {
    const segments = await claimAgain('INST', GUIDE.institutional, 'CLM*A*100***11:A:1**A*Y*Y', 'HI*ABK:A0', `HI*${code}`, 'LX*1', 'SV2*0450**100*UN*1');
    const codes = segments.filter((segment) => segment.startsWith('HI*')).flatMap((segment) => segment.split('*').slice(1));
    expect(codes).toContain(code);
  });

  it.each(['19', '22', '10', '02'])('keeps the place of service %s, whose name other codes have too', async (place) => {
    const segments = ['CLM*A*100***11:B:1*Y*A*Y*Y', 'HI*ABK:A1', 'LX*1', `SV1*HC:99213*100*UN*1*${place}**1`, 'DTP*472*D8*20250101'];
    const [claim] = await readRecords(claimFile([underSubscriber(...segments)], { guide: GUIDE.professional }));
    const again = await generate('837', { ...envelope('PROF'), transaction: claim?.['transaction'], claims: [claim] });
    expect(again.segments).toContain(segments[3]);
    expect(again.issues).toEqual([]);
  });

  it.each(['DTM*150*20250101', 'DTM*151*20250101', 'DTM*472*20250101'])('keeps the qualifier of the day of a service: %s', async (dtm) => {
    expect(await remittanceAgain('SVC*HC:99213*10*10', dtm)).toContain(dtm);
  });

  it.each([
    ['PRV*PE*PXC*207Q00000X', { subType: 'PROVIDER_TAXONOMY', code: '207Q00000X' }],
    ['PRV*PE*ZZ*207Q00000X', { subType: 'PROVIDER_TAXONOMY', qualifierCode: 'ZZ', code: '207Q00000X' }],
    ['PRV*PE*EI*123456', { subType: 'OTHER', qualifierCode: 'EI', code: '123456' }],
    ['PRV*PE*Q9*123456', { subType: 'OTHER', qualifierCode: 'Q9', code: '123456' }],
  ])('keeps the qualifier of what a provider is: %s', async (prv, shown) => {
    const segments = ['CLM*A*100***11:B:1*Y*A*Y*Y', 'NM1*82*1*DOE*JANE****XX*1234567893', prv, 'LX*1', 'SV1*HC:99213*100*UN*1***1', 'DTP*472*D8*20250101'];
    const [claim] = await readRecords(claimFile([underSubscriber(...segments)], { guide: GUIDE.professional }));
    expect(claim?.['providers']).toEqual([expect.objectContaining({ providerTaxonomy: expect.objectContaining(shown) })]);
    expect(await claimAgain('PROF', GUIDE.professional, ...segments)).toContain(prv);
  });

  it('has no qualifier beside it where the guide has another one for the same list', async () => {
    const segments = ['CLM*A*100***11::1*Y*A*Y*Y', 'NM1*82*1*DOE*JANE****24*123456789', 'PRV*PE*ZZ*207Q00000X'];
    const [claim] = await readRecords(claimFile([underSubscriber(...segments)], { guide: '004010X098A1' }));
    const [provider] = [claim?.['providers']].flat().map(asRecord);
    expect(provider?.['providerTaxonomy']).toEqual(expect.objectContaining({ subType: 'PROVIDER_TAXONOMY', code: '207Q00000X' }));
    expect(provider?.['providerTaxonomy']).not.toHaveProperty('qualifierCode');
  });

  it.each(['DTP*139*D8*20250101', 'DTP*441*D8*20250101'])('keeps the qualifier of the day of a dental line: %s', async (dtp) => {
    expect(await claimAgain('DENTAL', GUIDE.dental, 'CLM*A*100***11:B:1*Y*A*Y*Y', 'LX*1', 'SV3*AD:D0120*100', dtp)).toContain(dtp);
  });

  it.each(['DTP*738*D8*20250101', 'DTP*739*D8*20250101'])('keeps the qualifier of the day of a test: %s', async (dtp) => {
    expect(
      await claimAgain('PROF', GUIDE.professional, 'CLM*A*100***11:B:1*Y*A*Y*Y', 'LX*1', 'SV1*HC:99213*100*UN*1***1', 'DTP*472*D8*20250101', dtp),
    ).toContain(dtp);
  });

  it.each([
    'BPR*I*10*C*ACH*CCP*01*999999992*DA*123*1123456789**01*999988880*DA*98765*20250101',
    'BPR*I*10*C*ACH*CCP*04*999999992*SG*123*1123456789**04*999988880*SG*98765*20250101',
    'BPR*I*10*C*ACH*CCP*02*999999992*DA*123*1123456789**03*999988880*SG*98765*20250101',
  ])('keeps the qualifiers of banks and accounts: %s', async (bpr) => {
    const edi = claimWith('SVC*HC:99213*10*10').replace(/BPR[^~]*/, bpr);
    const [payment] = await readRecords(edi);
    const { segments } = await generate('835', { ...envelope('PAYMENT'), transaction: payment?.['transaction'], payments: [payment] });
    expect(segments).toContain(bpr);
  });

  it.each([[], ['REF*2U*88001']])('keeps both numbers of a payer: %j', async (...refs) => {
    const edi = claimWith('SVC*HC:99213*10*10').replace(/N1\*PR[^~]*~\s*/, ['N1*PR*PAYER*XV*H0001', 'N3*A', 'N4*TOPEKA*KS*66601', ...refs, ''].join('~\n'));
    const [payment] = await readRecords(edi);
    const { segments } = await generate('835', { ...envelope('PAYMENT'), transaction: payment?.['transaction'], payments: [payment] });
    expect(segments).toEqual(expect.arrayContaining(['N1*PR*PAYER*XV*H0001', ...refs]));
  });

  it('makes up no qualifier for a number that has none', async () => {
    const [claim] = await readRecords(claimFile([underSubscriber('CLM*A*100***11:A:1**A*Y*Y', 'LX*1', 'SV2*0450**100*UN*1')], { guide: GUIDE.institutional }));
    const text = JSON.stringify({ ...envelope('INST'), transaction: claim?.['transaction'], claims: [claim] });
    const { segments, issues } = await generate('837', text.replace('"person":{', '"person":{"additionalIds":[{"identification":"X1"}],'));
    expect(segments).toContain('REF**X1');
    expect(issues.map(({ jsonPath }) => jsonPath)).toContain('$.claims[0].subscriber.person.additionalIds[0]');
  });

  it('says that a list is none of the kind', async () => {
    const payment = { patientControlNumber: 'A', claimStatusCode: '1', serviceLines: [{ remarks: [{ subType: 'ICD_11', code: '1' }] }] };
    await expect(generate('835', { ...envelope('PAYMENT'), payments: [payment] })).rejects.toThrow('is no list of codes of this kind');
  });
});
