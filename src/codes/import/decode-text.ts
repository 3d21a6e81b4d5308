import { invalidLine } from './import-error';

const NON_ASCII = /[\x80-\xff]/;

/** Control characters that no text file has; tab, line breaks, form feed and the Ctrl-Z that ends old DOS files are allowed. */
const BINARY = /[\x00-\x08\x0e-\x19\x1b-\x1f]/;

/** UTF-8 sequences (RFC 3629, table 3-7 of Unicode) and all other bytes above ASCII, each seen as a character of Latin-1. */
const UTF8_SEQUENCE_OR_BYTE =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;

const FIRST_HIGH_BYTE = 0x80;
const FIRST_LEAD_BYTE = 0xc2;
const MAX_SEQUENCE_BYTES = 4;

/** Windows-1252 from 0x80 to 0x9f; above, it is Latin-1. Written out because the TextDecoder of Node 20 takes it for Latin-1. */
const CP1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Decodes bytes of publishers who mix encodings within a file: valid UTF-8 is read as UTF-8, every other byte above ASCII as Windows-1252. Neither needs a
 * declaration.
 */
export function decodeMixed(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  if (!NON_ASCII.test(text)) return text;
  return text.replace(UTF8_SEQUENCE_OR_BYTE, (found) =>
    found.length === 1 ? (CP1252[found.charCodeAt(0) - FIRST_HIGH_BYTE] ?? found) : Buffer.from(found, 'latin1').toString('utf8'),
  );
}

/** True for text with control characters that only binary files have. */
export function isBinary(text: string): boolean {
  return BINARY.test(text);
}

/** Takes the byte order mark off. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/**
 * Decodes a stream as `decodeMixed` does, without its byte order mark; characters that two chunks share stay whole.
 * Throws EDI_CODES_FILE_INVALID for binary data.
 */
export async function* decodeText(bytes: AsyncIterable<Buffer>, file: string): AsyncGenerator<string, void, undefined> {
  let held = Buffer.alloc(0);
  let line = 1;
  let isFirst = true;
  for await (const chunk of bytes) {
    const whole = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const end = whole.length - lengthOfTornSequence(whole);
    held = Buffer.from(whole.subarray(end));
    const text = checked(decodeMixed(whole.subarray(0, end)), file, line);
    line += countLineFeeds(whole.subarray(0, end));
    if (text !== '') yield isFirst ? withoutMark(text) : text;
    isFirst &&= text === '';
  }
  if (held.length > 0) yield decodeMixed(held);
}

function checked(text: string, file: string, firstLine: number): string {
  const { index } = BINARY.exec(text) ?? {};
  if (index === undefined) return text;
  const line = firstLine + countLineFeeds(Buffer.from(text.slice(0, index)));
  throw invalidLine({ file, line }, 'has control characters, so it is no text file');
}

/** Returns the number of bytes at the end that begin a UTF-8 sequence, which the next chunk may complete. */
function lengthOfTornSequence(bytes: Buffer): number {
  for (let length = 1; length < MAX_SEQUENCE_BYTES && length <= bytes.length; length++) {
    const byte = bytes[bytes.length - length] ?? 0;
    if (byte < FIRST_HIGH_BYTE) return 0;
    if (byte >= FIRST_LEAD_BYTE) return sequenceLength(byte) > length ? length : 0;
  }
  return 0;
}

function sequenceLength(leadByte: number): number {
  if (leadByte >= 0xf0) return MAX_SEQUENCE_BYTES;
  return leadByte >= 0xe0 ? 3 : 2;
}

function countLineFeeds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) count++;
  return count;
}
