import { nearestName } from '../nearest-name';
import type { FileProblems } from './file-problems';
import type { YamlEntry, YamlNode, YamlScalar } from './yaml-node';

/** Whether a key is required, and its type. */
export interface KeyRule {
  readonly isRequired: boolean;
  readonly holds: string;
}

/** Subject of a map of a file, as messages name it (`segment CLP`), and the place that they name. */
export interface Subject {
  readonly title: string;
  readonly offset: number;
}

/**
 * A map of a file, read key by key. Bad values are reported and replaced by an empty value, so that reading continues and finds the other errors: do not use
 * the values before `FileProblems.throwIfAny`.
 */
export class YamlMapReader<Key extends string> {
  private readonly entries: readonly YamlEntry[];

  /** Reads a node as a map with the keys of `rules`, and reports unknown and missing ones; unknown ones to `unknownKeys` if present. */
  constructor(
    node: YamlNode,
    readonly subject: Subject,
    rules: Readonly<Record<Key, KeyRule>>,
    private readonly problems: FileProblems,
    unknownKeys: FileProblems = problems,
  ) {
    this.entries = node.kind === 'map' ? node.entries : [];
    if (node.kind === 'map') this.checkKeys(rules, unknownKeys);
    else problems.report(node.offset, `${capital(subject.title)} must be a map, not ${shown(node)}.`);
  }

  private checkKeys(rules: Readonly<Record<string, KeyRule>>, unknownKeys: FileProblems): void {
    const { title, offset } = this.subject;
    for (const entry of this.entries) {
      if (!Object.hasOwn(rules, entry.key)) unknownKeys.report(entry.offset, () => unknownKey(entry.key, title, Object.keys(rules)));
    }
    for (const key in rules) {
      if (rules[key]?.isRequired === true && this.find(key) === undefined) this.problems.report(offset, `${capital(title)} lacks \`${key}\`.`);
    }
  }

  /** A map has ten keys at most, so a search is cheaper than an index. */
  protected find(key: string): YamlNode | undefined {
    for (const entry of this.entries) if (entry.key === key) return entry.value;
    return undefined;
  }

  has(key: Key): boolean {
    return this.find(key) !== undefined;
  }

  /** Offset of a value; that of the map's subject when it is absent. */
  offset(key: Key): number {
    return this.find(key)?.offset ?? this.subject.offset;
  }

  value(key: Key): YamlNode | undefined {
    return this.find(key);
  }

  text(key: Key): string {
    return this.optionalText(key) ?? '';
  }

  optionalText(key: Key): string | undefined {
    const node = this.find(key);
    return node === undefined ? undefined : this.readText(node, key);
  }

  /** A whole number from 1. */
  integer(key: Key, expected = 'a whole number from 1'): number | undefined {
    const node = this.find(key);
    if (node === undefined) return undefined;
    if (node.kind === 'scalar' && typeof node.value === 'number' && Number.isInteger(node.value) && node.value > 0) return node.value;
    const isQuoted = node.kind === 'scalar' && typeof node.value === 'string' && /^[1-9]\d{0,14}$/.test(node.text);
    if (isQuoted) this.problems.report(node.offset, `\`${key}\` of ${this.subject.title} must be ${expected}: write ${node.text} without quotes.`);
    else this.wrong(key, expected);
    return undefined;
  }

  list(key: Key): readonly YamlNode[] {
    const node = this.find(key);
    if (node === undefined) return [];
    if (node.kind === 'list' && node.items.length > 0) return node.items;
    this.problems.report(node.offset, `\`${key}\` of ${this.subject.title} must be a list with at least one entry, not ${shown(node)}.${listAdvice(node)}`);
    return [];
  }

  /** A list of texts, such as codes. */
  texts(key: Key): readonly string[] {
    return this.list(key).map((node) => this.readText(node, key) ?? '');
  }

  /** Reports a value that the format does not allow. */
  wrong(key: Key, expected: string): void {
    const node = this.find(key);
    if (node !== undefined) this.problems.report(node.offset, `\`${key}\` of ${this.subject.title} must be ${expected}, not ${shown(node)}.`);
  }

  private readText(node: YamlNode, key: Key): string | undefined {
    if (node.kind === 'scalar' && typeof node.value === 'string') return node.value;
    return readText(node, `\`${key}\` of ${this.subject.title}`, this.problems);
  }
}

/** Reads a scalar as text; reports one that YAML takes for a number, a boolean or null, because a code such as 01 would lose its zero. */
export function readText(node: YamlNode, title: string, problems: FileProblems): string | undefined {
  if (node.kind !== 'scalar') {
    problems.report(node.offset, `${capital(title)} must be text, not ${shown(node)}.`);
    return undefined;
  }
  if (typeof node.value === 'string') return node.value;
  problems.report(node.offset, notText(node, title));
  return undefined;
}

function notText(node: YamlScalar, title: string): string {
  if (node.text === '') return `${capital(title)} has no value.`;
  const type = node.value === null ? 'nothing' : `a ${typeof node.value}`;
  const text = excerptOf(node.text);
  return `${capital(title)} must be text: write '${text}' in quotes, or YAML takes ${text} for ${type}.`;
}

function unknownKey(key: string, title: string, keys: readonly string[]): string {
  const nearest = key.length > MAX_EXCERPT ? undefined : nearestName(key, keys);
  const advice = nearest === undefined ? `Known are ${keys.join(', ')}.` : `Did you mean \`${nearest}\`?`;
  return `Unknown key \`${excerptOf(key)}\` in ${title}. ${advice}`;
}

/** Text that YAML reads as such without quotes. */
const PLAIN_TEXT = /^[A-Za-z][\w.-]*$/;

/** Returns how to write a value as a list, after a blank; empty where that is unknown. */
function listAdvice(node: YamlNode): string {
  if (node.kind === 'map') return ' Begin each entry with `- `.';
  if (node.kind !== 'scalar' || node.text === '' || node.text.length > MAX_EXCERPT) return '';
  return ` Write a list of one as \`[${PLAIN_TEXT.test(node.text) ? node.text : `'${node.text.replaceAll("'", "''")}'`}]\`.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Characters of the file that a message shows at most. */
const MAX_EXCERPT = 60;

/** Text of a file as a message shows it: short, and on one line. */
export const excerptOf = (text: string): string => (text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}...` : text).replaceAll(/\s/g, ' ');

/** A value as a message shows it. */
export function shown(node: YamlNode): string {
  if (node.kind === 'scalar') return node.text === '' ? 'an empty value' : `\`${excerptOf(node.text)}\``;
  return node.kind === 'list' && node.items.length === 0 ? 'an empty list' : `a ${node.kind}`;
}
