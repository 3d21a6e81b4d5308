import { yaml } from '../../../src/plugin/io';
import { compilePattern, type Pattern } from './pattern';
import { FILE_KEYS, LIST_KEYS, SCHEMA_KEYS, SCHEMA_VERSION } from './schema-format';
import { MAX_ALIASES, MAX_FIELDS, MAX_NAME_LENGTH, MAX_NAMES, MAX_NODES, MAX_REPEATS, MAX_SCHEMAS } from './schema-limits';
import type { ListSource, SchemaFileSource, SchemaSource } from './schema-source';

/** Receives the errors of a file: `warnings` takes unknown keys, which may belong to another release or program. */
interface Reports {
  readonly problems: yaml.FileProblems;
  readonly warnings: yaml.FileProblems;
}

/** Reads the YAML of a file of schemas. */
export type SchemaYaml = (text: string, problems: yaml.FileProblems) => yaml.YamlNode;

const readYaml: SchemaYaml = (text, problems) => yaml.readYaml(text, problems, { maxNodes: MAX_NODES, maxAliases: MAX_ALIASES });

/** Reads a file of schemas, and reports what breaks the language. Throws EDI_SCHEMA_INVALID for a text that is no YAML or beyond the limits. */
export function readSchemas(text: string, problems: yaml.FileProblems, read = readYaml): SchemaFileSource {
  const root = read(text, problems);
  problems.throwIfAny('EDI_SCHEMA_INVALID');
  const reports = { problems, warnings: problems.anew() };
  const isFile = root.kind === 'map' && root.entries.some(({ key }) => Object.hasOwn(FILE_KEYS, key));
  const map = isFile ? new yaml.YamlMapReader(root, { title: 'the file', offset: root.offset }, FILE_KEYS, problems, reports.warnings) : undefined;
  const isVersioned = map?.has('version') === true;
  if (isVersioned) checkVersion(map);
  const nodes = map === undefined ? itemsOf(root, problems) : map.list('schemas');
  if (nodes.length > MAX_SCHEMAS) problems.report(root.offset, `The file has ${nodes.length} schemas; ${MAX_SCHEMAS} are allowed.`);
  problems.throwIfAny('EDI_SCHEMA_INVALID');
  return { isVersioned, schemas: nodes.map((node) => readSchema(node, isVersioned, reports)), warnings: reports.warnings };
}

function checkVersion(map: yaml.YamlMapReader<keyof typeof FILE_KEYS>): void {
  const expected = `${SCHEMA_VERSION}, the version of the language that this release reads`;
  const version = map.integer('version', expected);
  if (version !== undefined && version !== SCHEMA_VERSION) map.wrong('version', expected);
}

function itemsOf(root: yaml.YamlNode, problems: yaml.FileProblems): readonly yaml.YamlNode[] {
  if (root.kind === 'list') return root.items;
  const kind = root.kind === 'map' ? 'another map' : 'text';
  const found = root.kind === 'scalar' && root.text === '' ? 'an empty file' : kind;
  problems.report(root.offset, `The file must be a list of schemas, or a map with \`version\` and \`schemas\`, not ${found}.`);
  return [];
}

function readSchema(node: yaml.YamlNode, isVersioned: boolean, reports: Reports): SchemaSource {
  const { problems, warnings } = reports;
  const map = new yaml.YamlMapReader(node, { title: `schema ${nameOf(node)}`.trim(), offset: node.offset }, SCHEMA_KEYS, problems, warnings);
  const lists = map.list('listSchemas');
  checkCount('listSchemas', lists, MAX_FIELDS, map.offset('listSchemas'), problems);
  return {
    transactionTypes: readTypes(map.value('transactionTypes'), problems),
    typesOffset: map.offset('transactionTypes'),
    name: readName(map, 'name', problems) ?? '',
    aliases: readAliases(map, problems),
    baseName: readName(map, 'baseName', problems),
    includedFields: readPatterns(map, 'includedFields', MAX_FIELDS, problems),
    excludedFields: readPatterns(map, 'excludedFields', MAX_FIELDS, problems),
    descriptions: readFlag(map, 'descriptions'),
    separator: readSeparator(map, problems),
    lists: lists.map((list) => readList(list, reports)),
    isVersioned,
    offset: node.offset,
    baseOffset: map.offset('baseName'),
  };
}

function nameOf(node: yaml.YamlNode): string {
  const name = node.kind === 'map' ? node.entries.find(({ key }) => key === 'name')?.value : undefined;
  return name?.kind === 'scalar' ? yaml.excerptOf(name.text) : '';
}

/** Types may be written as bare numbers. */
function readTypes(node: yaml.YamlNode | undefined, problems: yaml.FileProblems): readonly string[] {
  if (node === undefined) return [];
  const items = node.kind === 'list' && node.items.length > 0 ? node.items : [node];
  if (!checkCount('transactionTypes', items, MAX_NAMES, node.offset, problems)) return [];
  return items.flatMap((item) => {
    if (item.kind === 'scalar' && item.value !== null && typeof item.value !== 'boolean')
      return checkLength(item.text, item.offset, problems) ? [item.text] : [];
    problems.report(item.offset, `\`transactionTypes\` must be names such as 837P, not ${yaml.shown(item)}.`);
    return [];
  });
}

function checkCount(key: string, { length }: readonly unknown[], max: number, offset: number, problems: yaml.FileProblems): boolean {
  if (length > max) problems.report(offset, `\`${key}\` has ${length} entries; ${max} are allowed.`);
  return length <= max;
}

function checkLength(text: string, offset: number, problems: yaml.FileProblems): boolean {
  if (text.length > MAX_NAME_LENGTH) problems.report(offset, `A name of ${text.length} characters is too long; ${MAX_NAME_LENGTH} are allowed.`);
  return text.length <= MAX_NAME_LENGTH;
}

type SchemaMap = yaml.YamlMapReader<keyof typeof SCHEMA_KEYS>;

function readName(map: SchemaMap, key: 'name' | 'baseName', problems: yaml.FileProblems): string | undefined {
  const text = map.optionalText(key);
  if (text === '') problems.report(map.offset(key), `\`${key}\` of a schema has no value.`);
  return text !== undefined && checkLength(text, map.offset(key), problems) ? text : undefined;
}

function readAliases(map: SchemaMap, problems: yaml.FileProblems): readonly string[] {
  const offset = map.offset('aliases');
  const aliases = map.texts('aliases');
  return checkCount('aliases', aliases, MAX_NAMES, offset, problems) ? aliases.filter((alias) => checkLength(alias, offset, problems)) : [];
}

function readSeparator(map: SchemaMap, problems: yaml.FileProblems): string | undefined {
  const text = map.optionalText('separator');
  if (text === undefined || (/^[\x20-\x7e\t]$/.test(text) && text !== '"')) return text;
  problems.report(map.offset('separator'), '`separator` must be one character of ASCII that is no quotation mark and no line break.');
  return undefined;
}

function readList(node: yaml.YamlNode, { problems, warnings }: Reports): ListSource {
  const map = new yaml.YamlMapReader(node, { title: 'an entry of listSchemas', offset: node.offset }, LIST_KEYS, problems, warnings);
  return {
    names: readPatterns(map, 'names', MAX_NAMES, problems) ?? [],
    repeats: readRepeats(map),
    ...readStrategy(map),
    isOutput: readFlag(map, 'output'),
    fileSuffix: readSuffix(map, problems),
    repeatFields: readPatterns(map, 'repeatFields', MAX_FIELDS, problems),
    repeatEachRow: readPatterns(map, 'repeatEachRow', MAX_FIELDS, problems),
    offset: node.offset,
  };
}

type ListMap = yaml.YamlMapReader<keyof typeof LIST_KEYS>;

function readRepeats(map: ListMap): number | undefined {
  const repeats = map.integer('numberOfColumnRepeats');
  if (repeats === undefined || repeats <= MAX_REPEATS) return repeats;
  map.wrong('numberOfColumnRepeats', `a whole number from 1 to ${MAX_REPEATS}`);
  return undefined;
}

const STRATEGIES: Readonly<Record<string, Pick<ListSource, 'isRows' | 'isNested'>>> = {
  ROWS: { isRows: true, isNested: false },
  COLUMNS: { isRows: false, isNested: false },
  NESTED: { isRows: true, isNested: true },
};

function readStrategy(map: ListMap): Pick<ListSource, 'isRows' | 'isNested'> {
  const text = map.optionalText('strategy')?.toUpperCase() ?? '';
  const strategy = Object.hasOwn(STRATEGIES, text) ? STRATEGIES[text] : undefined;
  if (strategy === undefined && map.has('strategy')) map.wrong('strategy', 'ROWS, COLUMNS or NESTED');
  return strategy ?? { isRows: undefined, isNested: undefined };
}

/** YAML 1.2 takes True and False of older files for text. */
function readFlag<Key extends string>(map: yaml.YamlMapReader<Key>, key: Key): boolean | undefined {
  const node = map.value(key);
  if (node === undefined) return undefined;
  const text = node.kind === 'scalar' ? node.text.toLowerCase() : '';
  if (text === 'true' || text === 'false') return text === 'true';
  map.wrong(key, 'True or False');
  return undefined;
}

/** A suffix becomes part of a file name, so that it may not lead anywhere else. */
function readSuffix(map: ListMap, problems: yaml.FileProblems): string | undefined {
  const text = map.optionalText('fileSuffix');
  if (text === undefined || text === '') return text;
  if (text.length <= MAX_NAME_LENGTH && /^[\w. -]+$/.test(text) && !text.includes('..')) return text.startsWith('-') ? text : `-${text}`;
  problems.report(map.offset('fileSuffix'), '`fileSuffix` may have letters, digits, blanks, `-`, `_` and single dots.');
  return undefined;
}

function readPatterns<Key extends string>(map: yaml.YamlMapReader<Key>, key: Key, max: number, problems: yaml.FileProblems): readonly Pattern[] | undefined {
  if (!map.has(key)) return undefined;
  const items = map.list(key);
  if (!checkCount(key, items, max, map.offset(key), problems)) return [];
  return items.flatMap((item) => {
    if (item.kind === 'scalar' && item.text !== '') return checkLength(item.text, item.offset, problems) ? [compilePattern(item.text, item.offset)] : [];
    problems.report(item.offset, `\`${key}\` must hold names or patterns, not ${yaml.shown(item)}.`);
    return [];
  });
}
