import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { FileProblems } from './file-problems';
import { excerptOf } from './yaml-map';
import type { YamlEntry, YamlNode, YamlScalar } from './yaml-node';

/** How large a document may be once its aliases are written out. */
export interface YamlLimits {
  readonly maxNodes: number;
  readonly maxAliases: number;
}

/** For files that only the product and its plugins contain. */
const NO_LIMITS: YamlLimits = { maxNodes: Number.POSITIVE_INFINITY, maxAliases: Number.POSITIVE_INFINITY };

/**
 * Reads a YAML text into nodes. Errors of YAML are reported to `problems`, and so is text beyond the limits; the readable part is returned anyway. Keys are
 * text, whatever they look like.
 */
export function readYaml(text: string, problems: FileProblems, limits: YamlLimits = NO_LIMITS): YamlNode {
  const yaml = readYamlPackage();
  try {
    // The parser's own search for repeated keys compares each key with all others.
    const document = yaml.parseDocument(text, { prettyErrors: false, stringKeys: true, uniqueKeys: false });
    for (const error of document.errors) problems.report(error.pos[0], yamlSentence(error.message));
    return toNode(document.contents, { yaml, document, problems, limits, nodes: 0, aliases: 0 }, 0);
  } catch (error) {
    // Reading goes down with the nesting, until the stack ends.
    if (!(error instanceof RangeError)) throw error;
    problems.report(0, 'The nesting is too deep to be read.');
    return nothingAt(0);
  }
}

/** Loads the package when the first text is read, not with this file: where all guides come prepared, nothing is. */
export function readYamlPackage(): typeof Yaml {
  return createRequire(__filename)('yaml') as typeof Yaml;
}

/** State of the conversion of one document. */
interface Conversion {
  readonly yaml: typeof Yaml;
  readonly document: Yaml.Document;
  readonly problems: FileProblems;
  readonly limits: YamlLimits;
  /** Nodes so far, those of aliases each time they are written out. */
  nodes: number;
  aliases: number;
}

const nothingAt = (offset: number): YamlScalar => ({ kind: 'scalar', value: null, text: '', offset });

function yamlSentence(message: string): string {
  // Advice of the parser to its callers is none for the writer of a file.
  const text = message
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/; please use YAML\..*$/, '');
  return `This is not YAML: ${text.charAt(0).toLowerCase()}${text.slice(1).replace(/[.:]$/, '')}.`;
}

function toNode(node: unknown, conversion: Conversion, parentOffset: number): YamlNode {
  const { yaml, limits, problems } = conversion;
  conversion.nodes++;
  if (conversion.nodes > limits.maxNodes) {
    if (conversion.nodes === limits.maxNodes + 1) problems.report(parentOffset, `The file has more than ${limits.maxNodes} values, those of aliases included.`);
    return nothingAt(parentOffset);
  }
  if (yaml.isAlias(node)) return toAnchor(node, conversion, parentOffset);
  const offset = (yaml.isNode(node) ? node.range?.[0] : undefined) ?? parentOffset;
  if (yaml.isSeq(node)) return { kind: 'list', items: node.items.map((item) => toNode(item, conversion, offset)), offset };
  if (yaml.isMap(node)) return { kind: 'map', entries: toEntries(node, conversion, offset), offset };
  return yaml.isScalar(node) ? toScalar(node, offset) : nothingAt(offset);
}

/** Value of an alias. One inside its own anchor would have no end: it is reported and read as nothing. */
function toAnchor(alias: Yaml.Alias, conversion: Conversion, parentOffset: number): YamlNode {
  conversion.aliases++;
  const { maxAliases } = conversion.limits;
  // Each search for an anchor goes through the document.
  if (conversion.aliases > maxAliases) {
    if (conversion.aliases === maxAliases + 1) conversion.problems.report(parentOffset, `The file has more than ${maxAliases} aliases.`);
    return nothingAt(parentOffset);
  }
  const anchor = alias.resolve(conversion.document);
  const offset = alias.range?.[0] ?? parentOffset;
  const [start, end] = anchor?.range ?? [offset, offset];
  if (anchor === undefined || offset < start || offset >= end) return toNode(anchor, conversion, parentOffset);
  conversion.problems.report(offset, `Alias \`${excerptOf(alias.source)}\` stands inside what it repeats.`);
  return nothingAt(offset);
}

function toEntries({ items }: Yaml.YAMLMap, conversion: Conversion, offset: number): readonly YamlEntry[] {
  const keys = new Set<string>();
  return items.map((pair) => {
    const entry = toEntry(pair, conversion, offset);
    if (keys.has(entry.key)) conversion.problems.report(entry.offset, `The key \`${excerptOf(entry.key)}\` stands twice in the same map.`);
    keys.add(entry.key);
    return entry;
  });
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
