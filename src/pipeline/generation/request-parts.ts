import { EdiError } from '../../common/edi-error';
import { isObject, type JsonObject } from '../../mapping/writing/write-run';

/** A request as it is read: first everything but its records, then record by record. */
export type RequestPart = { readonly kind: 'head'; readonly head: JsonObject } | { readonly kind: 'record'; readonly value: unknown; readonly line: number };

/** A request that is one JSON document is held in memory; so is one line of NDJSON. */
const MOST_BYTES = 256 * 1024 * 1024;

const LF = 0x0a;

/** A line of a request. */
interface Line {
  readonly text: string;
  readonly number: number;
}

/**
 * Reads a request: one JSON object, or NDJSON, whose first line has the envelope and each other line a record. NDJSON is told by its
 * first line being a whole object with more after it; it is read line by line.
 * With `takesArray` the document may be an array of records, which has no head.
 *
 * Gives the parts that each chunk completes, which are read while they are gone through: a hop of the event loop for each record would
 * cost more than many a record. They are to be gone through before the next are asked for.
 * Throws EDI_REQUEST_INVALID for what is no JSON, and EDI_BODY_TOO_LARGE for a document or line that is too large to hold.
 */
export async function* readRequest(bytes: AsyncIterable<Uint8Array>, takesArray = false): AsyncGenerator<Iterable<RequestPart>, void, undefined> {
  const lines = new LineReading();
  const request = new RequestReading(takesArray);
  for await (const chunk of bytes) yield request.take(lines.take(chunk));
  yield request.end(lines.end());
}

/** Reads the lines of a request. */
class RequestReading {
  private held: Line | undefined;
  private isLines = false;
  private mayBeLines = true;
  private wholeText = '';

  constructor(private readonly takesArray: boolean) {}

  *take(lines: Iterable<Line>): Generator<RequestPart, void, undefined> {
    for (const line of lines) {
      if (this.isLines) {
        if (line.text.trim() !== '') yield recordOf(line);
      } else yield* this.takeFirst(line);
    }
  }

  /** Takes a line before it is known whether the request is NDJSON. */
  private *takeFirst(line: Line): Generator<RequestPart, void, undefined> {
    const isEmpty = line.text.trim() === '';
    if (this.held === undefined) {
      if (!isEmpty) this.held = line;
      this.wholeText = isEmpty ? '' : line.text;
      return;
    }
    if (this.mayBeLines && !isEmpty) {
      this.mayBeLines = false;
      const head = tryParse(this.held.text);
      if (isObject(head)) {
        this.isLines = true;
        this.wholeText = '';
        yield { kind: 'head', head };
        yield recordOf(line);
        return;
      }
    }
    this.wholeText += `\n${line.text}`;
    if (this.wholeText.length > MOST_BYTES) throw tooLarge();
  }

  *end(lines: Iterable<Line>): Generator<RequestPart, void, undefined> {
    yield* this.take(lines);
    if (this.isLines) return;
    const { held, takesArray } = this;
    if (held === undefined) throw new EdiError('EDI_REQUEST_INVALID', 'The request is empty. Send a JSON object.');
    const request = parse(this.wholeText, held.number);
    if (takesArray && Array.isArray(request)) {
      for (const value of request) yield { kind: 'record', value, line: held.number };
      return;
    }
    if (!isObject(request)) {
      const found = Array.isArray(request) ? ', not an array: records stand in the object, under their key' : '';
      throw new EdiError('EDI_REQUEST_INVALID', `$: expected an object with interchangeControl, functionalGroup and records${found}.`);
    }
    yield { kind: 'head', head: request };
  }
}

const recordOf = ({ text, number }: Line): RequestPart => ({ kind: 'record', value: parse(text, number), line: number });

/** Cuts chunks into lines. */
class LineReading {
  private parts: Uint8Array[] = [];
  private size = 0;
  private number = 1;

  *take(chunk: Uint8Array): Generator<Line, void, undefined> {
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      const { parts, number } = this;
      yield { text: decode(parts.length === 0 ? [chunk.subarray(start, end)] : [...parts, chunk.subarray(start, end)], number), number };
      if (parts.length > 0) this.parts = [];
      this.size = 0;
      this.number++;
      start = end + 1;
    }
    // The chunk may be written into again, so what waits is copied.
    if (start < chunk.length) this.parts.push(chunk.slice(start));
    this.size += chunk.length - start;
    if (this.size > MOST_BYTES) throw tooLarge();
  }

  *end(): Generator<Line, void, undefined> {
    yield { text: decode(this.parts, this.number), number: this.number };
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(parts: readonly Uint8Array[], line: number): string {
  try {
    const [only] = parts;
    return utf8.decode(parts.length === 1 && only !== undefined ? only : Buffer.concat(parts));
  } catch (cause) {
    throw new EdiError('EDI_REQUEST_INVALID', `Line ${line} of the request is not UTF-8. Send JSON in UTF-8.`, { cause });
  }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not a whole object: the document goes on.
  }
}

/** The message of the parser may show parts of the request, so that only the place is told. */
function parse(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const position = cause instanceof Error ? /position (\d+)/.exec(cause.message)?.[1] : undefined;
    const before = position === undefined ? [] : text.slice(0, Number(position)).split('\n');
    const place = position === undefined ? `from line ${line} on` : `in line ${line + before.length - 1}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    throw new EdiError('EDI_REQUEST_INVALID', `The request is no JSON ${place}.`, { cause });
  }
}

function tooLarge(): EdiError {
  return new EdiError(
    'EDI_BODY_TOO_LARGE',
    `A JSON request of more than ${MOST_BYTES} bytes is not read at once. Send NDJSON: the envelope, then one record a line.`,
  );
}
