import { EdiError } from '../../common/edi-error';
import { isObject, type JsonObject } from '../../mapping/writing/write-run';

/** A request as it is read: first everything but its records, then record by record. */
export type RequestPart = { readonly kind: 'head'; readonly head: JsonObject } | { readonly kind: 'record'; readonly value: unknown; readonly line: number };

/** A request that is one JSON document is held in memory; so is one line of NDJSON. */
const MOST_BYTES = 256 * 1024 * 1024;

const LF = 0x0a;

/**
 * Reads a request: one JSON object, or NDJSON, whose first line has the envelope and each other line a record. NDJSON is told by its
 * first line being a whole object with more after it; it is read line by line.
 * With `takesArray` the document may be an array of records, which has no head.
 * Throws EDI_REQUEST_INVALID for what is no JSON, and EDI_BODY_TOO_LARGE for a document or line that is too large to hold.
 */
export async function* readRequest(bytes: AsyncIterable<Uint8Array>, takesArray = false): AsyncGenerator<RequestPart, void, undefined> {
  let held: { readonly text: string; readonly line: number } | undefined;
  let isLines = false;
  let mayBeLines = true;
  let wholeText = '';
  for await (const line of linesOf(bytes)) {
    if (isLines) {
      if (line.text.trim() !== '') yield { kind: 'record', value: parse(line.text, line.number), line: line.number };
      continue;
    }
    if (held === undefined) {
      if (line.text.trim() !== '') held = { text: line.text, line: line.number };
      wholeText = held === undefined ? '' : line.text;
      continue;
    }
    if (mayBeLines && line.text.trim() !== '') {
      mayBeLines = false;
      const head = tryParse(held.text);
      if (isObject(head)) {
        isLines = true;
        yield { kind: 'head', head };
        yield { kind: 'record', value: parse(line.text, line.number), line: line.number };
        wholeText = '';
        continue;
      }
    }
    wholeText += `\n${line.text}`;
    if (wholeText.length > MOST_BYTES) throw tooLarge();
  }
  if (isLines) return;
  if (held === undefined) throw new EdiError('EDI_REQUEST_INVALID', 'The request is empty. Send a JSON object.');
  const request = parse(wholeText, held.line);
  if (takesArray && Array.isArray(request)) {
    for (const value of request) yield { kind: 'record', value, line: held.line };
    return;
  }
  if (!isObject(request)) {
    const found = Array.isArray(request) ? ', not an array: records stand in the object, under their key' : '';
    throw new EdiError('EDI_REQUEST_INVALID', `$: expected an object with interchangeControl, functionalGroup and records${found}.`);
  }
  yield { kind: 'head', head: request };
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<{ readonly text: string; readonly number: number }, void, undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      yield { text: decode([...parts, chunk.subarray(start, end)], number), number };
      parts = [];
      size = 0;
      number++;
      start = end + 1;
    }
    // The chunk may be written into again, so what waits is copied.
    parts.push(chunk.slice(start));
    size += chunk.length - start;
    if (size > MOST_BYTES) throw tooLarge();
  }
  yield { text: decode(parts, number), number };
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
