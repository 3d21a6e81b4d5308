import { columnsOfSchema, ownSchema, PAYMENTS_ONLY, refusalOf, tablesOf } from '../../../support/csv-schema';

/** Columns of payments that the pattern means, with settings of lists. */
const columnsWith = (pattern: string, ...lists: readonly string[]): readonly string[] =>
  columnsOfSchema(ownSchema(`includedFields: ['${pattern}']`, `listSchemas: [${[PAYMENTS_ONLY, ...lists].join(', ')}]`));

describe('the number of columns of a list', () => {
  it('is three where nothing says it', () => {
    expect(columnsWith('Adj*ReasonCode')).toEqual(['Adj1ReasonCode', 'Adj2ReasonCode', 'Adj3ReasonCode']);
  });

  it('is what the schema says, and one has no number', () => {
    expect(columnsWith('Adj*ReasonCode', '{ names: [Adjs], numberOfColumnRepeats: 2 }')).toEqual(['Adj1ReasonCode', 'Adj2ReasonCode']);
    expect(columnsWith('Adj*ReasonCode', '{ names: [Adjs], numberOfColumnRepeats: 1 }')).toEqual(['AdjReasonCode']);
  });

  it('is that of each list by its whole path', () => {
    expect(
      columnsWith('PayerContact*', '{ names: [PayerContacts], numberOfColumnRepeats: 1 }', '{ names: [PayerContactContactNumbers], numberOfColumnRepeats: 2 }'),
    ).toEqual([
      'PayerContactName',
      'PayerContactContactNumber1Type',
      'PayerContactContactNumber1Number',
      'PayerContactContactNumber2Type',
      'PayerContactContactNumber2Number',
    ]);
  });

  it('has lists in lists numbered on both levels', () => {
    const columns = columnsWith('PayerContact*Number', "{ names: ['*Contacts', '*ContactNumbers'], numberOfColumnRepeats: 2 }");
    expect(columns).toEqual([
      'PayerContact1ContactNumber1Number',
      'PayerContact1ContactNumber2Number',
      'PayerContact2ContactNumber1Number',
      'PayerContact2ContactNumber2Number',
    ]);
  });

  it('may be of lists of values', () => {
    const lists = '[{ names: [Lines], numberOfColumnRepeats: 1 }, { names: [LineRemarkCodes], numberOfColumnRepeats: 4 }]';
    expect(columnsOfSchema(ownSchema("includedFields: ['LineRemarkCode*']", `listSchemas: ${lists}`))).toEqual([
      'LineRemarkCode1',
      'LineRemarkCode2',
      'LineRemarkCode3',
      'LineRemarkCode4',
    ]);
  });

  it('may be large', () => {
    expect(columnsWith('Adj*Amount', '{ names: [Adjs], numberOfColumnRepeats: 30 }')).toHaveLength(30);
  });
});

describe('of several patterns that mean a list', () => {
  const ADJS = (...lists: readonly string[]) => columnsWith('Adj*Amount', ...lists).length;

  it('the one with the most letters decides, wherever it stands', () => {
    expect(ADJS("{ names: ['Adj*'], numberOfColumnRepeats: 4 }", "{ names: ['*'], numberOfColumnRepeats: 2 }")).toBe(4);
    expect(ADJS("{ names: ['*'], numberOfColumnRepeats: 2 }", "{ names: ['Adj*'], numberOfColumnRepeats: 4 }")).toBe(4);
    expect(ADJS('{ names: [Adjs], numberOfColumnRepeats: 5 }', "{ names: ['Adj*'], numberOfColumnRepeats: 4 }")).toBe(5);
  });

  it('the last of equals decides', () => {
    expect(ADJS("{ names: ['Adj*'], numberOfColumnRepeats: 4 }", "{ names: ['*djs'], numberOfColumnRepeats: 2 }")).toBe(2);
    expect(ADJS("{ names: ['*djs'], numberOfColumnRepeats: 2 }", "{ names: ['Adj*'], numberOfColumnRepeats: 4 }")).toBe(4);
  });

  it('the best of an entry counts', () => {
    expect(ADJS("{ names: ['*', Adjs], numberOfColumnRepeats: 5 }", "{ names: ['Adj*'], numberOfColumnRepeats: 4 }")).toBe(5);
  });

  it('each gives the keys that only it states', () => {
    const schema = ownSchema(
      "includedFields: [PatientControlNumber, 'Adj*Amount']",
      "listSchemas: [{ names: [Main], output: False, repeatFields: ['*'] }, { names: ['Adj*'], strategy: ROWS, fileSuffix: x }, { names: [Adjs], fileSuffix: -y }]",
    );
    expect(tablesOf(schema)).toEqual([{ name: 'Adjs', fileSuffix: '-y', columns: ['PatientControlNumber', 'AdjAmount'] }]);
  });

  it('are patterns in any case', () => {
    expect(ADJS("{ names: ['aDJs'], numberOfColumnRepeats: 2 }")).toBe(2);
  });
});

describe('the files of lists', () => {
  const schema = (...lists: readonly string[]) =>
    ownSchema("includedFields: [PatientControlNumber, LineChargeAmount, 'Adj*Amount']", `listSchemas: [${lists.join(', ')}]`);
  const suffixes = (...lists: readonly string[]) => Object.fromEntries(tablesOf(schema(...lists)).map(({ name, fileSuffix }) => [name, fileSuffix]));

  it('are called after them; that of the records has no suffix', () => {
    expect(suffixes('{ names: [Lines], strategy: ROWS }')).toEqual({ Main: '', Lines: '-Lines' });
  });

  it.each([
    ["'-Service Lines'", '-Service Lines'],
    ['Service', '-Service'],
    ["'_1.x'", '-_1.x'],
  ])('are called what the schema says: %s', (written, suffix) => {
    expect(suffixes(`{ names: [Lines], strategy: ROWS, fileSuffix: ${written} }`)).toEqual({ Main: '', Lines: suffix });
  });

  it('may have no suffix where no other has none', () => {
    expect(suffixes('{ names: [Main], fileSuffix: claims }', "{ names: [Lines], strategy: ROWS, fileSuffix: '' }")).toEqual({ Main: '-claims', Lines: '' });
  });

  it('are refused where two lists have one', () => {
    expect(refusalOf(schema("{ names: [Lines], strategy: ROWS, fileSuffix: '' }"))).toEqual({
      code: 'EDI_SCHEMA_INVALID',
      message: 'schemas.yaml:1:3: The lists Main and Lines would be written to the same file. Give one of them another `fileSuffix`, or `output: False`.',
    });
    expect(refusalOf(schema('{ names: [Lines, Adjs], strategy: ROWS, fileSuffix: rows }')).message).toContain('The lists Adjs and Lines');
  });

  it.each([["'../x'"], ["'a/b'"], ["'a\\b'"], ["'..'"], ["'-x:y'"], ["'-a*'"]])('may not lead anywhere else: %s', (suffix) => {
    expect(refusalOf(schema(`{ names: [Lines], strategy: ROWS, fileSuffix: ${suffix} }`)).message).toMatch(
      /^schemas\.yaml:4:\d+: `fileSuffix` may have letters, digits, blanks, `-`, `_` and single dots\.$/,
    );
  });

  it('are not there for lists without output, whose columns stand in others all the same', () => {
    const tables = tablesOf(schema('{ names: [Main], output: False, repeatFields: [PatientControlNumber] }', '{ names: [Lines], strategy: ROWS }'));
    expect(tables).toEqual([{ name: 'Lines', fileSuffix: '', columns: ['PatientControlNumber', 'LineChargeAmount'] }]);
  });

  it('are not there for lists without a column that is wanted', () => {
    const tables = tablesOf(ownSchema('includedFields: [PatientControlNumber]', 'listSchemas: [{ names: [Lines, Adjs], strategy: ROWS }]'));
    expect(tables.map(({ name }) => name)).toEqual(['Main']);
  });

  it.each([
    ['True', 2],
    ['true', 2],
    ['False', 1],
    ['false', 1],
    ["'False'", 1],
  ])('are switched by output: %s', (written, count) => {
    expect(tablesOf(schema(`{ names: [Lines], strategy: ROWS, output: ${written} }`))).toHaveLength(count);
  });

  it.each(['ROWS', 'rows', 'Rows'])('are those of lists that are rows: %s', (strategy) => {
    expect(tablesOf(schema(`{ names: [Lines], strategy: ${strategy} }`))).toHaveLength(2);
  });

  it('are not those of lists whose items are columns', () => {
    const columns = tablesOf(
      ownSchema("includedFields: ['Line*ChargeAmount']", 'listSchemas: [{ names: [Lines], strategy: COLUMNS, numberOfColumnRepeats: 2 }]'),
    )[0]?.columns;
    expect(columns).toEqual(['Line1ChargeAmount', 'Line2ChargeAmount']);
  });
});
