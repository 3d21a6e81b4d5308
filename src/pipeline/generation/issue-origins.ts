import type { SegmentDef } from '../../guide/guide.types';
import type { OutSegment } from '../../guide/out-loop';
import { JsonPath } from '../../mapping/writing/json-path';
import type { FieldNames } from '../../validation/reporter';

/** Where a written segment comes from. */
interface Origin {
  readonly path: JsonPath | undefined;
  readonly def: SegmentDef | undefined;
  readonly qualifier: string;
}

/** Segments whose origin is remembered: validation is behind by a batch at most. */
const MOST_ORIGINS = 200_000;

/** Remembers which JSON each segment was made of, so that what validation finds in it can be told by its JSON path. */
export class IssueOrigins {
  private readonly origins = new Map<number, Origin>();
  private segmentNumber = 0;

  constructor(
    private readonly names: FieldNames | undefined,
    private readonly classes: Readonly<Record<string, string>>,
  ) {}

  /** Notes the next segment. */
  add(path: JsonPath | undefined, segment?: OutSegment): void {
    const def = segment?.def;
    const qualifier = segment?.text(def?.qualifiers[0]?.element ?? 1) ?? '';
    this.origins.set(++this.segmentNumber, { path, def, qualifier });
    this.origins.delete(this.segmentNumber - MOST_ORIGINS);
  }

  /** Completes an issue by the JSON that it is about. What it says already stays. */
  locate(issue: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const origin = this.origins.get(segmentNumberOf(issue));
    return origin === undefined ? issue : this.locateIn(issue, origin);
  }

  /** The same for an issue of the segment that is being written. */
  locateCurrent(issue: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const origin = this.origins.get(this.segmentNumber);
    return origin === undefined ? issue : this.locateIn(issue, origin);
  }

  /** The class of an object, as issues show it. */
  classOf({ record }: JsonPath): string | undefined {
    return record === '' ? undefined : (this.classes[record] ?? record);
  }

  private locateIn(issue: Readonly<Record<string, unknown>>, { path, def, qualifier }: Origin): Readonly<Record<string, unknown>> {
    const { objectType, issueType, issueObjectClass, fieldName, element, jsonPath, ...rest } = issue;
    const named = def && typeof element === 'string' ? this.names?.(def, element, 'whole', qualifier) : undefined;
    const ofPath = path && this.classOf(path);
    return {
      objectType,
      issueType,
      ...given('issueObjectClass', issueObjectClass ?? named?.issueObjectClass ?? ofPath),
      ...given('jsonPath', jsonPath ?? path?.toString()),
      ...given('fieldName', named?.fieldName ?? fieldName),
      ...withElement(rest, element),
    };
  }
}

/** `element` stands after the segment. */
function withElement(rest: Readonly<Record<string, unknown>>, element: unknown): Readonly<Record<string, unknown>> {
  if (element === undefined) return rest;
  const keys: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rest)) {
    keys[key] = value;
    if (key === 'segment') keys['element'] = element;
  }
  return 'element' in keys ? keys : { ...rest, element };
}

const given = (key: string, value: unknown): object => (value === undefined ? {} : { [key]: value });

function segmentNumberOf({ sourceLocation }: Readonly<Record<string, unknown>>): number {
  const number = typeof sourceLocation === 'object' && sourceLocation !== null && 'segmentNumber' in sourceLocation ? sourceLocation.segmentNumber : undefined;
  return typeof number === 'number' ? number : -1;
}
