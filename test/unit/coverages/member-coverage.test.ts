import { asRecord } from '../../support/conversion';
import { at } from '../../support/claims';
import { coverageFile, COVERAGE_HEAD, GUIDE, member, readCoverage, readCoverages } from '../../support/coverages';

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

  it('keep what is theirs apart', async () => {
    const coverages = ['A', 'B', 'C']
      .map((letter) => member(letter, `HD*021**HMO*PLAN ${letter}`, 'DTP*348*D8*20260101', `NM1*36*2*EMPLOYER ${letter}`))
      .flat();
    const read = await readCoverages(coverageFile([...coverages, ...member('D')]));
    expect(read.coverages.map((one) => [at(one, 'healthCoverages', 0, 'planDescription'), at(one, 'employers', 0, 'lastNameOrOrgName')])).toEqual([
      ['PLAN A', 'EMPLOYER A'],
      ['PLAN B', 'EMPLOYER B'],
      ['PLAN C', 'EMPLOYER C'],
      [undefined, undefined],
    ]);
  });
});

describe('kinds that the interface does not name', () => {
  it('have their qualifier alone, and kinds of no guide are kept', async () => {
    const coverage = await readCoverage([
      'AMT*P3*1',
      'AMT*F5*2',
      'HD*021**HMO',
      'DTP*348*D8*20260101',
      'DTP*303*D8*20260102',
      'REF*XM*1',
      'REF*CE*2',
      'REF*EA*3',
    ]);
    expect(coverage['contractAmounts']).toEqual([
      { qualifierCode: 'P3', amount: 1 },
      { qualifierCode: 'F5', type: 'PATIENT_PAID', amount: 2 },
    ]);
    expect(at(coverage, 'healthCoverages', 0)).toMatchObject({
      coverageDates: [
        { qualifierCode: '348', date: '2026-01-01' },
        { qualifierCode: '303', type: 'MAINTENANCE', date: '2026-01-02' },
      ],
      groupOrPolicyNumbers: [
        { qualifierCode: 'XM', identification: '1' },
        { qualifierCode: 'CE', type: 'CLASS_OF_CONTRACT_CODE', identification: '2' },
        { qualifierCode: 'EA', type: 'MEDICAL_RECORD_NUMBER', identification: '3' },
      ],
    });
    expect(at(coverage, 'healthCoverages', 0, 'coverageDates', 0)).not.toHaveProperty('type');
  });
});

describe('elements that repeat', () => {
  it.each([
    ['C', ['C']],
    ['C^J', ['C', 'J']],
    [':RET:R5^A', ['R5', 'A']],
    ['C:RET:2106-3^:RET:2028-9', ['C', '2106-3', '2028-9']],
    ['^:RET:R2^', ['R2']],
  ])('are races in DMG05 %s', async (element, expected) => {
    expect((await readCoverage([`DMG*D8*19700101*F*M*${element}*1`]))['member']).toMatchObject({ ethnicityCode: expected[0], ethnicityCodes: expected });
  });

  it('are no races where there is none', async () => {
    expect(Object.keys(asRecord((await readCoverage(['DMG*D8*19700101*F*M*:RET']))['member']))).not.toContain('ethnicityCode');
  });

  it.each([
    ['1', ['1']],
    ['1^35^^AL', ['1', '35', 'AL']],
  ])('are kinds of service in COB04 %s', async (element, expected) => {
    const coverage = await readCoverage(['HD*021**HMO', 'DTP*348*D8*20260101', `COB*P*X*1*${element}`]);
    expect(at(coverage, 'healthCoverages', 0, 'cobs')).toEqual([
      {
        payerResponsibilitySequenceCode: 'P',
        payerResponsibilitySequence: 'PRIMARY',
        groupOrPolicyNumber: 'X',
        coordinationOfBenefitsCode: '1',
        serviceTypeCodes: expected,
      },
    ]);
  });

  it('are classes of employment, of all EC', async () => {
    expect((await readCoverage(['EC*01**17', 'EC*02']))['member']).toMatchObject({ employmentClassCodes: ['01', '17', '02'] });
  });
});

describe('identification cards', () => {
  it.each([
    ['5', 5],
    ['5.9', 5],
    ['.5', 0],
    ['-1.5', -1],
    ['x', undefined],
    ['99999999999999999999', undefined],
  ])('are counted as %s: %p', async (count, expected) => {
    const coverage = await readCoverage(['HD*021**HMO', 'DTP*348*D8*20260101', `IDC*PLAN*H*${count}`]);
    expect(at(coverage, 'healthCoverages', 0, 'idCards')).toEqual([
      { planDesc: 'PLAN', typeCode: 'H', ...(expected === undefined ? {} : { count: expected }) },
    ]);
  });
});

describe('reporting categories', () => {
  const category = (number: number): string[] => [`LX*${number}`, `N1*75*NAME ${number}`, `REF*26*${number}`, `DTP*007*D8*2026010${number}`];

  it('come from all loops 2700, also where the sender opens LS anew', async () => {
    const coverage = await readCoverage(['LS*2700', ...category(1), ...category(2), 'LE*2700', 'LS*2700', ...category(3), 'LE*2700']);
    expect(coverage['reportingCategories']).toEqual(
      [1, 2, 3].map((number) => ({
        name: `NAME ${number}`,
        identifierQualifierCode: '26',
        identifierType: 'UNION_NUMBER',
        identifier: String(number),
        date: `2026-01-0${number}`,
      })),
    );
  });

  it('are absent without any', async () => {
    expect(await readCoverage(['LS*2700', 'LE*2700'])).not.toHaveProperty('reportingCategories');
  });
});

describe('4010', () => {
  const options = { guide: GUIDE.of4010 };

  it('has the other insurer as N1 beside COB', async () => {
    const coverage = await readCoverage(['HD*021**HMO', 'DTP*348*D8*20260101', 'COB*P*X*1', 'N1*IN*OTHER PLAN*FI*009999999'], options);
    expect(at(coverage, 'healthCoverages', 0, 'cobs', 0, 'insurers')).toEqual([
      { entityRole: 'INSURER', entityType: 'BUSINESS', identificationType: 'EIN', identifier: '009999999', lastNameOrOrgName: 'OTHER PLAN' },
    ]);
  });

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
  it('come without dates and numbers that are none', async () => {
    const coverage = await readCoverage(['DMG*D8*randomDoB*Q', 'ICM*1*many*40', 'HD*021**HMO', 'DTP*348*D8*20261301']);
    expect(coverage['member']).toEqual({
      entityRole: 'INSURED_SUBSCRIBER',
      entityType: 'INDIVIDUAL',
      lastNameOrOrgName: 'MEMBER A',
      firstName: 'ANN',
      wageFrequencyCode: '1',
      workHoursCount: 40,
    });
    expect(at(coverage, 'healthCoverages', 0, 'coverageDates')).toEqual([{ qualifierCode: '348' }]);
  });

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
