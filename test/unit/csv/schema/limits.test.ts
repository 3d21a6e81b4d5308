import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePattern } from '../../../../plugins/tables/schema/pattern';
import { converter, ediErrorOf } from '../../../support/conversion';
import { schemaFolder } from '../../../support/csv';
import { ownSchema, refusalOf, tablesOf } from '../../../support/csv-schema';

const times = (count: number, text: (i: number) => string): string => Array.from({ length: count }, (_, i) => text(i)).join('');

/** Aliases that stand for nine times what the alias before them stands for: nine to the ninth values in all. */
const LAUGHS = `- &a0 [x]\n${times(9, (i) => `- &a${i + 1} [${times(9, () => `*a${i},`)}]\n`)}`;

describe('a file of schemas', () => {
  it.each<[string, string, RegExp]>([
    ['has up to 1048576 bytes', `${ownSchema()}\n# ${'x'.repeat(1_048_576)}`, /^schemas\.yaml has \d+ bytes; 1048576 are allowed/],
    ['has aliases for up to 50000 values', LAUGHS, /more than 50000 values, those of aliases included|more than 100 aliases/],
    ['has up to 100 aliases', `- &a own\n${times(101, () => '- *a\n')}`, /more than 100 aliases\.$/],
    ['has a nesting that can be read', '['.repeat(100_000), /The nesting is too deep to be read|This is not YAML/],
    ['has up to 500 schemas', times(501, (i) => `- { name: s${i}, transactionTypes: [835] }\n`), /has 501 schemas; 500 are allowed/],
    ['has up to 1000 patterns of a key', ownSchema(`includedFields: [${times(1_001, () => 'Id, ')}]`), /`includedFields` has 1001 entries; 1000 are allowed/],
    [
      'has up to 1000 lists',
      ownSchema(
        'listSchemas:',
        times(1_001, () => '\n  - names: [Adjs]'),
      ),
      /`listSchemas` has 1001 entries; 1000 are allowed/,
    ],
    ['has up to 200 aliases of a schema', ownSchema(`aliases: [${times(201, (i) => `a${i}, `)}]`), /`aliases` has 201 entries; 200 are allowed/],
    ['has names of up to 200 characters', ownSchema(`baseName: ${'x'.repeat(201)}`), /A name of 201 characters is too long; 200 are allowed/],
    [
      'has patterns of up to 200 characters',
      ownSchema(`includedFields: [${'*'.repeat(201)}]`.replace('[', "['").replace(']', "']")),
      /A name of 201 characters/,
    ],
    [
      'repeats columns up to 1000 times',
      ownSchema('listSchemas: [{ names: [Adjs], numberOfColumnRepeats: 1001 }]'),
      /a whole number from 1 to 1000, not `1001`/,
    ],
    [
      'has up to 20 schemas that stand on one another',
      times(30, (i) => `- { name: s${i}, transactionTypes: [835], baseName: s${i + 1} }\n`) + '- { name: s30, transactionTypes: [835] }',
      /stands on more than 20 others/,
    ],
  ])('%s', (_what, text, message) => {
    const refusal = refusalOf(text);
    expect(refusal.code).toBe('EDI_SCHEMA_INVALID');
    expect(refusal.message).toMatch(message);
  });

  it('gives a table up to 100000 columns, and none of those beyond is made', () => {
    const text = ownSchema("listSchemas: [{ names: ['*'], numberOfColumnRepeats: 1000 }]");
    expect(refusalOf(text)).toMatchObject({ code: 'EDI_SCHEMA_INVALID', message: expect.stringMatching(/Schema own gives 835 more than \d+ columns/) });
  });

  it('compares patterns with columns up to 5000000 times', () => {
    const patterns = `includedFields: [${times(900, () => 'Id, ')}]`;
    const text = ownSchema(patterns, "listSchemas: [{ names: ['*'], numberOfColumnRepeats: 5 }]").replace('[835]', '[837P]');
    expect(refusalOf(text, { type: '837P' }).message).toMatch(/more than 5549 columns, those that it does not write included/);
  });

  it('lists 100 mistakes and counts the others', () => {
    const lines = refusalOf(ownSchema(...Array.from({ length: 3_000 }, (_, i) => `unknown${i}: 1`))).message.split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([101, 'schemas.yaml: 2900 more of the kind.']);
  });

  it('is quoted in messages by 60 characters of a value at most', () => {
    const { message } = refusalOf(
      ownSchema(`separator: ok`, `${'k'.repeat(5_000)}: 1`, `strategy: ${'v'.repeat(5_000)}`).replace('separator: ok', `listSchemas: ${'w'.repeat(5_000)}`),
    );
    for (const line of message.split('\n')) expect(line.length).toBeLessThan(300);
  });

  it('may have aliases', () => {
    const [table] = tablesOf(
      '- { name: base, transactionTypes: &types [835], includedFields: [ChargeAmount] }\n- { name: own, transactionTypes: *types, baseName: base }',
    );
    expect(table?.columns).toEqual(['ChargeAmount']);
  });
});

describe('the name of a file of schemas', () => {
  const ask = (parameters: Readonly<Record<string, string>>) => ediErrorOf(() => converter().describeOutput('csv', parameters, '835'));

  it.each([
    ['schemaFileName', `${'x'.repeat(300)}.yaml`],
    ['schemaFileName', `${'é'.repeat(120)}.yaml`],
    ['schemaName', 'x'.repeat(100_000)],
  ])('is a bad parameter where it is too long: %s', async (key, value) => {
    const { code, status, message } = await ask({ schemaFolder: schemaFolder(''), [key]: value });
    expect({ code, status, message }).toEqual({ code: 'EDI_BAD_PARAMETER', status: 400, message: `${key} is too long: 200 bytes are allowed.` });
  });

  it('may be that of a link to a file below the folder, and of no other', async () => {
    const folder = schemaFolder(ownSchema('includedFields: [PaymentAmount]'));
    const outside = schemaFolder('secret: hunter2', 'outside.yaml');
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'real.yaml'), ownSchema('includedFields: [ChargeAmount]', 'listSchemas: [{ names: [Transactions], output: False }]'));
    symlinkSync(join('data', 'real.yaml'), join(folder, 'inside.yaml'));
    symlinkSync(join(outside, 'outside.yaml'), join(folder, 'link.yaml'));
    symlinkSync(join(folder, 'link.yaml'), join(folder, 'twice.yaml'));
    const parameters = { schemaFolder: folder, schemaName: 'own' };
    expect(converter().describeOutput('csv', { ...parameters, schemaFileName: 'inside.yaml' }, '835')[0]?.columns).toEqual(['ChargeAmount']);
    for (const schemaFileName of ['link.yaml', 'twice.yaml']) {
      const { code, message } = await ask({ ...parameters, schemaFileName });
      expect([code, message]).toEqual(['EDI_BAD_PARAMETER', `schemaFileName is '${schemaFileName}', a link that leads out of the folder of schemas.`]);
    }
  });
});

describe('a pattern', () => {
  it.each([
    ['LineAdj*Amount', 'LineAdj1Amount', true],
    ['LineAdj*Amount', 'LineAdjAmount', true],
    ['LineAdj*Amount', 'LineAdj1Amounts', false],
    ['*contacts', 'PayerContacts', true],
    ['a*a', 'a', false],
    ['*', '', true],
    ['***', 'Id', true],
    ['Id', 'IDX', false],
    ['a.c', 'abc', false],
    ['*ab*b', 'ab', false],
    ['*ab*b', 'xabab', true],
  ])('%s on %s: %s', (pattern, name, expected) => {
    expect(compilePattern(pattern, 0).matches(name)).toBe(expected);
  });

  it('is as a regular expression for any names of few letters', () => {
    const words = ['', 'a', 'b', 'ab', 'ba', 'aab', 'abab', 'bbaa'];
    for (const one of words) {
      for (const other of words) {
        for (const pattern of [`${one}*${other}`, `*${one}*${other}`, `${one}**${other}*`]) {
          const expression = new RegExp(`^${pattern.replaceAll(/\*+/g, '.*')}$`);
          for (const name of words) expect([pattern, name, compilePattern(pattern, 0).matches(name)]).toEqual([pattern, name, expression.test(name)]);
        }
      }
    }
  });

  it('looks at each part of a name once, however many stars it has', () => {
    // A regular expression with these stars tries every way to share out the letters.
    const pattern = compilePattern(`${'a*'.repeat(90)}b`, 0);
    expect(pattern.matches('a'.repeat(200))).toBe(false);
    expect(pattern.matches(`${'a'.repeat(200)}b`)).toBe(true);
  });
});
