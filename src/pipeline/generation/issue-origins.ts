import type { Issue } from '../../common/issue';
import type { SegmentDef } from '../../guide/guide.types';
import type { OutSegment } from '../../guide/out-loop';
import type { JsonPath } from '../../mapping/writing/json-path';
import type { FieldNames } from '../../validation/reporter';

/** Where a written segment comes from. */
interface Origin {
  readonly path: JsonPath | undefined;
  readonly def: SegmentDef | undefined;
  readonly qualifier: string;
}

/** Segments whose origin is remembered: validation is behind by a batch at most. */
const MOST_ORIGINS = 200_000;

/** Remembers which JSON each segment was made of, so that what is found in it can be told by its JSON path. */
export class IssueOrigins {
  private readonly origins = new Map<number, Origin>();
  private segmentNumber = 0;

  constructor(
    private readonly names: FieldNames | undefined,
    /** Names of records as issues show them, where they are others. */
    private readonly classes: Readonly<Record<string, string>>,
  ) {}

  /** Notes the next segment. */
  add(path: JsonPath | undefined, segment?: OutSegment): void {
    const def = segment?.def;
    const qualifier = segment?.text(def?.qualifiers[0]?.element ?? 1) ?? '';
    this.origins.set(++this.segmentNumber, { path, def, qualifier });
    this.origins.delete(this.segmentNumber - MOST_ORIGINS);
  }

  /** Completes an issue by the JSON that its segment was made of; one without a place is about the segment that was noted last. */
  complete(issue: Issue): Issue {
    const { path, def, qualifier = '' } = this.origins.get(issue.place?.segmentNumber ?? this.segmentNumber) ?? {};
    const named = def && issue.element !== undefined ? this.names?.(def, issue.element, 'whole', qualifier) : undefined;
    const issueObjectClass = issue.issueObjectClass ?? named?.issueObjectClass ?? (path && this.classOf(path));
    const jsonPath = issue.jsonPath ?? path?.toString();
    return {
      ...issue,
      ...(issueObjectClass === undefined ? {} : { issueObjectClass }),
      ...(jsonPath === undefined ? {} : { jsonPath }),
      ...(named === undefined ? {} : { fieldName: named.fieldName }),
    };
  }

  /** The class of an object, as issues show it. */
  private classOf({ record }: JsonPath): string | undefined {
    return record === '' ? undefined : (this.classes[record] ?? record);
  }
}
