import { isAlias, isMap, isScalar, isSeq, parseDocument, type Alias, type Document } from 'yaml';
import type { GuideProblems } from './guide-problems';
import { readPlainYaml } from './plain-yaml-reader';
import type { YamlEntry, YamlMap, YamlNode, YamlScalar } from './yaml-node';

/**
 * Reads a YAML text into nodes: the plain reader where it can, else the `yaml` package (anchors, several lines, quotes).
 * Mistakes of YAML are reported to `problems`; what could be read is returned all the same.
 */
export function readYaml(text: string, problems: GuideProblems): YamlNode {
  return readPlainYaml(text) ?? readFullYaml(text, problems);
}

/** Reads any YAML with the `yaml` package. Exported for the test that compares the two readers. */
export function readFullYaml(text: string, problems: GuideProblems): YamlNode {
  const document = parseDocument(text, { prettyErrors: false });
  for (const error of document.errors) problems.report(error.pos[0], yamlSentence(error.message));
  return toNode(document.contents, { document, problems }, 0);
}

/** What the conversion of one document carries along. */
interface Conversion {
  readonly document: Document;
  readonly problems: GuideProblems;
}

function yamlSentence(message: string): string {
  const text = message.replace(/\s+/g, ' ').trim();
  return `This is not YAML: ${text.charAt(0).toLowerCase()}${text.slice(1).replace(/[.:]$/, '')}.`;
}

function toNode(node: unknown, conversion: Conversion, parentOffset: number): YamlNode {
  if (isAlias(node)) return toAnchor(node, conversion, parentOffset);
  if (isScalar(node)) return toScalar(node.value, node.source, node.range?.[0] ?? parentOffset);
  if (isSeq(node)) {
    const offset = node.range?.[0] ?? parentOffset;
    return { kind: 'list', items: node.items.map((item) => toNode(item, conversion, offset)), offset };
  }
  if (isMap(node)) return toMap(node.items, conversion, node.range?.[0] ?? parentOffset);
  return { kind: 'scalar', value: null, text: '', offset: parentOffset };
}

/** What an alias stands for. One inside its own anchor would have no end: it is reported and read as nothing. */
function toAnchor(alias: Alias, conversion: Conversion, parentOffset: number): YamlNode {
  const anchor = alias.resolve(conversion.document);
  const offset = alias.range?.[0] ?? parentOffset;
  const [start, end] = anchor?.range ?? [offset, offset];
  if (anchor === undefined || offset < start || offset >= end) return toNode(anchor, conversion, parentOffset);
  conversion.problems.report(offset, `Alias \`${alias.source}\` stands inside what it repeats.`);
  return { kind: 'scalar', value: null, text: '', offset };
}

function toMap(pairs: readonly { key: unknown; value: unknown }[], conversion: Conversion, offset: number): YamlMap {
  const entries: YamlEntry[] = pairs.map((pair) => {
    const key = toNode(pair.key, conversion, offset);
    return { key: keyText(key), offset: key.offset, value: toNode(pair.value, conversion, key.offset) };
  });
  return { kind: 'map', entries, offset };
}

function toScalar(value: unknown, source: string | undefined, offset: number): YamlScalar {
  const text = source ?? String(value);
  const isKnown = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;
  return { kind: 'scalar', value: isKnown ? value : text, text, offset };
}

function keyText(key: YamlNode): string {
  if (key.kind !== 'scalar') return '';
  return typeof key.value === 'string' ? key.value : key.text;
}
