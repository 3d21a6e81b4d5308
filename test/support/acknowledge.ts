import type { Issue } from '../../src/common/issue';
import type { AcknowledgmentRequest } from '../../src/pipeline/acknowledgment/acknowledgment.types';
import { converter, sourceOf } from './conversion';

/** An acknowledgment. */
export interface Acknowledged {
  readonly edi: string;
  /** Segments without terminators. */
  readonly segments: readonly string[];
  readonly issues: readonly Issue[];
}

/** Acknowledges pieces of one file, at a fixed time and with control numbers from 1. */
export async function acknowledge(pieces: readonly (string | Buffer)[], request: AcknowledgmentRequest = {}): Promise<Acknowledged> {
  const issues: Issue[] = [];
  let number = 0;
  const fixed = { now: new Date('2026-01-31T10:06:00Z'), newControlNumber: () => ++number };
  const output = converter().acknowledge([sourceOf('input.edi', ...pieces)], { ...fixed, onIssue: (issue) => issues.push(issue), ...request });
  let edi = '';
  for await (const bytes of output) edi += bytes.toString();
  return { edi, segments: edi.split('~\n').filter(Boolean), issues };
}

/** The segments of an id, split into elements without the id. */
export function elementsOf({ segments }: Acknowledged, id: string): readonly (readonly string[])[] {
  return segments.filter((segment) => segment.startsWith(`${id}*`)).map((segment) => segment.split('*').slice(1));
}
