import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, type tableReading, yaml } from '../../src/plugin/io';

/** Sentences of the data dictionary by record and key, such as Payment.chargeAmount. */
type Sentences = ReadonlyMap<string, string>;

const known = new Map<string, Sentences>();

/** Returns the sentence of the data dictionary about each column that has one, by the name of the column. */
export function columnDescriptions(columns: readonly tableReading.ColumnNode[]): Readonly<Record<string, string>> {
  const records = new Set(columns.flatMap(({ documentedAs }) => documentedAs?.split('.', 1) ?? []));
  const sentences = sentencesAbout(records);
  return Object.fromEntries(
    columns.flatMap(({ name, documentedAs }) => {
      const sentence = documentedAs === undefined ? undefined : sentenceOf(documentedAs, sentences);
      return sentence === undefined ? [] : [[name, sentence] as const];
    }),
  );
}

/** A code has no sentence of its own: that of the value which it is the code of holds for it. */
function sentenceOf(path: string, sentences: readonly Sentences[]): string | undefined {
  const found = sentences.find((ofFile) => ofFile.has(path))?.get(path);
  return found ?? (path.endsWith('.code') ? sentenceOf(path.slice(0, -'.code'.length), sentences) : undefined);
}

/** Reads the files that explain one of the records: files name records at the start of a line. */
function sentencesAbout(records: ReadonlySet<string>): readonly Sentences[] {
  const folder = join(packageRoot(), 'schemas', 'dictionary');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => {
      const path = join(folder, name);
      const read = known.get(path);
      if (read !== undefined) return [read];
      const text = readFileSync(path, 'utf8');
      const isAboutRecord = [...text.matchAll(/^ {2}(\w[\w, ]*):$/gm)].some(([, names = '']) => names.split(', ').some((one) => records.has(one)));
      if (!isAboutRecord) return [];
      const sentences = readSentences(name, text);
      known.set(path, sentences);
      return [sentences];
    });
}

function readSentences(name: string, text: string): Sentences {
  const root = yaml.readYaml(text, new yaml.FileProblems(name, text));
  const records = entriesOf(root).find(({ key }) => key === 'records')?.value;
  const sentences = new Map<string, string>();
  for (const { key: names, value: block } of entriesOf(records)) {
    for (const { key, value } of entriesOf(block)) {
      if (value.kind === 'scalar') for (const record of names.split(', ')) sentences.set(`${record}.${key}`, String(value.value).trim());
    }
  }
  return sentences;
}

const entriesOf = (node: yaml.YamlNode | undefined): Extract<yaml.YamlNode, { kind: 'map' }>['entries'] => (node?.kind === 'map' ? node.entries : []);
