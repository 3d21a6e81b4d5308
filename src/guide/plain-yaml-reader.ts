import { plainValue, type YamlEntry, type YamlNode } from './yaml-node';

/**
 * Reads the plain YAML that guide files are written in: block maps and lists, flow maps and lists on one line,
 * unquoted and single-quoted scalars, comments. Gives undefined for anything beyond (anchors, tags, text over several
 * lines, tabs, errors), which the `yaml` package then reads or reports: this reader never decides that a file is wrong.
 *
 * It exists because a guide has thousands of small nodes: the `yaml` package needs 60 to 170 ms for the first one, this 5.
 */
export function readPlainYaml(text: string): YamlNode | undefined {
  if (text.includes('\t') || text.includes('\r')) return undefined;
  const reader = new PlainYamlReader(text);
  const node = reader.readDocument();
  return reader.isBeyond ? undefined : node;
}

/** Characters that cannot begin an unquoted scalar here, though YAML gives some of them a meaning. */
const NOT_PLAIN = new Set([...' -?:,[]{}#&*!|>\'"%@`']);
const KEY = /[A-Za-z0-9_][A-Za-z0-9_-]*(?=:)/y;
/** An unquoted scalar in a flow collection; what may follow it is checked by the caller. */
const FLOW_TEXT = /(?:[^\n,[\]{}:#]|(?<! )#)*/y;
/** An unquoted scalar in a block: a colon may stand inside a word, a number sign too. */
const BLOCK_TEXT = /(?:[^\n:#]|:(?=[^ \n])|(?<! )#)*/y;
/** Notations that YAML may take for numbers and `plainValue` does not read. */
const NUMBER_BEYOND = /^[.+]|^0[xo]/;

/** One pass over one text. `position` stands at the first character of a node whenever a method reads one. */
class PlainYamlReader {
  /** True when the text holds something that is not plain; what was read is then worthless. */
  isBeyond = false;
  private position = 0;
  private lineStart = 0;

  constructor(private readonly text: string) {}

  readDocument(): YamlNode {
    this.skipToContent();
    if (this.position === this.text.length) return this.giveUp();
    const node = this.readBlock(this.column());
    if (this.position < this.text.length) this.isBeyond = true;
    return node;
  }

  /** Reads the block whose lines begin at `indent`; stops at the first line that is less indented. */
  private readBlock(indent: number): YamlNode {
    const offset = this.position;
    if (this.isDash()) return { kind: 'list', items: this.readItems(indent), offset };
    return { kind: 'map', entries: this.readEntries(indent), offset };
  }

  private readItems(indent: number): YamlNode[] {
    const items: YamlNode[] = [];
    while (this.isAt(indent) && this.isDash()) {
      this.position += 2;
      items.push(this.isKey() ? this.readBlock(indent + 2) : this.readLine());
    }
    return items;
  }

  private readEntries(indent: number): YamlEntry[] {
    const entries: YamlEntry[] = [];
    while (this.isAt(indent) && !this.isDash()) {
      const offset = this.position;
      const key = this.readKey(entries);
      entries.push({ key, offset, value: this.readEntryValue(indent) });
    }
    return entries;
  }

  /** Reads what follows `key:`, on the same line or as a deeper block (a list may stand at the key's own column). */
  private readEntryValue(indent: number): YamlNode {
    this.skipBlanks();
    if (!this.isLineEnd()) return this.readLine();
    this.skipToContent();
    const column = this.column();
    if (column < indent || (column === indent && !this.isDash())) return this.giveUp();
    return this.readBlock(column);
  }

  /** Reads a value that ends with its line, and moves to the next line with content. */
  private readLine(): YamlNode {
    const value = this.readValue(false);
    this.skipBlanks();
    if (!this.isLineEnd()) this.isBeyond = true;
    this.skipToContent();
    return value;
  }

  private readValue(isFlow: boolean): YamlNode {
    const first = this.text.charAt(this.position);
    if (first === '{') return this.readFlowMap();
    if (first === '[') return this.readFlowList();
    if (first === "'") return this.readQuoted();
    return this.readPlain(isFlow);
  }

  private readFlowList(): YamlNode {
    const offset = this.position++;
    const items: YamlNode[] = [];
    this.skipBlanks();
    while (!this.isBeyond && !this.take(']')) {
      items.push(this.readValue(true));
      this.readComma(']');
    }
    return { kind: 'list', items, offset };
  }

  private readFlowMap(): YamlNode {
    const offset = this.position++;
    const entries: YamlEntry[] = [];
    this.skipBlanks();
    while (!this.isBeyond && !this.take('}')) {
      const keyOffset = this.position;
      const key = this.readKey(entries);
      this.skipBlanks();
      entries.push({ key, offset: keyOffset, value: this.readValue(true) });
      this.readComma('}');
    }
    return { kind: 'map', entries, offset };
  }

  /** Passes the comma between two entries; at the end of the collection it leaves the bracket. */
  private readComma(end: string): void {
    this.skipBlanks();
    if (this.text.charAt(this.position) === end) return;
    if (!this.take(',')) this.isBeyond = true;
    this.skipBlanks();
  }

  /** Reads `key:` and passes the colon, which a blank or the end of the line follows. */
  private readKey(before: readonly YamlEntry[]): string {
    KEY.lastIndex = this.position;
    const quoted = this.text.charAt(this.position) === "'" ? String(this.scalarValue(this.readQuoted())) : undefined;
    const key = quoted ?? KEY.exec(this.text)?.[0] ?? '';
    if (quoted === undefined) this.position += key.length;
    const isKey = key !== '' && this.take(':') && (this.text.charAt(this.position) === ' ' || this.isLineEnd());
    if (!isKey || before.some((entry) => entry.key === key)) this.isBeyond = true;
    return key;
  }

  private scalarValue(node: YamlNode): string | number | boolean | null {
    return node.kind === 'scalar' ? node.value : null;
  }

  private readQuoted(): YamlNode {
    const offset = this.position;
    let end = this.text.indexOf("'", offset + 1);
    while (end >= 0 && this.text.charAt(end + 1) === "'") end = this.text.indexOf("'", end + 2);
    const text = this.text.slice(offset, end + 1);
    if (end < 0 || text.includes('\n')) return this.giveUp();
    this.position = end + 1;
    const value = text.slice(1, -1).replaceAll("''", "'");
    return { kind: 'scalar', value, text: value, offset };
  }

  private readPlain(isFlow: boolean): YamlNode {
    const offset = this.position;
    const pattern = isFlow ? FLOW_TEXT : BLOCK_TEXT;
    pattern.lastIndex = offset;
    const text = pattern.exec(this.text)?.[0].trimEnd() ?? '';
    if (text === '' || NOT_PLAIN.has(text.charAt(0)) || NUMBER_BEYOND.test(text)) return this.giveUp();
    this.position = offset + text.length;
    return { kind: 'scalar', value: plainValue(text), text, offset };
  }

  private giveUp(): YamlNode {
    this.isBeyond = true;
    this.position = this.text.length;
    return { kind: 'scalar', value: null, text: '', offset: this.position };
  }

  private take(char: string): boolean {
    if (this.text.charAt(this.position) !== char) return false;
    this.position++;
    return true;
  }

  /** True at the first character of a line with this indent. No block takes a line that is indented deeper, so it ends the reading. */
  private isAt(indent: number): boolean {
    return !this.isBeyond && this.position < this.text.length && this.column() === indent;
  }

  private isDash(): boolean {
    return this.text.charAt(this.position) === '-' && this.text.charAt(this.position + 1) === ' ';
  }

  /** True when the rest of the line begins with `key:`. */
  private isKey(): boolean {
    KEY.lastIndex = this.position;
    return KEY.test(this.text);
  }

  private column(): number {
    return this.position - this.lineStart;
  }

  private skipBlanks(): void {
    while (this.text.charAt(this.position) === ' ') this.position++;
  }

  /** True at the end of a line or before its comment. */
  private isLineEnd(): boolean {
    const char = this.text.charAt(this.position);
    return char === '' || char === '\n' || (char === '#' && ['', ' ', '\n'].includes(this.text.charAt(this.position - 1)));
  }

  /** Moves over blanks, line ends and comments. */
  private skipToContent(): void {
    this.skipBlanks();
    while (this.position < this.text.length && this.isLineEnd()) {
      const lineEnd = this.text.indexOf('\n', this.position);
      this.position = this.lineStart = lineEnd < 0 ? this.text.length : lineEnd + 1;
      this.skipBlanks();
    }
  }
}
