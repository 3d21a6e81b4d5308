import { parse } from 'yaml';

/** What people write of a page: everything that does not follow from declarations. */
export interface PageSource {
  readonly title: string;
  /** Markdown above the records. */
  readonly text: string;
  /** Id of the plugin whose records the page has; absent for the page of records that several plugins share. */
  readonly plugin?: string;
  /** Letters of kinds, such as P, with the record of transactions of that kind. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly sentences: Sentences;
}

/** The key under which a record has the sentence about itself. */
const ABOUT = 'about';

/** Reads a file of schemas/dictionary; `name` is its name in errors. Throws if it does not have the layout in the head of each file. */
export function parsePageSource(text: string, name: string): PageSource {
  const { title, text: introduction = '', plugin, kinds = {}, records } = parseObject(parse(text), name);
  if (typeof title !== 'string' || typeof introduction !== 'string') throw new Error(`${name} has no title, or a text that is none.`);
  return {
    title,
    text: introduction.trim(),
    ...(typeof plugin === 'string' ? { plugin } : {}),
    kinds: parseTexts(kinds, `${name} kinds`),
    sentences: new Sentences(Object.entries(parseObject(records, `${name} records`)).map(([names, block]) => [names, parseTexts(block, `${name} ${names}`)])),
  };
}

function parseObject(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${where} has no keys.`);
  return value as Record<string, unknown>;
}

function parseTexts(value: unknown, where: string): Record<string, string> {
  const entries = Object.entries(parseObject(value, where));
  const wrong = entries.find(([, text]) => typeof text !== 'string' || text.trim() === '');
  if (wrong !== undefined) throw new Error(`${where}: ${wrong[0]} is no sentence.`);
  return Object.fromEntries(entries.map(([key, text]) => [key, String(text).trim()]));
}

/** Sentences by record and key. A block may name several records: its sentences hold for each of them. */
export class Sentences {
  private readonly texts = new Map<string, string>();
  /** `Record.key` that two blocks explain. */
  readonly twice: readonly string[];

  constructor(blocks: readonly (readonly [names: string, sentences: Readonly<Record<string, string>>])[]) {
    const twice: string[] = [];
    for (const [names, sentences] of blocks) {
      for (const record of names.split(', ')) {
        for (const [key, text] of Object.entries(sentences)) {
          const name = `${record}.${key}`;
          if (this.texts.has(name)) twice.push(name);
          this.texts.set(name, text);
        }
      }
    }
    this.twice = twice;
  }

  /** The sentence about a record. */
  about(record: string): string | undefined {
    return this.of(record, ABOUT);
  }

  of(record: string, key: string): string | undefined {
    return this.texts.get(`${record}.${key}`);
  }

  /** `Record.key` of every sentence, those about records left out. */
  get fieldNames(): readonly string[] {
    return [...this.texts.keys()].filter((name) => !name.endsWith(`.${ABOUT}`));
  }

  /** Records that have a sentence about themselves. */
  get recordNames(): readonly string[] {
    return [...this.texts.keys()].filter((name) => name.endsWith(`.${ABOUT}`)).map((name) => name.slice(0, -ABOUT.length - 1));
  }
}
