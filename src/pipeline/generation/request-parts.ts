import { BYTE } from '../../common/bytes';
import { EdiError } from '../../common/edi-error';
import type { JsonObject } from '../../mapping/writing/write-run';
import { DocumentCutter, type DocumentPart } from './document-cutter';
import { decodeText, MOST_HELD_BYTES, parseText, type RequestText, type TextPlace, tooLong } from './request-text';

/** A request as it is read: first everything but its records, then record by record. */
export type RequestPart =
  | RequestHeadPart
  /** `key`: the list that a record of a document stands in; undefined for one that stands by itself. */
  | { readonly kind: 'record'; readonly value: unknown; readonly key: string | undefined }
  /** A member that comes after the head was given. */
  | { readonly kind: 'late'; readonly key: string };

/** What a request says beside its records. */
export interface RequestHeadPart {
  readonly kind: 'head';
  readonly head: JsonObject;
  /** Lists of records that are there, by their keys. */
  readonly lists: ReadonlySet<string>;
  /** False where the document goes on behind records that could not be held. */
  readonly isWhole: boolean;
}

/** A document up to this length is held, so that its members may stand in any order; of a longer one the records are given as they come. */
export const MOST_HELD_DOCUMENT = 8 * 1024 * 1024;

/**
 * Reads a request: one JSON document, or NDJSON, whose first line has the envelope and each other line a record. NDJSON is told by what
 * comes behind the first object. `lists`: members of the document that have records; an array is records alone, and has no head.
 *
 * Gives the parts that each chunk completes, which are read while they are gone through: a hop of the event loop for each record would
 * cost more than many a record. They are to be gone through before the next are asked for.
 * Throws EDI_REQUEST_INVALID for what is no JSON, and EDI_BODY_TOO_LARGE for a part or line that is too long to hold.
 */
export async function* readRequest(bytes: AsyncIterable<Uint8Array>, lists: readonly string[]): AsyncGenerator<Iterable<RequestPart>, void, undefined> {
  const request = new RequestReading(lists);
  for await (const chunk of bytes) yield request.take(chunk);
  yield request.end();
}

/** A record that was not read yet, and the key of its list. */
interface HeldRecord {
  readonly key: string;
  readonly text: RequestText;
}

/** Reads the first document of a request, and the lines behind it. */
class RequestReading {
  private readonly cutter: DocumentCutter;
  private readonly head: [string, unknown][] = [];
  private readonly lists = new Set<string>();
  /** Records that wait for the head; undefined when it was given. */
  private held: HeldRecord[] | undefined = [];
  private heldBytes = 0;
  private lines: LineReading | undefined;

  constructor(lists: readonly string[]) {
    this.cutter = new DocumentCutter(new Set(lists));
  }

  *take(chunk: Uint8Array): Generator<RequestPart, void, undefined> {
    if (this.lines !== undefined) return yield* recordsOf(this.lines.take(chunk));
    const length = yield* this.takeDocument(this.cutter.cut(chunk));
    if (!this.cutter.isEnded) return;
    yield* this.release(true);
    this.lines = new LineReading(this.cutter.place);
    yield* recordsOf(this.lines.take(chunk.subarray(length)));
  }

  *end(): Generator<RequestPart, void, undefined> {
    if (this.lines !== undefined) return yield* recordsOf(this.lines.end());
    if (this.cutter.isEmpty) throw new EdiError('EDI_REQUEST_INVALID', 'The request is empty. Send a JSON object.');
    this.cutter.end();
  }

  private *takeDocument(parts: Generator<DocumentPart, number, undefined>): Generator<RequestPart, number, undefined> {
    for (;;) {
      const { value: part, done } = parts.next();
      if (done === true) return part;
      if (part.kind === 'list') this.lists.add(part.key);
      else if (this.held === undefined) yield part.kind === 'member' ? { kind: 'late', key: part.key } : recordOf(part.text, part.key);
      else {
        const { kind, key, text } = part;
        if (kind === 'record') this.held.push({ key, text });
        else this.head.push([key, read(text)]);
        this.heldBytes += text.bytes.reduce((sum, { length }) => sum + length, 0);
        if (this.heldBytes > MOST_HELD_DOCUMENT) yield* this.release(false);
      }
    }
  }

  /** Gives the head, and the records that waited for it. */
  private *release(isWhole: boolean): Generator<RequestPart, void, undefined> {
    const { held, lists } = this;
    if (held === undefined) return;
    this.held = undefined;
    // An array has records alone.
    if (!lists.has('')) yield { kind: 'head', head: Object.fromEntries(this.head), lists, isWhole };
    for (const { text, key } of held) yield recordOf(text, key);
  }
}

const read = (text: RequestText): unknown => parseText(decodeText(text), text.place);

const recordOf = (text: RequestText, key: string): RequestPart => ({ kind: 'record', value: read(text), key: key === '' ? undefined : key });

function* recordsOf(lines: Iterable<Line>): Generator<RequestPart, void, undefined> {
  for (const { text, place } of lines) if (text.trim() !== '') yield { kind: 'record', value: parseText(text, place), key: undefined };
}

/** A line of a request. */
interface Line {
  readonly text: string;
  readonly place: TextPlace;
}

/** Cuts chunks into lines. */
class LineReading {
  private parts: Uint8Array[] = [];
  private size = 0;

  /** `place`: where the first line begins. */
  constructor(private place: TextPlace) {}

  *take(chunk: Uint8Array): Generator<Line, void, undefined> {
    let start = 0;
    for (let end = chunk.indexOf(BYTE.LF); end >= 0; end = chunk.indexOf(BYTE.LF, start)) {
      const { parts, place } = this;
      const own = chunk.subarray(start, end);
      yield { text: decodeText({ bytes: parts.length === 0 ? [own] : [...parts, own], place }), place };
      if (parts.length > 0) this.parts = [];
      this.size = 0;
      this.place = { line: place.line + 1, column: 1 };
      start = end + 1;
    }
    // The chunk may be written into again, so what waits is copied.
    if (start < chunk.length) this.parts.push(Buffer.from(chunk.subarray(start)));
    this.size += chunk.length - start;
    if (this.size > MOST_HELD_BYTES) throw tooLong(this.place);
  }

  *end(): Generator<Line, void, undefined> {
    yield { text: decodeText({ bytes: this.parts, place: this.place }), place: this.place };
  }
}
