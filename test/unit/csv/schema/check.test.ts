import { sourceOf } from '../../../support/conversion';
import { convertCsv } from '../../../support/csv';
import { columnsOfSchema, ownSchema, PAYMENTS_ONLY, refusalOf, tablesOf, versioned } from '../../../support/csv-schema';
import { remittance } from '../../../support/remittance';

const LISTS = `listSchemas: [${PAYMENTS_ONLY}, { names: [Nolists], numberOfRepeats: 2 }]`;
const DOUBTFUL = ownSchema('includedFields: [PatientControlNumber, PaymentAmout]', LISTS).replace('[835]', '[835, 837]');
const WARNINGS = [
  /^schemas\.yaml:2:21: `transactionTypes` of schema own has `837`, of which there are no tables\. Known are /,
  /^schemas\.yaml:3:42: No column matches `PaymentAmout`\. Did you mean `PaymentAmount`\?$/,
  /^schemas\.yaml:4:\d+: No list matches `Nolists`\. /,
  /^schemas\.yaml:4:\d+: Unknown key `numberOfRepeats` in an entry of listSchemas\. Did you mean `numberOfColumnRepeats`\?$/,
];

describe('patterns and keys that mean nothing', () => {
  it.each(['auto', 'lenient'] as const)('are warnings of a file without a version: %s', async (check) => {
    expect(columnsOfSchema(DOUBTFUL, { check })).toEqual(['PatientControlNumber']);
    const converted = await convertCsv([sourceOf('a.edi', remittance())], { schemas: DOUBTFUL, schemaName: 'own', warningsInResponse: true });
    const messages = converted.issues.map(({ message }) => message);
    expect(messages).toHaveLength(WARNINGS.length);
    for (const warning of WARNINGS) expect(messages).toContainEqual(expect.stringMatching(warning));
    expect(converted.summary.issues).toBe(WARNINGS.length);
    expect(converted.header).toEqual(['PatientControlNumber']);
    expect(converted.rows.map(([cell]) => cell)).toEqual([...messages.map((message) => `WARNING: ${message}`), 'CLAIM1']);
  });

  it('are not in the output where warnings are not wanted', async () => {
    const { text, issues } = await convertCsv([sourceOf('a.edi', remittance())], { schemas: DOUBTFUL, schemaName: 'own' });
    expect(text).toBe('PatientControlNumber\nCLAIM1');
    expect(issues).toHaveLength(WARNINGS.length);
  });

  it('refuse a file without a version where the caller is strict, and one with a version', () => {
    for (const [text, check] of [
      [DOUBTFUL, 'strict'],
      [versioned(DOUBTFUL), 'auto'],
    ] as const) {
      const { code, message } = refusalOf(text, { check });
      expect({ code, lines: message.split('\n').length }).toEqual({ code: 'EDI_SCHEMA_INVALID', lines: WARNINGS.length });
    }
  });

  it('are warnings of a file with a version where the caller is lenient', () => {
    expect(columnsOfSchema(versioned(DOUBTFUL), { check: 'lenient' })).toEqual(['PatientControlNumber']);
  });

  it('do not excuse what breaks the language', () => {
    expect(refusalOf(ownSchema("separator: ';;'"), { check: 'lenient' }).code).toBe('EDI_SCHEMA_INVALID');
  });

  it('are named where they leave no column', () => {
    const { code, message } = refusalOf(ownSchema('includedFields: [PaymentAmout]'), { check: 'lenient' });
    expect([code, message.split('\n')]).toEqual([
      'EDI_BAD_PARAMETER',
      [
        "schemaName is 'own', which writes no column of 835. Include columns of 835.",
        'schemas.yaml:3:20: No column matches `PaymentAmout`. Did you mean `PaymentAmount`?',
      ],
    ]);
  });

  it('have a setting that is one of three', () => {
    expect(() => tablesOf(DOUBTFUL, { check: 'some' as 'auto' })).toThrow('schemaCheck must be one of auto, strict, lenient.');
  });
});

describe('the version of a file', () => {
  it.each([
    ['2', 'version: 2\nschemas: [{ name: own, transactionTypes: [835] }]'],
    ['text', "version: '1'\nschemas: [{ name: own, transactionTypes: [835] }]"],
  ])('is refused where it is not 1: %s', (_what, text) => {
    expect(refusalOf(text).message).toMatch(/^schemas\.yaml:1:10: `version` of the file must be 1, .*(, not `2`|: write 1 without quotes)\.$/);
  });

  it('comes with schemas', () => {
    expect(refusalOf('version: 1').message).toBe('schemas.yaml:1:1: The file lacks `schemas`.');
  });

  it('decides whether the excluded columns of a schema replace those of its base', () => {
    const text = [
      `- { name: base, transactionTypes: [835], includedFields: [ChargeAmount, PaymentAmount, DrgWeight], excludedFields: [DrgWeight] }`,
      `- { name: own, transactionTypes: [835], baseName: base, excludedFields: [PaymentAmount], listSchemas: [${PAYMENTS_ONLY}] }`,
    ].join('\n');
    expect(columnsOfSchema(text)).toEqual(['ChargeAmount']);
    expect(columnsOfSchema(versioned(text))).toEqual(['ChargeAmount', 'DrgWeight']);
  });
});
