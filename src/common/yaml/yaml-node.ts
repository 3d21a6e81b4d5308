/**
 * A YAML document for linting: three kinds of node, each with its offset in the text. `yaml-reader.ts` builds it; nothing here depends on the subject of a
 * file.
 */

/** A string, number, boolean or null. `text` is how the file writes it, without quotes: 01 for the number 1. */
export interface YamlScalar {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  readonly text: string;
  readonly offset: number;
}

/** A block or flow list. */
export interface YamlList {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
  readonly offset: number;
}

/** A key of a map with its value. Keys are text, whatever they look like: `1` is '1'. */
export interface YamlEntry {
  readonly key: string;
  readonly offset: number;
  readonly value: YamlNode;
}

/** A block or flow map, its entries in the order of the file. Keys are unique. */
export interface YamlMap {
  readonly kind: 'map';
  readonly entries: readonly YamlEntry[];
  readonly offset: number;
}

/** A node of a YAML file, with its offset in the text. */
export type YamlNode = YamlScalar | YamlList | YamlMap;
