import { columnsOfSchema, ownSchema, PAYMENTS_ONLY, tablesOf } from '../../../support/csv-schema';

/** Columns of payments for these patterns. */
const included = (...patterns: readonly string[]): readonly string[] =>
  columnsOfSchema(
    ownSchema(`includedFields: ${JSON.stringify(patterns)}`, `listSchemas: [${PAYMENTS_ONLY}, { names: [OtherSubscribers], numberOfColumnRepeats: 1 }]`),
  );

/** Columns of claims for these patterns. */
const ofClaims = (type: string, ...patterns: readonly string[]): readonly string[] =>
  columnsOfSchema(`- { name: own, transactionTypes: [${type}], includedFields: ${JSON.stringify(patterns)} }`, { type });

describe('a pattern for columns', () => {
  it.each([
    ['the whole name', 'PaymentAmount', ['PaymentAmount']],
    ['any case', 'pAYMENTaMOUNT', ['PaymentAmount']],
    ['a star before it', '*OrEftTraceNumber', ['CheckOrEftTraceNumber']],
    ['a star behind it', 'StatementDate*', ['StatementDateFrom', 'StatementDateTo']],
    ['a star in it', 'Patient*IdentificationType', ['PatientIdentificationType']],
    ['several stars', '*tate*ent*ate*rom', ['StatementDateFrom']],
    ['a star that stands for nothing', 'DrgCode*', ['DrgCode']],
  ])('means columns by %s', (_what, pattern, columns) => {
    expect(included(pattern)).toEqual(columns);
  });

  it('means no part of a name without a star', () => {
    expect(included('Adj1Amount', 'CoverageAmount')).toEqual(['Adj1Amount', 'CoverageAmount']);
  });

  it('takes other characters for themselves', () => {
    expect(() => included('Payment.mount')).toThrow('No column matches');
    expect(() => included('Payment(Amount')).toThrow('No column matches');
  });

  it('means an object by its name: all its columns of the layout', () => {
    expect(ofClaims('837I', 'PrincipalDiag', 'Drg')).toEqual(['PrincipalDiagCode', 'DrgCode']);
    expect(included('CorrectedPayer')).toEqual(['CorrectedPayerIdentificationType', 'CorrectedPayerIdentifier', 'CorrectedPayerName']);
    expect(included('adj2')).toEqual(['Adj2Group', 'Adj2ReasonCode', 'Adj2Amount', 'Adj2Quantity']);
    expect(ofClaims('837I', 'OtherProcedure3')).toEqual(['OtherProcedure3Code', 'OtherProcedure3OccurrenceDate']);
  });

  it('means objects inside objects', () => {
    expect(included('PayerContact1ContactNumber2')).toEqual(['PayerContact1ContactNumber2Type', 'PayerContact1ContactNumber2Number']);
  });

  it('means columns in the order of the layout, once', () => {
    expect(included('PaymentAmount', 'Charge*', '*PaymentAmount', 'ClaimStatus')).toEqual([
      'ClaimStatus',
      'ChargeAmount',
      'PaymentAmount',
      'TotalPaymentAmount',
    ]);
  });
});

describe('columns that the layout leaves out', () => {
  it('are not there unless they are asked for', () => {
    expect(included('*')).not.toContain('PayeeTaxId');
    expect(included('*')).toContain('PayeeIdentifier');
  });

  it.each([
    ['PayeeTaxId', ['PayeeTaxId']],
    ['payeetaxid', ['PayeeTaxId']],
    ['*yeeTaxId', ['PayeeTaxId']],
    ['InsurancePlanType', ['InsurancePlanType']],
    ['ClaimStatusCode', ['ClaimStatusCode']],
    ['FacilityCodeSubType', []],
    ['FacilitySubType', ['FacilitySubType']],
    ['PayerEntityRole', ['PayerEntityRole']],
  ])('are reached by a pattern that means none of the layout: %s', (pattern, columns) => {
    if (columns.length === 0) expect(() => included(pattern)).toThrow('No column matches');
    else expect(included(pattern)).toEqual(columns);
  });

  it('are not reached by a pattern that means others', () => {
    expect(included('Payee*').filter((name) => name === 'PayeeTaxId')).toEqual([]);
    expect(included('Payee')).not.toContain('PayeeTaxId');
    expect(included('Payee*', 'PayeeTaxId')).toContain('PayeeTaxId');
  });

  it('may stand beside the whole layout', () => {
    const columns = included('*', 'PayeeTaxId');
    expect(columns.length).toBe(included('*').length + 1);
    expect(columns).toContain('PayeeTaxId');
  });

  it('may be left out again', () => {
    expect(columnsOfSchema(ownSchema('includedFields: [PaymentAmount, PayeeTaxId]', 'excludedFields: [PayeeTaxId]'))).toEqual(['PaymentAmount']);
  });

  it('are reached in each table by itself, although the layout of another has them', () => {
    const tables = tablesOf(ownSchema('includedFields: [Id, PayeeTaxId]', 'listSchemas: [{ names: [ProviderAdjustmentMain], output: True }]'));
    expect(tables.map(({ name, columns }) => [name, columns])).toEqual([
      ['Main', ['Id', 'PayeeTaxId']],
      ['ProviderAdjustmentMain', ['Id', 'PayeeTaxId']],
      ['Transactions', ['Id', 'PayeeTaxId']],
    ]);
  });

  it('have no name twice', () => {
    expect(included('ObjectType')).toEqual(['ObjectType']);
    expect(included('ReceiverIdentifier')).toEqual(['ReceiverIdentifier']);
  });

  it('can be all that a list has of a claim', () => {
    expect(ofClaims('837P', 'Diag1SubType', 'Diag1Code')).toEqual(['Diag1Code', 'Diag1SubType']);
  });
});

describe('excludedFields', () => {
  it('take columns out of the layout', () => {
    const all = tablesOf(ownSchema('separator: ","'))[0]?.columns ?? [];
    const rest = tablesOf(ownSchema("excludedFields: ['*Amount', Payer, adj*]"))[0]?.columns ?? [];
    expect(rest).toEqual(all.filter((name) => !/Amount$|^Payer(?!ControlNumber|Ein)|^Adj/.test(name)));
    expect(rest.length).toBeLessThan(all.length);
  });

  it('take them out of what is included', () => {
    const schema = ownSchema("includedFields: ['*Date*']", "excludedFields: ['Line*', '*DateTo', ProductionDate]", `listSchemas: [${PAYMENTS_ONLY}]`);
    expect(columnsOfSchema(schema)).toEqual(['PaymentDate', 'ServiceDateFrom', 'StatementDateFrom', 'CoverageExpirationDate', 'ClaimReceivedDate']);
  });

  it('that leave nothing are refused', () => {
    expect(() => tablesOf(ownSchema('includedFields: [PaymentAmount]', "excludedFields: ['*']"))).toThrow(
      "schemaName is 'own', which writes no column of 835. Include columns of 835.",
    );
  });

  it('that leave columns of lists without output alone are refused with these lists', () => {
    expect(() => tablesOf(ownSchema('baseName: key-fields', 'includedFields: [ChargeAmount]'))).toThrow(
      "schemaName is 'own', which writes no column of 835. The list Main has columns but `output: False`. Set it to True for the list that you want.",
    );
    expect(() =>
      tablesOf(ownSchema('includedFields: [Id, LineChargeAmount]', "listSchemas: [{ names: ['*'], output: False }, { names: [Lines], strategy: ROWS }]")),
    ).toThrow('The lists Main, Lines, Transactions have columns but `output: False`.');
  });

  it('of several types that leave nothing of one are refused with that type', () => {
    const schema = '- { name: own, transactionTypes: [835, 837P], includedFields: [PayeeTaxId] }';
    expect(() => tablesOf(schema, { type: '837P' })).toThrow(
      "schemaName is 'own', which writes no column of 837P. Include columns of 837P, or remove 837P from its `transactionTypes`.",
    );
  });
});

describe('columns of descriptions', () => {
  const described = (...keys: readonly string[]): readonly string[] =>
    columnsOfSchema(ownSchema('descriptions: True', ...keys, `listSchemas: [${PAYMENTS_ONLY}]`));

  it.each([
    ['*Desc', ['FacilityCode', 'FrequencyTypeCode']],
    ['facilityDESC', ['FacilityCode', 'FrequencyTypeCode', 'FrequencyTypeDesc']],
  ])('may be left out: %s', (pattern, columns) => {
    expect(described('includedFields: [FacilityCode, FrequencyTypeCode]', `excludedFields: ['${pattern}']`)).toEqual(columns);
  });

  it('may be included without their codes, where there are descriptions', () => {
    expect(described('includedFields: [PatientControlNumber, FacilityDesc]')).toEqual(['PatientControlNumber', 'FacilityDesc']);
    expect(() => tablesOf(ownSchema('includedFields: [PatientControlNumber, FacilityDesc]'))).toThrow(
      'schemas.yaml:3:42: Only columns of descriptions match `FacilityDesc`. Add `descriptions: True` to the schema.',
    );
  });

  it('may be excluded where there are none', () => {
    expect(columnsOfSchema(ownSchema('includedFields: [FacilityCode]', "excludedFields: ['*Desc']", `listSchemas: [${PAYMENTS_ONLY}]`))).toEqual([
      'FacilityCode',
    ]);
  });
});

describe('columns of a nested list, whose items CSV writes in numbered columns', () => {
  const columnsOf = (included: string, excluded: string, lists: string): readonly string[] =>
    columnsOfSchema(
      ownSchema(
        'baseName: lines-only',
        `includedFields: [LineControlNumber, ${included}]`,
        `excludedFields: ${excluded}`,
        `listSchemas: [{ names: [${lists}], strategy: NESTED, numberOfColumnRepeats: 2 }]`,
      ),
    );

  it('are matched by the names that they have inside the row', () => {
    const groups = ['LineControlNumber', 'LineAdj1Group', 'LineAdj2Group'];
    expect(columnsOf('LineAdjGroup', '[PayerName]', 'LineAdjs')).toEqual(groups);
    expect(columnsOf('LineAdj', '[LineAdjReasonCode, LineAdjAmount, LineAdjQuantity]', 'LineAdjs')).toEqual(groups);
  });

  it('are matched so in lists inside them', () => {
    const lines = columnsOfSchema(
      ownSchema(
        'baseName: claim-lines-only',
        'includedFields: [PatientControlNumber, LineAdjGroup]',
        'excludedFields: [PayerName]',
        'listSchemas: [{ names: [Lines, LineAdjs], strategy: NESTED, numberOfColumnRepeats: 2, output: True }]',
      ),
    );
    expect(lines).toEqual(['PatientControlNumber', 'Line1Adj1Group', 'Line1Adj2Group', 'Line2Adj1Group', 'Line2Adj2Group']);
  });
});
