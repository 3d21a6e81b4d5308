import { claimFile, GUIDE, underSubscriber } from '../../support/claims';
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

  it('says that a list is none of the kind', async () => {
    const payment = { patientControlNumber: 'A', claimStatusCode: '1', serviceLines: [{ remarks: [{ subType: 'ICD_11', code: '1' }] }] };
    await expect(generate('835', { ...envelope('PAYMENT'), payments: [payment] })).rejects.toThrow('is no list of codes of this kind');
  });
});
