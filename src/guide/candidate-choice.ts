import type { Segment } from '../x12/segment';
import type { Candidate, LoopDef, Qualifier } from './guide.types';

/**
 * Gives the place inside a loop that accepts a segment by id and qualifiers; undefined when there is none.
 * An id that stands once among its siblings is selected by the id alone: its qualifier is validated, not required.
 */
export function chooseCandidate(loop: LoopDef, segment: Segment): Candidate | undefined {
  const candidates = loop.candidates.get(segment.key);
  if (candidates === undefined) return undefined;
  for (const candidate of candidates) if (candidate.isOnly || isAccepted(candidate, segment)) return candidate;
  return undefined;
}

/** Gives the first place of the loop itself that stands for many qualifiers, for a segment whose qualifier none has. */
export function chooseGeneralCandidate(loop: LoopDef, segment: Segment): Candidate | undefined {
  return loop.candidates.get(segment.key)?.find(({ def, opens }) => opens === undefined && def.qualifiers.some(({ codes }) => codes.size > 1));
}

function isAccepted(candidate: Candidate, segment: Segment): boolean {
  for (const qualifier of candidate.def.qualifiers) if (!qualifier.codes.has(qualifierValue(qualifier, segment))) return false;
  return true;
}

function qualifierValue({ element, component }: Qualifier, segment: Segment): string {
  return component === undefined ? segment.element(element) : segment.component(element, component);
}
