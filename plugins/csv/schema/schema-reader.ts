import { type FileProblems, readYaml, shown, type YamlNode, YamlMapReader } from '../../../src/plugin';
import { compilePattern, type Pattern } from './pattern';
import { LIST_KEYS, SCHEMA_KEYS } from './schema-format';
import type { ListSource, SchemaSource } from './schema-source';

/** Reads a file of schemas, and reports what breaks the language. */
export function readSchemas(text: string, problems: FileProblems): readonly SchemaSource[] {
  const root = readYaml(text, problems);
  problems.throwIfAny('EDI_SCHEMA_INVALID');
  if (root.kind !== 'list') {
    problems.report(root.offset, `The file must be a list of schemas, not ${shown(root)}.`);
    return [];
  }
  return root.items.map((node) => readSchema(node, problems));
}

function readSchema(node: YamlNode, problems: FileProblems): SchemaSource {
  const map = new YamlMapReader(node, { title: `schema ${nameOf(node)}`.trim(), offset: node.offset }, SCHEMA_KEYS, problems);
  const separator = readSeparator(map, problems);
  return {
    transactionTypes: readTypes(map.value('transactionTypes'), problems),
    name: map.text('name'),
    aliases: map.texts('aliases'),
    baseName: map.optionalText('baseName'),
    includedFields: readPatterns(map, 'includedFields', problems),
    excludedFields: readPatterns(map, 'excludedFields', problems),
    separator,
    lists: map.list('listSchemas').map((list) => readList(list, problems)),
    offset: node.offset,
    baseOffset: map.offset('baseName'),
  };
}

function nameOf(node: YamlNode): string {
  const name = node.kind === 'map' ? node.entries.find(({ key }) => key === 'name')?.value : undefined;
  return name?.kind === 'scalar' ? name.text : '';
}

/** Types may be written as bare numbers. */
function readTypes(node: YamlNode | undefined, problems: FileProblems): readonly string[] {
  if (node === undefined) return [];
  const items = node.kind === 'list' && node.items.length > 0 ? node.items : [node];
  return items.flatMap((item) => {
    if (item.kind === 'scalar' && item.value !== null && typeof item.value !== 'boolean') return [item.text];
    problems.report(item.offset, `\`transactionTypes\` must be names such as 837P, not ${shown(item)}.`);
    return [];
  });
}

function readSeparator(map: YamlMapReader<keyof typeof SCHEMA_KEYS>, problems: FileProblems): string | undefined {
  const text = map.optionalText('separator');
  if (text === undefined || (/^[\x20-\x7e\t]$/.test(text) && text !== '"')) return text;
  problems.report(map.offset('separator'), '`separator` must be one character of ASCII that is no quotation mark and no line break.');
  return undefined;
}

function readList(node: YamlNode, problems: FileProblems): ListSource {
  const map = new YamlMapReader(node, { title: 'an entry of listSchemas', offset: node.offset }, LIST_KEYS, problems);
  return {
    names: readPatterns(map, 'names', problems) ?? [],
    repeats: map.integer('numberOfColumnRepeats'),
    isRows: readStrategy(map),
    isOutput: readFlag(map, 'output'),
    fileSuffix: readSuffix(map, problems),
    repeatFields: readPatterns(map, 'repeatFields', problems),
    repeatEachRow: readPatterns(map, 'repeatEachRow', problems),
    offset: node.offset,
  };
}

type ListMap = YamlMapReader<keyof typeof LIST_KEYS>;

function readStrategy(map: ListMap): boolean | undefined {
  const text = map.optionalText('strategy')?.toUpperCase();
  if (text === undefined || text === 'ROWS' || text === 'COLUMNS') return text === undefined ? undefined : text === 'ROWS';
  map.wrong('strategy', 'ROWS or COLUMNS');
  return undefined;
}

/** YAML 1.2 takes True and False of older files for text. */
function readFlag(map: ListMap, key: 'output'): boolean | undefined {
  const node = map.value(key);
  if (node === undefined) return undefined;
  const text = node.kind === 'scalar' ? node.text.toLowerCase() : '';
  if (text === 'true' || text === 'false') return text === 'true';
  map.wrong(key, 'True or False');
  return undefined;
}

/** A suffix becomes part of a file name, so that it may not lead anywhere else. */
function readSuffix(map: ListMap, problems: FileProblems): string | undefined {
  const text = map.optionalText('fileSuffix');
  if (text === undefined || text === '') return text;
  if (/^[\w. -]+$/.test(text) && !text.includes('..')) return text.startsWith('-') ? text : `-${text}`;
  problems.report(map.offset('fileSuffix'), '`fileSuffix` may have letters, digits, blanks, `-`, `_` and single dots.');
  return undefined;
}

function readPatterns<Key extends string>(map: YamlMapReader<Key>, key: Key, problems: FileProblems): readonly Pattern[] | undefined {
  if (!map.has(key)) return undefined;
  return map.list(key).flatMap((item) => {
    if (item.kind === 'scalar' && item.text !== '') return [compilePattern(item.text, item.offset)];
    problems.report(item.offset, `\`${key}\` must hold names or patterns, not ${shown(item)}.`);
    return [];
  });
}
