import { type ElementCheck } from '../element-check';
import type { Reporter, SegmentPlace } from '../reporter';
import { rule } from '../rule';

export const elementRequired = rule({
  id: 'element-required',
  level: 2,
  issueType: 'REQUIRED',
  finds: 'An element or component that the guide requires is empty.',
});

export const elementUnused = rule({
  id: 'element-unused',
  level: 2,
  issueType: 'NOT_ALLOWED',
  finds: 'An element or component that the guide does not use has a value.',
});

export const elementUnknown = rule({
  id: 'element-unknown',
  level: 1,
  issueType: 'NOT_ALLOWED',
  finds: 'A segment has more elements, or a composite more components, than the standard gives it.',
});

/** Reports a missing element. */
export function reportMissing(place: SegmentPlace, element: ElementCheck, reporter: Reporter): void {
  reporter.element(elementRequired, place, element, { message: 'Required element is missing' });
}

/** Reports an element that should be empty. */
export function reportUnused(place: SegmentPlace, element: ElementCheck, value: string, reporter: Reporter): void {
  reporter.element(elementUnused, place, element, { value, message: `Element ${element.def.ref} is not used here; it has to be empty` });
}

/** Reports more elements than the segment can have. `first` is the number of the first that has a value. */
export function reportUnknownElement(place: SegmentPlace, first: number, reporter: Reporter): void {
  const { segment, check } = place;
  const element = `${segment.id}${String(first).padStart(2, '0')}`;
  const message = `Segment '${segment.id}' has ${segment.elementCount} elements; it can have ${check.elements.length} at most`;
  reporter.segment(elementUnknown, place, { element, at: { element: first }, message });
}

/** Reports a composite with more components than it can have. */
export function reportUnknownComponent(place: SegmentPlace, composite: ElementCheck, count: number, reporter: Reporter): void {
  const { ref } = composite.def;
  const most = composite.components.length;
  const at = { element: Number(ref.slice(-2)), component: most + 1 };
  reporter.element(elementUnknown, place, composite, { at, message: `Element ${ref} has ${count} components; it can have ${most} at most` });
}
