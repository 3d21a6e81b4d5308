import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { FileProblems } from './file-problems';
import type { YamlEntry, YamlNode, YamlScalar } from './yaml-node';

/**
 * Reads a YAML text into nodes. Mistakes of YAML are reported to `problems`; what could be read is returned all the same.
 * Keys are text, whatever they look like.
 */
export function readYaml(text: string, problems: FileProblems): YamlNode {
  const yaml = readYamlPackage();
  const document = yaml.parseDocument(text, { prettyErrors: false, stringKeys: true });
  for (const error of document.errors) problems.report(error.pos[0], yamlSentence(error.message));
  return toNode(document.contents, { yaml, document, problems }, 0);
}

/** Loads the package when the first text is read, not with this file: where all guides come prepared, nothing is. */
export function readYamlPackage(): typeof Yaml {
  return createRequire(__filename)('yaml') as typeof Yaml;
}

/** What the conversion of one document carries along. */
interface Conversion {
  readonly yaml: typeof Yaml;
  readonly document: Yaml.Document;
  readonly problems: FileProblems;
}

function yamlSentence(message: string): string {
  const text = message.replace(/\s+/g, ' ').trim();
  return `This is not YAML: ${text.charAt(0).toLowerCase()}${text.slice(1).replace(/[.:]$/, '')}.`;
}

function toNode(node: unknown, conversion: Conversion, parentOffset: number): YamlNode {
  const { yaml } = conversion;
  if (yaml.isAlias(node)) return toAnchor(node, conversion, parentOffset);
  const offset = (yaml.isNode(node) ? node.range?.[0] : undefined) ?? parentOffset;
  if (yaml.isSeq(node)) return { kind: 'list', items: node.items.map((item) => toNode(item, conversion, offset)), offset };
  if (yaml.isMap(node)) return { kind: 'map', entries: node.items.map((pair) => toEntry(pair, conversion, offset)), offset };
  return yaml.isScalar(node) ? toScalar(node, offset) : { kind: 'scalar', value: null, text: '', offset };
}

/** What an alias stands for. One inside its own anchor would have no end: it is reported and read as nothing. */
function toAnchor(alias: Yaml.Alias, conversion: Conversion, parentOffset: number): YamlNode {
  const anchor = alias.resolve(conversion.document);
  const offset = alias.range?.[0] ?? parentOffset;
  const [start, end] = anchor?.range ?? [offset, offset];
  if (anchor === undefined || offset < start || offset >= end) return toNode(anchor, conversion, parentOffset);
  conversion.problems.report(offset, `Alias \`${alias.source}\` stands inside what it repeats.`);
  return { kind: 'scalar', value: null, text: '', offset };
}

function toEntry(pair: Yaml.Pair, conversion: Conversion, mapOffset: number): YamlEntry {
  const key = toNode(pair.key, conversion, mapOffset);
  return { key: key.kind === 'scalar' ? String(key.value) : '', offset: key.offset, value: toNode(pair.value, conversion, key.offset) };
}

function toScalar({ value, source }: Yaml.Scalar, offset: number): YamlScalar {
  const text = source ?? String(value);
  const isKnown = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;
  return { kind: 'scalar', value: isKnown ? value : text, text, offset };
}
