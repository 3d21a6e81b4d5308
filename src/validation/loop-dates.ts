import { formatDate, readDate8 } from '../common/dates';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import { segmentOf } from './loop-reading';
import type { Report } from './set-rule';

const DAY_LENGTH = 8;

/** The day, or the first day of a period, that an element holds as CCYYMMDD, as one number; 0 for none. */
export function dayOf(segment: Segment | undefined, element: number): number {
  return segment === undefined ? 0 : dayAt(segment, segment.start(element), segment.end(element));
}

/** The last day of a period CCYYMMDD-CCYYMMDD, or the day itself. */
export function lastDayOf(segment: Segment | undefined, element: number): number {
  if (segment === undefined) return 0;
  const end = segment.end(element);
  return end - segment.start(element) < DAY_LENGTH ? 0 : dayAt(segment, end - DAY_LENGTH, end);
}

/** Periods of a loop. The code in the first element of a segment distinguishes their begin and end. */
export interface Periods {
  /** DTM or DTP. */
  readonly id: string;
  /** The element that holds the day. */
  readonly day: number;
  /** Codes of the segments that begin and end a period. */
  readonly codes: readonly (readonly [from: string, to: string])[];
  readonly issueObjectClass: string;
  readonly fieldName: string;
}

/** Reports the periods of a loop that end before they begin. */
export function reportPeriods(loop: LoopNode, { id, day, codes, ...owner }: Periods, report: Report): void {
  for (const [fromCode, toCode] of codes) {
    const segment = segmentOf(loop, id, [toCode]);
    const from = dayOf(segmentOf(loop, id, [fromCode]), day);
    const to = dayOf(segment, day);
    if (segment === undefined || from === 0 || to === 0 || from <= to) continue;
    const message = `The period ends on ${formatDate(to)}, before it begins on ${formatDate(from)}`;
    report({ segment, loop, element: `${id}0${day}`, ediCode: toCode, ...owner, value: segment.element(day), message });
  }
}

function dayAt({ chunk }: Segment, start: number, end: number): number {
  return end - start < DAY_LENGTH ? 0 : Math.max(0, readDate8(chunk.bytes, start, start + DAY_LENGTH));
}
