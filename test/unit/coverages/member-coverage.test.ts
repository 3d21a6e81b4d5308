import { at } from '../../support/claims';
import { coverageFile, COVERAGE_HEAD, GUIDE, member, readCoverages } from '../../support/coverages';

describe('members', () => {
  it('are a coverage each, with what the transaction says of all of them', async () => {
    const { coverages, issues } = await readCoverages(coverageFile([...member('A'), ...member('B'), ...member('C')]));
    expect(issues).toEqual([]);
    expect(coverages.map((coverage) => [coverage['identifier'], at(coverage, 'member', 'lastNameOrOrgName')])).toEqual([
      ['IDA', 'MEMBER A'],
      ['IDB', 'MEMBER B'],
      ['IDC', 'MEMBER C'],
    ]);
    for (const coverage of coverages) {
      expect(coverage).toMatchObject({
        fileName: 'members.edi',
        masterPolicyNumber: 'CONTRACT',
        sponsor: { entityRole: 'PLAN_SPONSOR', identifier: '001111111' },
        insurer: { entityRole: 'INSURER', identifier: '002222222' },
        transaction: { transactionType: 'MEMBER_COVERAGE', actionCode: '2', creationDateTime: '2026-03-01T07:15:00' },
      });
    }
    expect(new Set(coverages.map(({ id }) => id)).size).toBe(3);
  });

  it('refer to their transaction where it is a record of its own', async () => {
    const { objects } = await readCoverages(coverageFile([...member('A'), ...member('B')]), { transactionTopLevel: true });
    const [transaction, ...coverages] = objects;
    expect(transaction).toMatchObject({ objectType: 'TRANSACTION', originatorApplicationTransactionId: 'FILE1' });
    expect(coverages.map((one) => [one['objectType'], one['transactionId'], one['transaction']])).toEqual(
      Array.from({ length: 2 }, () => ['MEMBER_COVERAGE', transaction?.['id'], undefined]),
    );
  });

  it.each(['38', '34'])('have the number of the contract from REF %s', async (code) => {
    const { coverages } = await readCoverages(coverageFile(member('A'), { head: COVERAGE_HEAD.map((text) => text.replace('REF*38', `REF*${code}`)) }));
    expect(coverages[0]).toMatchObject({ masterPolicyNumber: 'CONTRACT' });
  });
});

describe('4010', () => {
  const options = { guide: GUIDE.of4010 };

  it('has race and Medicare as simple codes', async () => {
    const { coverages } = await readCoverages(
      coverageFile(['INS*Y*18*021*20*A*C', 'REF*0F*A', 'REF*QQ*6', 'NM1*IL*1*LAST*FIRST', 'DMG*D8*19700101*F*M*C'], options),
    );
    expect(coverages).toMatchObject([
      { medicarePlanCode: 'C', supplementalIdentifiers: [{ qualifierCode: 'QQ', identification: '6' }], member: { ethnicityCodes: ['C'] } },
    ]);
  });
});

describe('members with mistakes', () => {
  it('are members with nothing but INS', async () => {
    const { coverages } = await readCoverages(coverageFile(['INS', 'INS*Y']));
    expect(coverages.map((coverage) => coverage['memberIndicator'])).toEqual([undefined, 'Y']);
  });

  it('are those of a file that breaks off', async () => {
    const text = coverageFile([...member('A'), ...member('B', 'HD*021**HMO')]);
    const { coverages, issues } = await readCoverages(text.slice(0, text.indexOf('SE*')));
    expect(coverages).toHaveLength(2);
    expect(issues.some(({ dataLoss }) => dataLoss === true)).toBe(true);
  });
});
