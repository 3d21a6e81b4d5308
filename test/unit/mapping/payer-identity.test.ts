import { payer } from '../../../plugins/x12-835/parties';
import { from } from '../../../src/plugin';
import { valueOf } from '../../support/mapped';

interface Parts {
  readonly trn?: string;
  readonly n1?: string;
  readonly references?: readonly string[];
}

async function identityOf({ trn = 'TRN*1*TRACE*1512345678', n1 = 'N1*PR*PAYER', references = [] }: Parts): Promise<unknown> {
  const head = [
    'BPR*I*1*C*NON************20250101',
    ...(trn === '' ? [] : [trn]),
    n1,
    'N3*STREET',
    'N4*CITY*NY*10001',
    ...references,
    'N1*PE*PAYEE*XX*1234567893',
    'LX*1',
  ];
  const party = await valueOf(from('1000A', payer), ['CLP*A*1'], { head });
  const { identificationType, identifier } = Object(party);
  return { identificationType, identifier };
}

describe('the identity of a payer', () => {
  it('is the company of the trace number', async () => {
    expect(await identityOf({})).toEqual({ identificationType: 'PAYOR_ID', identifier: '1512345678' });
  });

  it('is the additional payer identification 2U where there is one', async () => {
    expect(await identityOf({ references: ['REF*EO*OTHER', 'REF*2U*PAYERID'] })).toEqual({ identificationType: 'PAYOR_ID', identifier: 'PAYERID' });
  });

  it('is N104, of the kind that N103 says, where there is no 2U', async () => {
    expect(await identityOf({ n1: 'N1*PR*PAYER*XV*PLANID' })).toEqual({ identificationType: 'CMS_PLAN_ID', identifier: 'PLANID' });
    expect(await identityOf({ n1: 'N1*PR*PAYER*XV*PLANID', references: ['REF*EO*OTHER'] })).toEqual({
      identificationType: 'CMS_PLAN_ID',
      identifier: 'PLANID',
    });
  });

  it('is the 2U where N104 is there too', async () => {
    expect(await identityOf({ n1: 'N1*PR*PAYER*XV*PLANID', references: ['REF*2U*PAYERID'] })).toEqual({
      identificationType: 'PAYOR_ID',
      identifier: 'PAYERID',
    });
  });

  it.each(['', 'TRN*1*TRACE'])('is unknown without a company in the trace number: %j', async (trn) => {
    expect(await identityOf({ trn, references: ['REF*2U*PAYERID'] })).toEqual({});
  });
});
