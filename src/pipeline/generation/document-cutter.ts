import { BYTE } from '../../common/bytes';
import { ByteWriter } from '../../common/byte-writer';
import { decodeValue, keyTooLong, MAX_HELD_BYTES, notAnObject, notJsonAt, parseText, SPACES, type TextPlace, tooLong } from './request-text';

/** A part of a document: a member of it, the beginning of a list of records, or a record. Values are unparsed bytes, which are read before the next part. */
export type DocumentPart =
  | { readonly kind: 'member' | 'record'; readonly key: string; readonly bytes: Uint8Array; readonly place: TextPlace }
  | { readonly kind: 'list'; readonly key: string };

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

const DELIMITERS: ReadonlySet<number> = new Set([BYTE.COMMA, BYTE.COLON, BYTE.BRACE_CLOSE, BYTE.BRACKET_CLOSE]);

/** A longer key is no property of a request. */
const MAX_KEY_BYTES = 64 * 1024;

/** The key of a list that is the document itself. */
const WHOLE = '';

/**
 * Cuts one JSON document into its members, and lists of records into the records, while its bytes arrive. It reads only the brackets, quotes, commas and colons
 * around the parts: the reader of a part finds errors inside it. A document that is an array is a list under the empty key. Throws EDI_REQUEST_INVALID for text
 * that is no JSON, or neither object nor array, and EDI_BODY_TOO_LARGE for a part that is too long to hold.
 */
export class DocumentCutter {
  private state: State = 'start';
  private key = WHOLE;
  /** Where the value or key begins that is being scanned; undefined between values. */
  private begun: TextPlace | undefined;
  /** Its text in earlier chunks. */
  private readonly before = new ByteWriter(1 << 10);
  private readonly scan = new ValueScan();
  private readonly position = new Position();

  /** `lists`: members that contain records if they are arrays. */
  constructor(private readonly lists: ReadonlySet<string>) {}

  /** True behind the document. */
  get isEnded(): boolean {
    return this.state === 'end';
  }

  /** The place of the next part. */
  get place(): TextPlace {
    return this.position.place;
  }

  /** Returns the parts that a chunk completes, and finally the number of its bytes that belong to the document. */
  *cut(chunk: Uint8Array): Generator<DocumentPart, number, undefined> {
    let at = 0;
    while (at < chunk.length && !this.isEnded) {
      if (this.begun === undefined) {
        const byte = chunk[at] ?? 0;
        this.position.passTo(chunk, at);
        const part = SPACES.has(byte) ? undefined : this.enter(byte);
        if (part !== undefined) yield part;
        // The first byte of a value is scanned with it.
        if (this.begun === undefined) at++;
        continue;
      }
      const end = this.scan.next(chunk, at);
      const bytes = this.take(chunk.subarray(at, end), this.begun);
      const part = bytes === undefined ? undefined : this.close(bytes, this.begun);
      at = end;
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

  /** Takes a byte between values; returns the list that it begins. */
  private enter(byte: number): DocumentPart | undefined {
    const next = NEXT[this.state]?.[byte];
    if (next !== undefined) this.state = next === 'after list' && this.key !== WHOLE ? 'after member' : next === 'after list' ? 'end' : next;
    else if (this.beginsList(byte)) {
      this.state = 'first record';
      return { kind: 'list', key: this.key };
    } else if (this.mayBeginValue(byte)) {
      this.scan.begin();
      this.begun = this.place;
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

  /** Takes bytes of a value, and returns all of them when it is complete. The chunk may be overwritten, so held bytes are copied. */
  private take(bytes: Uint8Array, place: TextPlace): Uint8Array | undefined {
    const { before } = this;
    const isKey = this.state === 'first key' || this.state === 'key';
    if (before.length + bytes.length > (isKey ? MAX_KEY_BYTES : MAX_HELD_BYTES)) throw isKey ? keyTooLong() : tooLong(place);
    if (this.scan.isEnded && before.length === 0) return bytes;
    before.append(bytes);
    if (!this.scan.isEnded) return undefined;
    const whole = before.bytes.subarray(0, before.length);
    before.length = 0;
    return whole;
  }

  /** Ends a value; returns it, unless it is a key. */
  private close(bytes: Uint8Array, place: TextPlace): DocumentPart | undefined {
    this.begun = undefined;
    if (this.state === 'first key' || this.state === 'key') {
      this.key = String(parseText(decodeValue(bytes, place), place));
      this.state = 'colon';
      return undefined;
    }
    const isMember = this.state === 'value';
    this.state = isMember ? 'after member' : 'after record';
    return { kind: isMember ? 'member' : 'record', key: this.key, bytes, place };
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

  /** Returns the end of the value in a chunk, or the end of the chunk. The byte after a number is not part of it. */
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
  /** The next line feed of the chunk; below `at` if it is unknown. */
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
