import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatherFacts, type RecordFacts } from '../../src/docs/data-dictionary.facts';
import { functionalGroup, interchangeControl } from '../../src/mapping/control-records';
import type { RecordDeclaration } from '../../src/plugin';
import { PluginRegistry } from '../../src/plugin/plugin.registry';
import { ROOT } from './project-files';
import { productGuides } from '../support/product-guides';

/*
 * Reads the documents of the interface in ../shared where they exist, and skips where they do not. Every field that they document has to be
 * one that a record can give, or one that a record declares as never produced, with the reason.
 */

const SPEC = join(process.env['CLEARLOOP_SHARED'] ?? join(ROOT, '../shared'), 'spec');
const MODELS = join(SPEC, 'observed', 'openapi_fields.txt');
const SECTIONS = join(SPEC, 'edi-conversion.md');

/** Models of tables, of values that the service knows without reading EDI, of requests and of other operations, which are no records of conversions. */
const NO_RECORDS = /Csv$|^(AppInfo|Aws|Edi|ErrorInfo|FileInfo|LicenseInfo|SourceLocation|ValidationIssue)/;

/** Names of our records, where they differ from those of the models; none for what no record has. */
const RECORD_OF_MODEL: Readonly<Record<string, readonly string[]>> = {
  CodeAndAmount: [],
  CodeAndDate: [],
  InstDiagnosis: [],
  Procedure: [],
  ContactInfo: ['Contact'],
  // In requests alone: GS01 and GS08 say it.
  'FunctionalGroup.transactionType': [],
  PartyIdName: ['PartyIdName', 'Party'],
};

/** Keys of section 2 that the service knows without reading EDI. */
const OF_THE_FILE = ['fileType', 'lastModifiedDateTime'];

/** Control records are bound to the envelope, and have a place for each of their fields. */
const factsOfControl = ({ name, fields }: RecordDeclaration<unknown>): RecordFacts => ({
  name,
  plugins: new Set(),
  fields: Object.entries(fields).map(([key, { doc }]) => ({ key, docs: [doc], bindings: [], isBound: true })),
});

const factsOf = (): readonly RecordFacts[] => {
  const registry = PluginRegistry.ofProduct();
  const records = gatherFacts(registry.transactionSetPlugins, (id) => productGuides.load(id)).records;
  return [...records, ...[interchangeControl, functionalGroup].map(factsOfControl)];
};

/** `Model.field` of the list of models. */
function documentedFields(text: string): readonly (readonly [model: string, field: string])[] {
  let model = '';
  return text.split('\n').flatMap((line): readonly (readonly [string, string])[] => {
    const head = /^## (\w+)/.exec(line)?.[1];
    if (head !== undefined) model = head;
    const field = /^ {2}(\w+)\*?:/.exec(line)?.[1];
    return field === undefined || NO_RECORDS.test(model) ? [] : [[model, field]];
  });
}

const describeWhereDocumented = existsSync(MODELS) && existsSync(SECTIONS) ? describe : describe.skip;

describeWhereDocumented('the fields that the interface documents', () => {
  let facts: readonly RecordFacts[];
  beforeAll(() => {
    facts = factsOf();
  });

  it('are given by a record, or declared as never produced', () => {
    const missing = documentedFields(readFileSync(MODELS, 'utf8')).filter(([model, field]) => {
      const names = RECORD_OF_MODEL[`${model}.${field}`] ?? RECORD_OF_MODEL[model] ?? [model];
      const records = facts.filter(({ name }) => names.includes(name));
      const known = records.flatMap(({ fields }) => fields.filter(({ isBound, neverProduced }) => isBound || neverProduced !== undefined));
      return names.length > 0 && !known.some(({ key }) => key === field);
    });
    expect(missing.map((one) => one.join('.'))).toEqual([]);
  });

  it('have records and models of the same names', () => {
    const models = new Set(documentedFields(readFileSync(MODELS, 'utf8')).map(([model]) => model));
    const known = new Set(facts.map(({ name }) => name));
    const unknown = [...models].filter((model) => !(RECORD_OF_MODEL[model] ?? [model]).every((name) => known.has(name)));
    expect(unknown).toEqual([]);
  });

  it('of section 2 are keys of the records', () => {
    const text = readFileSync(SECTIONS, 'utf8');
    const section = text.slice(text.indexOf('### 2.3'), text.indexOf('### 2.10'));
    const keys = new Set(facts.flatMap(({ name, fields }) => [name, ...fields.map(({ key }) => key)]));
    const named = [...section.matchAll(/\b[a-z]+(?:[A-Z0-9][a-z0-9]*)+\b/g)].map(([word]) => word);
    expect([...new Set(named)].filter((word) => !keys.has(word) && !OF_THE_FILE.includes(word))).toEqual([]);
  });
});
