import { decodeMixed, decodeText, isBinary, withoutMark } from './decode-text';
import type { CodeFile } from './import.types';
import { invalidLine, type Place } from './import-error';

/** A line of a text file without its line break, and its place. */
export interface Line extends Place {
  readonly text: string;
}

const LINE_BREAK = /\r\n|\n|\r/;

/** Longer than any line of a code set; more means that the file is something else. */
const MAX_LINE_LENGTH = 1_000_000;

/** What ended files of DOS. */
const END_OF_FILE = /\x1a$/;

/** Maximum size of the head of a file. */
export const HEAD_BYTES = 65_536;

/** Reads the lines of a text file with line breaks of any system, blank lines too. Throws EDI_CODES_FILE_INVALID for binary data. */
export async function* readLines(file: CodeFile): AsyncGenerator<Line, void, undefined> {
  let line = 0;
  let rest = '';
  for await (const text of decodeText(file.open(), file.name)) {
    rest += text;
    // A carriage return at the end may have its line feed in the next chunk.
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length;
    const lines = rest.slice(0, end).split(LINE_BREAK);
    rest = (lines.pop() ?? '') + rest.slice(end);
    for (const each of lines) yield { text: each, file: file.name, line: ++line };
    if (rest.length > MAX_LINE_LENGTH) throw invalidLine({ file: file.name, line: line + 1 }, `is longer than ${MAX_LINE_LENGTH} characters`);
  }
  const last = rest.replace(/\r$/, '').replace(END_OF_FILE, '');
  if (last !== '') yield { text: last, file: file.name, line: line + 1 };
}

/** Returns the text of the head, empty for a binary file. */
export function headText(file: CodeFile): string {
  const text = withoutMark(decodeMixed(file.head));
  return isBinary(text) ? '' : text;
}

/** Returns the first lines of a file as far as its head has them whole. */
export function headLines(file: CodeFile, count: number): readonly string[] {
  const lines = headText(file).split(LINE_BREAK);
  const isCut = file.head.length >= HEAD_BYTES;
  return (isCut ? lines.slice(0, -1) : lines).slice(0, count);
}

/**
 * Cuts a field out of a line of fixed width, without the blanks around it. Positions count from 1 and both belong to the field,
 * as in the publishers' layouts.
 */
export function cut(text: string, from: number, to?: number): string {
  return text.slice(from - 1, to).trim();
}
