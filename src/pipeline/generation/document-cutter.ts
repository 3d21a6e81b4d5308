import { BYTE } from '../../common/bytes';
import { MOST_HELD_BYTES, decodeText, notAnObject, notJsonAt, parseText, type RequestText, type TextPlace, tooLong } from './request-text';

/** A part of a document: a member of it, the beginning of a list of records, or a record. Values are text that nobody has read yet. */
export type DocumentPart =
  { readonly kind: 'member' | 'record'; readonly key: string; readonly text: RequestText } | { readonly kind: 'list'; readonly key: string };

/** What may come next between values. */
type State = 'start' | 'first key' | 'key' | 'colon' | 'value' | 'after member' | 'first record' | 'record' | 'after record' | 'after list' | 'end';

/** Bytes that lead from one state to the next without a value. */
const NEXT: Readonly<Partial<Record<State, Readonly<Record<number, State>>>>> = {
  start: { [BYTE.BRACE_OPEN]: 'first key' },
  'first key': { [BYTE.BRACE_CLOSE]: 'end' },
  colon: { [BYTE.COLON]: 'value' },
  'after member': { [BYTE.COMMA]: 'key', [BYTE.BRACE_CLOSE]: 'end' },
  'first record': { [BYTE.BRACKET_CLOSE]: 'after list' },
  'after record': { [BYTE.COMMA]: 'record', [BYTE.BRACKET_CLOSE]: 'after list' },
};

const SPACES: ReadonlySet<number> = new Set([BYTE.SPACE, BYTE.TAB, BYTE.LF, BYTE.CR]);
const DELIMITERS: ReadonlySet<number> = new Set([BYTE.COMMA, BYTE.COLON, BYTE.BRACE_CLOSE, BYTE.BRACKET_CLOSE]);
const BYTE_ORDER_MARK: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf]);

/** The key of a list that is the document itself. */
const WHOLE = '';

/** A value that is being scanned. */
interface OpenValue {
  readonly bytes: Uint8Array[];
  readonly place: TextPlace;
  length: number;
}

/**
 * Cuts one JSON document into its members, and those that are lists of records into the records, while its bytes come. It looks at the
 * brackets, quotes, commas and colons around the parts only: whoever reads a part finds out what is wrong inside it.
 * A document that is an array is a list under the empty key.
 * Throws EDI_REQUEST_INVALID for what is no JSON, or neither object nor array, and EDI_BODY_TOO_LARGE for a part that is too long to hold.
 */
export class DocumentCutter {
  private state: State = 'start';
  private key = WHOLE;
  private value: OpenValue | undefined;
  private readonly scan = new ValueScan();
  private readonly position = new Position();

  /** `lists`: members that have records where they are arrays. */
  constructor(private readonly lists: ReadonlySet<string>) {}

  /** True when nothing but blanks came. */
  get isEmpty(): boolean {
    return this.state === 'start';
  }

  /** True behind the document. */
  get isEnded(): boolean {
    return this.state === 'end';
  }

  /** The place of what comes next. */
  get place(): TextPlace {
    return this.position.place;
  }

  /** Gives the parts that a chunk completes, and at last the number of its bytes that belong to the document. */
  *cut(chunk: Uint8Array): Generator<DocumentPart, number, undefined> {
    let at = 0;
    while (at < chunk.length && !this.isEnded) {
      if (this.value === undefined) {
        const byte = chunk[at] ?? 0;
        this.position.passTo(chunk, at);
        const part = this.isBlank(byte) ? undefined : this.enter(byte);
        if (part !== undefined) yield part;
        // The first byte of a value is scanned with it.
        if (this.value === undefined) at++;
        continue;
      }
      const end = this.scan.next(chunk, at);
      this.take(this.value, Buffer.from(chunk.subarray(at, end)));
      at = end;
      const part = this.scan.isEnded ? this.close(this.value) : undefined;
      if (part !== undefined) yield part;
    }
    this.position.passTo(chunk, at);
    this.position.startChunk();
    return at;
  }

  /** Throws EDI_REQUEST_INVALID where the document is not whole. */
  end(): void {
    if (!this.isEnded) throw notJsonAt(this.place);
  }

  private isBlank(byte: number): boolean {
    return SPACES.has(byte) || (this.isEmpty && BYTE_ORDER_MARK.has(byte));
  }

  /** Takes a byte between values; gives the list that it begins. */
  private enter(byte: number): DocumentPart | undefined {
    const next = NEXT[this.state]?.[byte];
    if (next !== undefined) this.state = next === 'after list' && this.key !== WHOLE ? 'after member' : next === 'after list' ? 'end' : next;
    else if (this.beginsList(byte)) {
      this.state = 'first record';
      return { kind: 'list', key: this.key };
    } else if (this.mayBeginValue(byte)) {
      this.scan.begin();
      this.value = { bytes: [], place: this.place, length: 0 };
    } else throw this.state === 'start' ? notAnObject() : notJsonAt(this.place);
    return undefined;
  }

  private beginsList(byte: number): boolean {
    if (byte !== BYTE.BRACKET_OPEN) return false;
    return this.state === 'start' || (this.state === 'value' && this.lists.has(this.key));
  }

  private mayBeginValue(byte: number): boolean {
    const { state } = this;
    if (state === 'first key' || state === 'key') return byte === BYTE.QUOTE;
    return !DELIMITERS.has(byte) && (state === 'value' || state === 'first record' || state === 'record');
  }

  /** Keeps bytes of a value, which have to be a copy: the chunk may be written into again. */
  private take(value: OpenValue, bytes: Uint8Array): void {
    value.bytes.push(bytes);
    value.length += bytes.length;
    if (value.length > MOST_HELD_BYTES) throw tooLong(value.place);
  }

  /** Ends a value; gives it, unless it is a key. */
  private close({ bytes, place }: OpenValue): DocumentPart | undefined {
    this.value = undefined;
    const text = { bytes, place };
    if (this.state === 'first key' || this.state === 'key') {
      this.key = String(parseText(decodeText(text), place));
      this.state = 'colon';
      return undefined;
    }
    const isMember = this.state === 'value';
    this.state = isMember ? 'after member' : 'after record';
    return { kind: isMember ? 'member' : 'record', key: this.key, text };
  }
}

/** Finds the end of a value of JSON. */
class ValueScan {
  isEnded = false;
  private isInString = false;
  private isEscaped = false;
  private depth = 0;

  begin(): void {
    this.isEnded = false;
  }

  /** Gives the end of the value in a chunk, or the end of the chunk. What ends a number is not part of it. */
  next(chunk: Uint8Array, start: number): number {
    for (let i = start; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0;
      if (this.isInString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === BYTE.BACKSLASH) this.isEscaped = true;
        else if (byte === BYTE.QUOTE) {
          this.isInString = false;
          if (this.depth === 0) return this.endAt(i + 1);
        }
      } else if (byte === BYTE.QUOTE) this.isInString = true;
      else if (byte === BYTE.BRACE_OPEN || byte === BYTE.BRACKET_OPEN) this.depth++;
      else if (byte === BYTE.BRACE_CLOSE || byte === BYTE.BRACKET_CLOSE) {
        if (this.depth === 0) return this.endAt(i);
        if (--this.depth === 0) return this.endAt(i + 1);
      } else if (this.depth === 0 && (byte === BYTE.COMMA || byte === BYTE.COLON || SPACES.has(byte))) return this.endAt(i);
    }
    return chunk.length;
  }

  private endAt(end: number): number {
    this.isEnded = true;
    return end;
  }
}

/** Counts lines and columns. */
class Position {
  private line = 1;
  private column = 1;
  private at = 0;
  /** The next line feed of the chunk; below `at` where it is not known. */
  private nextBreak = -1;

  get place(): TextPlace {
    return { line: this.line, column: this.column };
  }

  /** Goes on to a place of the chunk. */
  passTo(chunk: Uint8Array, to: number): void {
    if (this.nextBreak < this.at) this.findBreak(chunk);
    while (this.nextBreak < to) {
      this.line++;
      this.column = 1;
      this.at = this.nextBreak + 1;
      this.findBreak(chunk);
    }
    this.column += to - this.at;
    this.at = to;
  }

  startChunk(): void {
    this.at = 0;
    this.nextBreak = -1;
  }

  private findBreak(chunk: Uint8Array): void {
    const found = chunk.indexOf(BYTE.LF, this.at);
    this.nextBreak = found < 0 ? Infinity : found;
  }
}
