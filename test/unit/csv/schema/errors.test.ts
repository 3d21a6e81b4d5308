import { ownSchema, refusalOf, type SchemaQuery, tablesOf } from '../../../support/csv-schema';
import { LIST_KEYS, SCHEMA_KEYS } from '../../../../plugins/tables/schema/schema-format';

/** The lines of what refuses a file. */
function problemsOf(text: string, query?: SchemaQuery): string[] {
  const { code, message } = refusalOf(text, query);
  expect(code).toBe('EDI_SCHEMA_INVALID');
  return message.split('\n');
}

describe('a file that breaks the language', () => {
  it.each<[string, string, string]>([
    ['an unknown key of a schema', ownSchema('includeFields: [Id]'), '3:3: Unknown key `includeFields` in schema own. Did you mean `includedFields`?'],
    [
      'an unknown key of a list',
      ownSchema('listSchemas:', '  - names: [Adjs]', '    numberOfRepeats: 2'),
      '5:7: Unknown key `numberOfRepeats` in an entry of listSchemas. Did you mean `numberOfColumnRepeats`?',
    ],
    ['no name', '- transactionTypes: [835]', '1:3: Schema lacks `name`.'],
    ['no transaction type', '- name: own', '1:3: Schema own lacks `transactionTypes`.'],
    ['no names of a list', ownSchema('listSchemas: [{ output: False }]'), '3:17: An entry of listSchemas lacks `names`.'],
    ['an empty list of transaction types', '- { name: own, transactionTypes: [] }', '1:34: `transactionTypes` must be names such as 837P, not an empty list.'],
    ['a transaction type that is no text', '- { name: own, transactionTypes: [[835]] }', '1:35: `transactionTypes` must be names such as 837P, not a list.'],
    [
      'a name that is a number',
      '- { name: 7, transactionTypes: [835] }',
      "1:11: `name` of schema 7 must be text: write '7' in quotes, or YAML takes 7 for a number.",
    ],
    [
      'a separator of two characters',
      ownSchema("separator: ';;'"),
      '3:14: `separator` must be one character of ASCII that is no quotation mark and no line break.',
    ],
    [
      'a quotation mark as separator',
      ownSchema("separator: '\"'"),
      '3:14: `separator` must be one character of ASCII that is no quotation mark and no line break.',
    ],
    [
      'a line break as separator',
      ownSchema('separator: "\\n"'),
      '3:14: `separator` must be one character of ASCII that is no quotation mark and no line break.',
    ],
    ['an empty separator', ownSchema("separator: ''"), '3:14: `separator` must be one character of ASCII that is no quotation mark and no line break.'],
    [
      'a pattern that is no list',
      ownSchema('includedFields: Id'),
      '3:19: `includedFields` of schema own must be a list with at least one entry, not `Id`. Write a list of one as `[Id]`.',
    ],
    [
      'a pattern with an asterisk that is no list',
      ownSchema("excludedFields: '*Amount'"),
      "3:19: `excludedFields` of schema own must be a list with at least one entry, not `*Amount`. Write a list of one as `['*Amount']`.",
    ],
    [
      'a name that is no list',
      ownSchema('listSchemas: [{ names: Adjs }]'),
      '3:26: `names` of an entry of listSchemas must be a list with at least one entry, not `Adjs`. Write a list of one as `[Adjs]`.',
    ],
    [
      'settings of a list that are no list',
      ownSchema('listSchemas: { names: [Adjs] }'),
      '3:16: `listSchemas` of schema own must be a list with at least one entry, not a map. Begin each entry with `- `.',
    ],
    ['no patterns at all', ownSchema('excludedFields: []'), '3:19: `excludedFields` of schema own must be a list with at least one entry, not an empty list.'],
    ['an empty pattern', ownSchema("includedFields: [Id, '']"), '3:24: `includedFields` must hold names or patterns, not an empty value.'],
    ['a pattern that is a map', ownSchema('includedFields: [{ a: b }]'), '3:20: `includedFields` must hold names or patterns, not a map.'],
    [
      'a number of columns below one',
      ownSchema('listSchemas: [{ names: [Adjs], numberOfColumnRepeats: 0 }]'),
      '3:57: `numberOfColumnRepeats` of an entry of listSchemas must be a whole number from 1, not `0`.',
    ],
    [
      'a number of columns that is text',
      ownSchema("listSchemas: [{ names: [Adjs], numberOfColumnRepeats: 'two' }]"),
      '3:57: `numberOfColumnRepeats` of an entry of listSchemas must be a whole number from 1, not `two`.',
    ],
    [
      'a number of columns in quotes',
      ownSchema("listSchemas: [{ names: [Adjs], numberOfColumnRepeats: '2' }]"),
      '3:57: `numberOfColumnRepeats` of an entry of listSchemas must be a whole number from 1: write 2 without quotes.',
    ],
    ['an empty name', "- name: ''\n  transactionTypes: [835]", '1:9: `name` of a schema has no value.'],
    ['an empty file', '# schemas\n', '1:1: The file must be a list of schemas, or a map with `version` and `schemas`, not an empty file.'],
    ['several documents', `${ownSchema('separator: ;')}\n---\n- {}\n`, '4:1: This is not YAML: source contains multiple documents.'],
    [
      'a strategy that there is not',
      ownSchema('listSchemas: [{ names: [Adjs], strategy: CELLS }]'),
      '3:44: `strategy` of an entry of listSchemas must be ROWS, COLUMNS or NESTED, not `CELLS`.',
    ],
    [
      'an output that is neither true nor false',
      ownSchema('listSchemas: [{ names: [Adjs], output: maybe }]'),
      '3:42: `output` of an entry of listSchemas must be True or False, not `maybe`.',
    ],
    ['a schema that is no map', '- own', '1:3: Schema must be a map, not `own`.'],
    ['a file that is no list', 'name: own', '1:1: The file must be a list of schemas, or a map with `version` and `schemas`, not another map.'],
    ['a key twice', ownSchema('separator: ;', 'separator: ,').replace('separator: ,', "separator: ','"), '4:3: '],
  ])('is refused with file, line and column: %s', (_what, text, problem) => {
    expect(problemsOf(text).map((line) => line.slice(0, `schemas.yaml:${problem}`.length))).toContain(`schemas.yaml:${problem}`);
  });

  it('is refused with all that is wrong with it at once, in the order of the file', () => {
    const text = `
- name: own
  transactionTypes: [835]
  seperator: ','
- nane: other
  transactionTypes: [835]
  listSchemas:
    - names: [Adjs]
      strategy: rowz
`;
    expect(problemsOf(text).map((line) => line.split(' ')[0])).toEqual(['schemas.yaml:4:3:', 'schemas.yaml:5:3:', 'schemas.yaml:5:3:', 'schemas.yaml:9:17:']);
  });

  it('is refused where it is no YAML', () => {
    expect(problemsOf('- [')[0]).toMatch(/^schemas\.yaml:\d+:\d+: This is not YAML/);
    expect(refusalOf('').code).toBe('EDI_SCHEMA_INVALID');
  });
});

describe('a file of the language', () => {
  it('may have every key', () => {
    const text = `
- transactionTypes: [835, '837P', 837D]
  name: base
- transactionTypes: [835]
  name: own
  aliases: [mine]
  baseName: base
  includedFields: [Id, 'Line*']
  excludedFields: ['*Amount']
  descriptions: True
  separator: ';'
  listSchemas:
    - names: [Lines]
      numberOfColumnRepeats: 2
      strategy: ROWS
      output: True
      fileSuffix: -Rows
      repeatFields: ['*']
      repeatEachRow: ['*']
`;
    for (const key of [...Object.keys(SCHEMA_KEYS), ...Object.keys(LIST_KEYS)]) expect(text).toContain(`${key}:`);
    expect(tablesOf(text, { name: 'mine' }).find(({ name }) => name === 'Lines')).toMatchObject({ fileSuffix: '-Rows' });
  });

  it.each([['835'], ['"835"'], ["'835'"]])('may write transaction types as numbers or text: %s', (written) => {
    expect(tablesOf(`- { name: own, transactionTypes: [${written}], includedFields: [PaymentAmount] }`)).toHaveLength(1);
  });
});

describe('a pattern that means nothing', () => {
  it.each<[string, string, string]>([
    ['an included column', ownSchema('includedFields: [PaymentAmout]'), '3:20: No column matches `PaymentAmout`. Did you mean `PaymentAmount`?'],
    ['an excluded column', ownSchema('excludedFields: [Id, PayerNme]'), '3:24: No column matches `PayerNme`. Did you mean `PayerName`?'],
    ['a pattern with a star', ownSchema("includedFields: ['*PaymentAmout']"), '3:20: No column matches `*PaymentAmout`. The nearest name is `PaymentAmount`.'],
    [
      'a column outside the layout',
      ownSchema('includedFields: [InsurancePlanTipe]'),
      '3:20: No column matches `InsurancePlanTipe`. Did you mean `InsurancePlanType`?',
    ],
    ['a name far from all', ownSchema('includedFields: [Xq]'), '3:20: No column matches `Xq`. '],
    ['a list', ownSchema('listSchemas: [{ names: [LineAjds], output: False }]'), '3:27: No list matches `LineAjds`. Did you mean `Line'],
    ['a list with a star', ownSchema("listSchemas: [{ names: ['*Qwertzuiop'], output: False }]"), '3:27: No list matches `*Qwertzuiop`. '],
    ['a repeated column', ownSchema('listSchemas: [{ names: [Main], repeatFields: [IdX] }]'), '3:49: No column matches `IdX`. '],
    ['a column of every row', ownSchema('listSchemas: [{ names: [Main], repeatEachRow: [PatientNumber] }]'), '3:50: No column matches `PatientNumber`. '],
    [
      'a repeated column of another list',
      ownSchema('listSchemas: [{ names: [Main], repeatFields: [LineChargeAmount] }, { names: [Lines], strategy: ROWS }]'),
      '3:49: `repeatFields` of Main has `LineChargeAmount`, which is in list Lines. Name columns of Main, or move it to an entry of Lines.',
    ],
    [
      'a column of every row of another list',
      ownSchema('listSchemas: [{ names: [Main], repeatEachRow: [LineChargeAmount] }, { names: [Lines], strategy: ROWS }]'),
      '3:50: `repeatEachRow` of Main has `LineChargeAmount`, which is in list Lines. ',
    ],
  ])('is refused with its place: %s', (_what, text, problem) => {
    const problems = problemsOf(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.slice(0, `schemas.yaml:${problem}`.length)).toBe(`schemas.yaml:${problem}`);
  });

  it('may mean something for one of several types', () => {
    const text = '- { name: own, transactionTypes: [835, 837P], includedFields: [CheckOrEftTraceNumber, Note] }';
    expect(tablesOf(text, { type: '837P' })[0]?.columns).toEqual(['Note']);
  });

  it('is refused where it stands in the base', () => {
    const text = '- { name: base, transactionTypes: [835], excludedFields: [Nothin] }\n- { name: own, transactionTypes: [835], baseName: base }';
    expect(problemsOf(text)).toEqual([expect.stringMatching(/^schemas\.yaml:1:59: No column matches `Nothin`\. /)]);
  });
});
