import { columnsOfSchema, productSchema, refusalOf, tablesOf, versioned } from '../../../support/csv-schema';
import { claim as claim837, claimFile, underSubscriber } from '../../../support/claims';
import { converter, ediErrorOf, sourceOf } from '../../../support/conversion';
import { convertCsv, schemaFolder } from '../../../support/csv';
import { remittance } from '../../../support/remittance';

const ONE_EACH = `
- name: own
  aliases: [mine, other]
  transactionTypes: [835]
  includedFields: [PaymentAmount]
- name: own
  transactionTypes: [837P, 837D]
  includedFields: [ChargeAmount]
- name: institutional
  aliases: [own]
  transactionTypes: ['837I']
  includedFields: [StatementDateFrom]
`;

describe('the name of a schema', () => {
  it.each([
    ['835', 'own', ['PaymentAmount']],
    ['835', 'mine', ['PaymentAmount']],
    ['835', 'other', ['PaymentAmount']],
    ['837P', 'own', ['ChargeAmount']],
    ['837D', 'own', ['ChargeAmount']],
    ['837I', 'own', ['StatementDateFrom']],
    ['837I', 'institutional', ['StatementDateFrom']],
  ])('or an alias means one schema of the transaction type: %s %s', (type, name, columns) => {
    expect(columnsOfSchema(ONE_EACH, { type, name })).toEqual(columns);
  });

  it('that no type has is refused with the nearest', () => {
    expect(refusalOf(ONE_EACH, { name: 'owm' })).toEqual({
      code: 'EDI_BAD_PARAMETER',
      message: "schemaName is 'owm', which schemas.yaml does not have. Did you mean `own`?",
    });
  });

  it('that is of other types only is refused, with those', () => {
    const { code, message } = refusalOf(ONE_EACH, { name: 'institutional', type: '837P' });
    expect(code).toBe('EDI_BAD_PARAMETER');
    expect(message).toMatch(/^schemaName is 'institutional', which is for 837I and not for 837P\. /);
  });

  it('that there is not is refused before anything is read', async () => {
    let wasOpened = false;
    const source = {
      name: 'a.edi',
      open: async function* () {
        wasOpened = true;
        yield Buffer.from(remittance());
      },
    };
    expect((await ediErrorOf(() => convertCsv([source], { schemaName: 'nothing-like-it' }))).code).toBe('EDI_BAD_PARAMETER');
    expect(wasOpened).toBe(false);
  });

  it('that is of other types than the records is refused before the first byte', async () => {
    const claims = sourceOf('p.edi', claimFile([underSubscriber(...claim837('A'))]));
    const { code, message } = await ediErrorOf(() => convertCsv([claims], { schemaName: 'transactions-only' }));
    expect(code).toBe('EDI_BAD_PARAMETER');
    expect(message).toContain('which is for 835 and not for 837P');
  });

  it('may stand once for each type', () => {
    const twice = ['a', 'b'].map(() => '- { name: own, transactionTypes: [835] }').join('\n');
    expect(refusalOf(`\n${twice}`)).toEqual({
      code: 'EDI_SCHEMA_INVALID',
      message: 'schemas.yaml:3:3: Two schemas of 835 are called `own`; the other begins in line 2.',
    });
  });

  it('may not be the alias of another of its type', () => {
    const text = '- { name: own, transactionTypes: [835] }\n- { name: b, aliases: [x, own], transactionTypes: [837P, 835] }';
    expect(refusalOf(text).message).toBe('schemas.yaml:2:3: Two schemas of 835 are called `own`; the other begins in line 1.');
  });
});

describe('the schemas of the product', () => {
  const EVERY = [
    'lines-with-header-repeat-first-row',
    'single-file',
    'lines-with-header-repeat-each-row',
    'claim-line-separate-files',
    'default',
    'two-files',
    'lines-only',
    'header-only',
    'claim-lines-only',
    'lines-with-header-repeat-first-row-only',
    'lines-with-header-repeat-each-row-only',
  ];
  const OF_PAYMENTS = [...EVERY, 'key-fields', 'transactions-only', 'provider-adjustments-only'];

  it.each([
    ['835', OF_PAYMENTS],
    ['837P', [...EVERY, 'key-fields']],
    ['837I', [...EVERY, 'key-fields']],
    ['837D', EVERY],
  ])('have their names and aliases for %s', (type, names) => {
    for (const name of names) expect({ name, tables: productSchema(name, type).length }).toEqual({ name, tables: expect.any(Number) });
  });

  it.each([
    ['single-file', ['Lines', 'Transactions', 'ProviderAdjustments']],
    ['default', ['Main', 'Lines', 'Transactions', 'ProviderAdjustments']],
    ['lines-with-header-repeat-first-row-only', ['Lines']],
    ['lines-with-header-repeat-each-row-only', ['Lines']],
    ['claim-lines-only', ['Main', 'Lines']],
    ['lines-only', ['Lines']],
    ['header-only', ['Main']],
    ['transactions-only', ['Transactions']],
    ['provider-adjustments-only', ['ProviderAdjustments']],
    ['key-fields', ['Lines']],
  ])('have the lists that their names say: %s', (name, lists) => {
    expect(
      productSchema(name, '835')
        .map((table) => table.name)
        .sort(),
    ).toEqual([...lists].sort());
  });

  it.each([
    ['835', '', '-Lines', '-ProviderAdjustments', '-Transactions'],
    ['837P', '', '-Lines'],
    ['837I', '', '-Lines'],
    ['837D', '', '-Lines'],
  ])('give the files of %s their suffixes', (type, ...suffixes) => {
    expect(
      productSchema('default', type)
        .map(({ fileSuffix }) => fileSuffix)
        .sort(),
    ).toEqual(suffixes);
  });

  it('have the key fields of payments that were published', () => {
    const columns = productSchema('key-fields', '835')[0]?.columns;
    const numbered = (prefix: string, count: number, ...names: readonly string[]) =>
      Array.from({ length: count }, (_, i) => names.map((name) => `${prefix}${i + 1}${name}`)).flat();
    expect(columns).toEqual([
      ...['Id', 'FileName', 'PatientControlNumber', 'ClaimStatus', 'ChargeAmount', 'PaymentAmount', 'PatientResponsibilityAmount', 'DrgCode'],
      ...['PaymentDate', 'CheckOrEftTraceNumber', 'TotalAdjAmount'],
      ...numbered('Adj', 5, 'ReasonCode', 'Amount'),
      ...['PayerIdentifier', 'PayerName', 'PatientIdentifier', 'PatientLastName', 'PatientFirstName', 'ServiceDateFrom', 'ServiceDateTo', 'CoverageAmount'],
      ...['LineControlNumber', 'LineProcedureCode', 'LineRevenueCode', 'LineChargeAmount', 'LinePaidAmount', 'LineUnitCount'],
      ...['LineServiceDateFrom', 'LineServiceDateTo', 'LineTotalAdjAmount'],
      ...numbered('LineAdj', 5, 'ReasonCode', 'Amount'),
      'LineAllowedAmount',
      ...numbered('LineRemarkCode', 3, ''),
    ]);
  });
});

describe('a schema that stands on another', () => {
  const BASE = versioned(`
- name: base
  aliases: [foundation]
  transactionTypes: [835, 837P]
  includedFields: [PatientControlNumber, ChargeAmount]
  excludedFields: [ChargeAmount]
  separator: ';'
`);

  it('has its keys where it states none', () => {
    expect(columnsOfSchema(`${BASE}- { name: own, transactionTypes: [835], baseName: base }`)).toEqual(['PatientControlNumber']);
  });

  it('may name it by an alias, and stand before it', () => {
    expect(columnsOfSchema(BASE.replace('- name', '- { name: own, transactionTypes: [835], baseName: foundation }\n- name'))).toEqual(['PatientControlNumber']);
  });

  it('replaces keys as a whole', () => {
    expect(columnsOfSchema(`${BASE}- { name: own, transactionTypes: [835], baseName: base, includedFields: [PaymentAmount, ChargeAmount] }`)).toEqual([
      'PaymentAmount',
    ]);
    expect(columnsOfSchema(`${BASE}- { name: own, transactionTypes: [835], baseName: base, excludedFields: [PatientControlNumber] }`)).toEqual([
      'ChargeAmount',
    ]);
  });

  it('has its separator, or one of its own', async () => {
    const source = () => sourceOf('a.edi', remittance());
    const own = (more: string) =>
      `${BASE}- { name: own, transactionTypes: [835], baseName: base, excludedFields: [PayerName], includedFields: [PaymentAmount, ChargeAmount]${more} }`;
    expect((await convertCsv([source()], { schemas: own(''), schemaName: 'own' })).text).toBe('ChargeAmount;PaymentAmount\n100;80');
    expect((await convertCsv([source()], { schemas: own(", separator: '|'"), schemaName: 'own' })).text).toBe('ChargeAmount|PaymentAmount\n100|80');
  });

  it('changes of its lists the keys that it states only', () => {
    const schemas = `
- name: base
  transactionTypes: [835]
  includedFields: ['Adj*ReasonCode', 'LineAdj*ReasonCode', 'LineControlNumber']
  listSchemas:
    - { names: [Main], output: False, repeatFields: ['*'] }
    - { names: [Lines], strategy: ROWS, fileSuffix: -Rows }
    - { names: [Adjs], numberOfColumnRepeats: 2 }
    - { names: [LineAdjs], numberOfColumnRepeats: 2 }
- name: own
  transactionTypes: [835]
  baseName: base
  listSchemas:
    - { names: [Adjs], numberOfColumnRepeats: 1 }
    - { names: [Lines], fileSuffix: '' }
`;
    expect(tablesOf(schemas)).toEqual([
      { name: 'Lines', fileSuffix: '', columns: ['AdjReasonCode', 'LineControlNumber', 'LineAdj1ReasonCode', 'LineAdj2ReasonCode'] },
    ]);
    expect(tablesOf(schemas, { name: 'base' })).toEqual([
      {
        name: 'Lines',
        fileSuffix: '-Rows',
        columns: ['Adj1ReasonCode', 'Adj2ReasonCode', 'LineControlNumber', 'LineAdj1ReasonCode', 'LineAdj2ReasonCode'],
      },
    ]);
  });

  it('goes before its base with a pattern that is less specific', () => {
    const schemas = `
- name: base
  transactionTypes: [835]
  includedFields: ['Adj*ReasonCode']
  listSchemas: [{ names: [Adjs], numberOfColumnRepeats: 5 }]
- name: own
  transactionTypes: [835]
  baseName: base
  listSchemas: [{ names: ['*'], numberOfColumnRepeats: 2 }]
`;
    expect(columnsOfSchema(schemas)).toEqual(['Adj1ReasonCode', 'Adj2ReasonCode']);
  });

  it('takes the base of its own transaction type', () => {
    const schemas = `
- { name: base, transactionTypes: [835], includedFields: [PaymentAmount] }
- { name: base, transactionTypes: [837P], includedFields: [Note] }
- { name: own, transactionTypes: [835, 837P], baseName: base }
`;
    expect(columnsOfSchema(schemas)).toEqual(['PaymentAmount']);
    expect(columnsOfSchema(schemas, { type: '837P' })).toEqual(['Note']);
  });

  it('may stand on one of the product', () => {
    expect(columnsOfSchema('- { name: own, transactionTypes: [835], baseName: transactions-only, includedFields: [PayerName] }')).toEqual(['PayerName']);
  });

  it('may have the name of one of the product, and stand on that', () => {
    const text = '- { name: default, transactionTypes: [837P], baseName: default, includedFields: [Note] }';
    expect(columnsOfSchema(text, { name: 'default', type: '837P' })).toEqual(['Note']);
  });

  it('is refused where the base leads back to it', () => {
    const text = '- { name: a, transactionTypes: [835], baseName: own }\n- { name: own, transactionTypes: [835], baseName: a }';
    expect(refusalOf(text)).toEqual({
      code: 'EDI_SCHEMA_INVALID',
      message: ['schemas.yaml:1:49: `baseName` of schema a leads back to itself.', 'schemas.yaml:2:51: `baseName` of schema own leads back to itself.'].join(
        '\n',
      ),
    });
  });

  it('is refused where it is its own base', () => {
    expect(refusalOf('- { name: own, transactionTypes: [835], baseName: own }').message).toBe('schemas.yaml:1:51: Schema own is based on itself.');
  });

  it('is refused where the base is there for other types only, with the nearest of its type', () => {
    const text =
      '- { name: base, transactionTypes: [837P] }\n- { name: own, transactionTypes: [835], baseName: base }\n- { name: basis, transactionTypes: [835] }';
    expect(refusalOf(text).message).toBe('schemas.yaml:2:51: No schema of 835 is called `base`. Did you mean `basis`?');
  });

  it('of a transaction type without tables is reported at the type, with those that there are', () => {
    expect(refusalOf('- { name: own, transactionTypes: [837], baseName: lines-only }').message).toMatch(
      /^schemas\.yaml:1:34: `transactionTypes` of schema own has `837`, of which there are no included schemas\. Known are 270, .*, 837P, /,
    );
  });
});

describe('mistakes of one schema', () => {
  const TWO = `
- { name: wrong, transactionTypes: [835], includedFields: [Chargeamont] }
- { name: own, transactionTypes: [835], includedFields: [ChargeAmount] }
`;

  it('are not told to those who use another of the same file, before or after', () => {
    const message = 'schemas.yaml:2:60: No column matches `Chargeamont`. Did you mean `ChargeAmount`?';
    expect(columnsOfSchema(TWO)).toEqual(['ChargeAmount']);
    expect(refusalOf(TWO, { name: 'wrong' }).message).toBe(message);
  });

  it('are told once, however often it is asked for', async () => {
    const parameters = { schemaFileName: 'schemas.yaml', schemaFolder: schemaFolder(TWO), schemaCheck: 'strict' };
    const ask = (schemaName: string) => ediErrorOf(() => converter().describeOutput('csv', { ...parameters, schemaName }, '835'));
    const first = (await ask('wrong')).message;
    expect(first.split('\n')).toHaveLength(1);
    expect((await ask('wrong')).message).toBe(first);
    expect(converter().describeOutput('csv', { ...parameters, schemaName: 'own' }, '835')[0]?.columns).toEqual(['ChargeAmount']);
  });
});
