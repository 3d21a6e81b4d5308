import { readDate8 } from '../../common/dates';
import type { ElementCheck } from '../element-check';
import { KIND } from '../element-check';
import type { FurtherCheck, Reporter, SegmentPlace } from '../reporter';
import { rule } from '../rule';

export const periodOrder = rule({ id: 'period-order', level: 4, issueType: 'MISMATCH', finds: 'A period ends before it begins.' });

const DAY_LENGTH = 8;
const PERIOD_LENGTH = 17;

/** The periods of a segment. */
export function periodsOf(elements: readonly ElementCheck[]): readonly FurtherCheck[] {
  return elements.flatMap((check, i) =>
    check.kind === KIND.period ? [{ rule: periodOrder, run: (place: SegmentPlace, reporter: Reporter) => checkOrder(place, check, i + 1, reporter) }] : [],
  );
}

function checkOrder(place: SegmentPlace, check: ElementCheck, element: number, reporter: Reporter): void {
  const { segment } = place;
  const start = segment.start(element);
  if (segment.end(element) - start !== PERIOD_LENGTH) return;
  const { bytes } = segment.chunk;
  const from = readDate8(bytes, start, start + DAY_LENGTH);
  const to = readDate8(bytes, start + DAY_LENGTH + 1, start + PERIOD_LENGTH);
  if (from < 0 || to < 0 || from <= to) return;
  const value = segment.element(element);
  reporter.element(periodOrder, place, check, { value, message: `The period '${value}' ends before it begins` });
}
