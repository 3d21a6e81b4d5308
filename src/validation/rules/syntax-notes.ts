import { holds } from '../clean-segment';
import type { SyntaxNote } from '../element-check';
import type { Reporter, SegmentPlace } from '../reporter';
import { type RuleFacts, rule } from '../rule';

export const elementsPaired = rule({
  id: 'elements-paired',
  level: 1,
  issueType: 'REQUIRED',
  finds: 'Of elements that stand together or not at all, some are missing (note P).',
});

export const elementsOneOf = rule({
  id: 'elements-one-of',
  level: 1,
  issueType: 'REQUIRED',
  finds: 'None of several elements is there, of which one has to be (note R).',
});

export const elementsConditional = rule({
  id: 'elements-conditional',
  level: 1,
  issueType: 'REQUIRED',
  finds: 'An element that another one asks for is missing (notes C and L).',
});

export const elementsExclusive = rule({
  id: 'elements-exclusive',
  level: 1,
  issueType: 'NOT_ALLOWED',
  finds: 'More than one of several elements is there, which exclude each other (note E).',
});

/** Checks the conditions between the elements of a segment. */
export function checkSyntaxNotes(place: SegmentPlace, reporter: Reporter): void {
  for (const note of place.check.notes) if (!holds(note, place.segment)) reportNote(place, note, reporter);
}

const RULES: Readonly<Record<SyntaxNote['kind'], RuleFacts>> = {
  P: elementsPaired,
  R: elementsOneOf,
  C: elementsConditional,
  L: elementsConditional,
  E: elementsExclusive,
};

function reportNote(place: SegmentPlace, note: SyntaxNote, reporter: Reporter): void {
  const { segment } = place;
  const at = note.elements.find((element) => segment.has(element) === (note.kind === 'E')) ?? note.elements[0] ?? 1;
  const missing = note.kind === 'E' ? (note.elements.filter((element) => segment.has(element))[1] ?? at) : at;
  const element = place.check.elements[missing - 1];
  // Missing required elements have been reported.
  if (element?.isRequired === true && !segment.has(missing)) return;
  const message = messageOf(note, place);
  if (element === undefined) reporter.segment(RULES[note.kind], place, { message });
  else reporter.element(RULES[note.kind], place, element, { message });
}

function messageOf({ kind, elements }: SyntaxNote, { segment }: SegmentPlace): string {
  const refs = elements.map((element) => `${segment.id}${String(element).padStart(2, '0')}`);
  const [first = '', ...others] = refs;
  switch (kind) {
    case 'P':
      return `Elements ${listed(refs, 'and')} have to stand together: all of them or none`;
    case 'R':
      return `One of the elements ${listed(refs, 'or')} is required`;
    case 'C':
      return `With ${first}, ${listed(others, 'and')} ${others.length === 1 ? 'is' : 'are'} required`;
    case 'L':
      return `With ${first}, one of ${listed(others, 'or')} is required`;
    case 'E':
      return `Only one of the elements ${listed(refs, 'and')} can be there`;
  }
}

function listed(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
