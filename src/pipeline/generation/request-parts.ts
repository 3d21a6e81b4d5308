import { BYTE } from '../../common/bytes';
import { ByteWriter } from '../../common/byte-writer';
import { EdiError } from '../../common/edi-error';
import { isObject, type JsonObject } from '../../mapping/writing/write-run';
import { DocumentCutter, type DocumentPart } from './document-cutter';
import {
  decodeLine,
  decodeValue,
  MAX_HELD_BYTES,
  MAX_MEMBERS,
  notJsonAt,
  parseText,
  SPACES,
  type TextPlace,
  tooLong,
  tooManyMembers,
  twice,
} from './request-text';

/** A request in parts: first everything but its records, then record by record. */
export type RequestPart =
  | RequestHeadPart
  | RecordPart
  | UnparsedPart
  | LateMember
  /** Some of the request was read without a result: other work may run before the next part. */
  | { readonly kind: 'step' };

export interface RecordPart {
  readonly kind: 'record';
  readonly value: unknown;
  /** The list of a record in a document; undefined for a record by itself. */
  readonly key: string | undefined;
  /** Its bytes; absent for a record that was parsed as a part of something else. */
  readonly bytes?: Uint8Array;
}

/** A record that was not parsed yet. Its bytes are read before the next part. */
export interface UnparsedPart {
  readonly kind: 'unparsed';
  readonly bytes: Uint8Array;
  readonly place: TextPlace;
  readonly key: string | undefined;
}

/** Parses a record. */
export const recordOf = ({ bytes, place, key }: UnparsedPart): RecordPart => ({
  kind: 'record',
  value: parseText(decodeValue(bytes, place), place),
  key,
  bytes,
});

/** A member after the head. */
export interface LateMember {
  readonly kind: 'late';
  readonly key: string;
  readonly value: unknown;
}

/** The members of a request without its records. */
export interface RequestHeadPart {
  readonly kind: 'head';
  readonly head: JsonObject;
  /** Lists of records that are there, by their keys. */
  readonly lists: ReadonlySet<string>;
  /** False where the document goes on behind its records. */
  readonly isWhole: boolean;
}

/** A document up to this length is held, so that it is checked as a whole, and its members may come in any order. */
export const MAX_HELD_DOCUMENT = 8 * 1024 * 1024;

/**
 * Reads a request: one JSON document, or NDJSON, whose first line has the envelope and each other line a record. NDJSON is recognised by a first line that is a
 * complete object with more text after it. `lists`: members of a document that contain records; an array contains only records, and has no head.
 *
 * A long document is emitted record by record while it arrives, a shorter one after all of it was parsed.
 *
 * Returns the parts that each chunk completes, which are read during the iteration: a hop of the event loop for each record would cost more than many records.
 * Iterate over all of them before you pull the next. Throws EDI_REQUEST_INVALID for text that is no JSON, and EDI_BODY_TOO_LARGE for a part or line that is too
 * long to hold.
 */
export async function* readRequest(bytes: AsyncIterable<Uint8Array>, lists: readonly string[]): AsyncGenerator<Iterable<RequestPart>, void, undefined> {
  const request = new RequestReading(new Set(lists));
  for await (const chunk of bytes) yield request.take(chunk);
  yield request.end();
}

/** Reads a request, of which bytes are held until its form is known. */
class RequestReading {
  private held: HeldBytes | undefined = new HeldBytes();
  private reading: LineReading | DocumentReading | undefined;

  constructor(private readonly lists: ReadonlySet<string>) {}

  *take(chunk: Uint8Array): Generator<RequestPart, void, undefined> {
    const { held, lists } = this;
    if (held === undefined) return yield* this.reading?.take(chunk) ?? [];
    held.add(chunk);
    const { bytes } = held;
    const first = held.firstOfLines();
    if (first === undefined && bytes.length <= MAX_HELD_DOCUMENT) return;
    this.held = undefined;
    if (first !== undefined) yield* partsOfHeld(bytes.subarray(first.start, first.end), lists);
    this.reading = first === undefined ? new DocumentReading(lists, false) : new LineReading({ line: first.line + 1, column: 1 });
    yield* this.reading.take(first === undefined ? bytes : bytes.subarray(first.end + 1));
  }

  *end(): Generator<RequestPart, void, undefined> {
    const { held, lists } = this;
    if (held === undefined) return yield* this.reading?.end() ?? [];
    if (isBlank(held.bytes)) throw new EdiError('EDI_REQUEST_INVALID', 'The request is empty. Send a JSON object.');
    yield* partsOfHeld(held.bytes, lists);
  }
}

/** Bytes of a held document that are checked in one step. */
const STEP_BYTES = 1 << 15;

const STEP: RequestPart = { kind: 'step' };

/**
 * Returns the parts of a whole document, after all of it was read; records are then read a second time, since values take many times the memory of their text.
 */
function* partsOfHeld(bytes: Uint8Array, lists: ReadonlySet<string>): Generator<RequestPart, void, undefined> {
  const whole = new DocumentReading(lists, true);
  for (let start = 0; start < bytes.length; start += STEP_BYTES) {
    for (const part of whole.take(bytes.subarray(start, start + STEP_BYTES))) if (part.kind === 'unparsed') recordOf(part);
    yield STEP;
  }
  yield* whole.end();
  yield* new DocumentReading(lists, true).take(bytes);
}

const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => SPACES.has(byte));

const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);

/** The first line of NDJSON that is not blank. */
interface FirstLine {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** The beginning of a request. */
class HeldBytes {
  private readonly writer = new ByteWriter(1 << 12);
  /** Bytes that were searched for the first line and the text after it. */
  private seen = 0;
  private line = 1;
  private start = 0;
  /** The end of the first line that is not blank; below 0 while it is not known. */
  private end = -1;
  /** False where the first line is no whole object. */
  private mayBeLines = true;

  add(chunk: Uint8Array): void {
    this.writer.append(chunk);
  }

  /** The held text, without a byte order mark. */
  get bytes(): Buffer {
    const { bytes, length } = this.writer;
    const { length: marked } = BYTE_ORDER_MARK;
    return bytes.subarray(length >= marked && bytes.subarray(0, marked).equals(BYTE_ORDER_MARK) ? marked : 0, length);
  }

  /** The first line, if it is a complete object with more text after it. */
  firstOfLines(): FirstLine | undefined {
    // Before it is known whether there is a byte order mark, places would be wrong.
    if (!this.mayBeLines || this.writer.length < BYTE_ORDER_MARK.length) return undefined;
    const { bytes } = this;
    if (this.end < 0) this.findEnd(bytes);
    if (this.end < 0 || !this.hasMore(bytes)) return undefined;
    const { start, end, line } = this;
    this.mayBeLines = isWholeObject(bytes.subarray(start, end));
    return this.mayBeLines ? { start, end, line } : undefined;
  }

  private findEnd(bytes: Buffer): void {
    for (let end = bytes.indexOf(BYTE.LF, this.seen); end >= 0; end = bytes.indexOf(BYTE.LF, end + 1)) {
      this.seen = end + 1;
      if (!isBlank(bytes.subarray(this.start, end))) {
        this.end = end;
        return;
      }
      this.start = end + 1;
      this.line++;
    }
    this.seen = bytes.length;
  }

  private hasMore(bytes: Buffer): boolean {
    while (this.seen < bytes.length && SPACES.has(bytes[this.seen] ?? 0)) this.seen++;
    return this.seen < bytes.length;
  }
}

function isWholeObject(bytes: Uint8Array): boolean {
  try {
    return isObject(JSON.parse(decodeValue(bytes, { line: 1, column: 1 })));
  } catch {
    return false; // The document goes on in the next line.
  }
}

/** Reads a document. */
class DocumentReading {
  private readonly cutter: DocumentCutter;
  private readonly head = new Map<string, unknown>();
  private readonly found = new Set<string>();
  private headLength = 0;
  private isHeadEmitted = false;

  /** `isWhole`: the head is emitted at the end of the document; else it is before the first list. */
  constructor(
    lists: ReadonlySet<string>,
    private readonly isWhole: boolean,
  ) {
    this.cutter = new DocumentCutter(lists);
  }

  *take(chunk: Uint8Array): Generator<RequestPart, void, undefined> {
    const parts = this.cutter.cut(chunk);
    for (let next = parts.next(); ; next = parts.next()) {
      if (next.done === true) {
        if (!isBlank(chunk.subarray(next.value))) throw notJsonAt(this.cutter.place);
        return;
      }
      yield* this.partsOf(next.value);
    }
  }

  /** Returns the head, unless it was emitted. */
  *end(): Generator<RequestPart, void, undefined> {
    this.cutter.end();
    if (!this.isHeadEmitted) yield* this.emitHead(true);
  }

  private *partsOf(part: DocumentPart): Generator<RequestPart, void, undefined> {
    const { key } = part;
    if (part.kind === 'record') yield { kind: 'unparsed', bytes: part.bytes, place: part.place, key: key === '' ? undefined : key };
    else if (this.found.has(key) || (part.kind === 'list' && this.head.has(key))) throw twice(key);
    else if (part.kind === 'list') {
      this.found.add(key);
      if (!this.isWhole && !this.isHeadEmitted) yield* this.emitHead(false);
    } else {
      const text = decodeValue(part.bytes, part.place);
      if (this.isHeadEmitted) yield { kind: 'late', key, value: parseText(text, part.place) };
      else this.addMember(key, text, part.place);
    }
  }

  private addMember(key: string, text: string, place: TextPlace): void {
    this.headLength += key.length + text.length;
    if (this.headLength > MAX_HELD_BYTES) throw tooLong(place);
    this.head.set(key, parseText(text, place));
    if (this.head.size > MAX_MEMBERS) throw tooManyMembers();
  }

  private *emitHead(isWhole: boolean): Generator<RequestPart, void, undefined> {
    this.isHeadEmitted = true;
    // An array has records alone.
    if (!this.found.has('')) yield { kind: 'head', head: Object.fromEntries(this.head), lists: this.found, isWhole };
  }
}

/** Reads lines, each of which is a record. */
class LineReading {
  /** The beginning of a line that came in chunks before. */
  private readonly before = new ByteWriter(1 << 12);

  /** `place`: where the first line begins. */
  constructor(private place: TextPlace) {}

  *take(chunk: Uint8Array): Generator<RequestPart, void, undefined> {
    let start = this.passBlanks(chunk, 0);
    for (let end = chunk.indexOf(BYTE.LF, start); end >= 0; end = chunk.indexOf(BYTE.LF, start)) {
      yield* this.recordOf(this.withBefore(chunk.subarray(start, end)));
      this.place = { line: this.place.line + 1, column: 1 };
      start = this.passBlanks(chunk, end + 1);
    }
    // The chunk may be written into again, so what waits is copied.
    this.before.append(chunk.subarray(start));
    if (this.before.length > MAX_HELD_BYTES) throw tooLong(this.place);
  }

  *end(): Generator<RequestPart, void, undefined> {
    yield* this.recordOf(this.before.bytes.subarray(0, this.before.length));
  }

  /** Returns the beginning of the next line that is not empty. */
  private passBlanks(chunk: Uint8Array, from: number): number {
    if (this.before.length > 0) return from;
    let start = from;
    while (chunk[start] === BYTE.LF) start++;
    if (start > from) this.place = { line: this.place.line + start - from, column: 1 };
    return start;
  }

  /** A line, with its last bytes. */
  private withBefore(bytes: Uint8Array): Uint8Array {
    const { before } = this;
    if (before.length === 0) return bytes;
    before.append(bytes);
    const line = before.bytes.subarray(0, before.length);
    before.length = 0;
    return line;
  }

  private *recordOf(line: Uint8Array): Generator<RequestPart, void, undefined> {
    const { place } = this;
    if (line[0] === BYTE.BRACE_OPEN) yield { kind: 'unparsed', bytes: line, place, key: undefined };
    else {
      const text = decodeLine(line, place);
      if (text.trim() !== '') yield { kind: 'record', value: parseText(text, place), key: undefined, bytes: line };
    }
  }
}
