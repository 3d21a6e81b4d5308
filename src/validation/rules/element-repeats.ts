import type { ElementCheck } from '../element-check';
import type { Reporter, SegmentPlace } from '../reporter';
import { rule } from '../rule';

export const elementRepeats = rule({
  id: 'element-repeats',
  level: 1,
  issueType: 'NUMBER_OF_ITEMS',
  finds: 'An element repeats more often than the guide allows.',
});

/** Compares the repetitions of an element with their maximum. */
export function checkRepeats(place: SegmentPlace, element: ElementCheck, count: number, reporter: Reporter): void {
  const { maxRepeats, def } = element;
  if (count <= maxRepeats) return;
  const message = `Element ${def.ref} has ${count} repetitions; it can have ${maxRepeats} at most`;
  reporter.element(elementRepeats, place, element, { maxNumberOfItems: maxRepeats, actualNumberOfItems: count, message });
}
