import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../common/package-root';
import { readYamlFile } from '../../guide/prepared-yaml';

/** How a value is replaced; schemas/privacy/x12.yaml explains each. */
export const VALUE_KINDS = ['words', 'text', 'id', 'control', 'routing', 'counter', 'number', 'date', 'period', 'time', 'code'] as const;

export type ValueKind = (typeof VALUE_KINDS)[number];

type Lists = Readonly<Record<string, readonly string[]>>;

/** The file `schemas/privacy/x12.yaml`; its head says what the parts mean. Keys are data elements. */
export interface PrivacyFile {
  readonly kinds: Readonly<Partial<Record<ValueKind, readonly string[]>>>;
  readonly separators: readonly string[];
  readonly lists: Lists;
  readonly codes: Lists;
  readonly forms: Lists;
  readonly codeSets: Readonly<Record<string, { readonly lists?: readonly string[]; readonly forms?: readonly string[] }>>;
}

/** Reads the file of the product. It is ours, and a test compares it with the guides. */
export function readPrivacyFile(): PrivacyFile {
  return readYamlFile(join(packageRoot(), 'schemas', 'privacy', 'x12.yaml')) as PrivacyFile;
}

/** A row of a list, which may be one of several lines. */
const CODE_OF_ROW = /^([A-Za-z0-9]+),/gm;

/** The codes of a shipped list. */
export function codesOfList(name: string): readonly string[] {
  const text = readFileSync(join(packageRoot(), 'schemas', 'codes', `${name}.csv`), 'utf8');
  return [...text.matchAll(CODE_OF_ROW)].slice(1).map(([, code = '']) => code);
}
