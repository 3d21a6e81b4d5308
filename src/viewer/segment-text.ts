import type { Delimiters } from '../x12/delimiters';

/** A segment in parts: its id, then its elements as they stand in the input. */
export interface SegmentText {
  readonly id: string;
  readonly elements: readonly string[];
}

const LINE_BREAKS = /[\r\n]+/g;

/** Splits a segment. Line breaks of wrapped files are removed. */
export function splitSegment(text: string, { element }: Delimiters): SegmentText {
  const [id = '', ...elements] = text.replace(LINE_BREAKS, '').split(String.fromCharCode(element));
  return { id: id.trim().toUpperCase(), elements };
}

/** Writes a segment without its terminator. */
export function joinSegment({ id, elements }: SegmentText, { element }: Delimiters): string {
  return [id, ...elements].join(String.fromCharCode(element));
}
