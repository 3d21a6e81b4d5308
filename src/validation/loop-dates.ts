import { readDate8 } from '../common/dates';
import type { Segment } from '../x12/segment';

const DAY_LENGTH = 8;

/** The day, or the first day of a period, that an element holds as CCYYMMDD, as one number; 0 for none. */
export function dayOf(segment: Segment | undefined, element: number): number {
  return segment === undefined ? 0 : dayAt(segment, segment.start(element), segment.end(element));
}

/** The last day of a period CCYYMMDD-CCYYMMDD, or the day that stands alone. */
export function lastDayOf(segment: Segment | undefined, element: number): number {
  if (segment === undefined) return 0;
  const end = segment.end(element);
  return end - segment.start(element) < DAY_LENGTH ? 0 : dayAt(segment, end - DAY_LENGTH, end);
}

function dayAt({ chunk }: Segment, start: number, end: number): number {
  return end - start < DAY_LENGTH ? 0 : Math.max(0, readDate8(chunk.bytes, start, start + DAY_LENGTH));
}
