import type { Issue } from '../../common/issue';
import type { SegmentDef } from '../../guide/guide.types';
import type { OutSegment } from '../../guide/out-loop';
import type { JsonPath } from '../../mapping/writing/json-path';
import type { FieldNames } from '../../validation/reporter';

/** Segments whose origin is remembered: validation is behind by a batch of records at most. */
const REMEMBERED = 1 << 16;

/** Segments at the beginning that are remembered to the end: what belongs to the whole transaction set is found out there. */
const REMEMBERED_HEAD = 64;

/** Where the origin of a segment is kept: those of the head for ever, all others in a ring. */
const slotOf = (segmentNumber: number): number => (segmentNumber <= REMEMBERED_HEAD ? segmentNumber : REMEMBERED_HEAD + (segmentNumber % REMEMBERED) + 1);

/** Remembers which JSON each segment was made of, so that what is found in it can be told by its JSON path. */
export class IssueOrigins {
  /** By slot. Of segments no more is kept than what names their fields: a ring of whole segments would keep the collector busy. */
  private readonly paths: (JsonPath | undefined)[] = [];
  private readonly defs: (SegmentDef | undefined)[] = [];
  private readonly qualifiers: string[] = [];
  private segmentNumber = 0;

  constructor(
    private readonly names: FieldNames | undefined,
    /** Names of records as issues show them, where they are others. */
    private readonly classes: Readonly<Record<string, string>>,
  ) {}

  /** Notes the next segment. */
  add(path: JsonPath | undefined, segment?: OutSegment): void {
    const slot = slotOf(++this.segmentNumber);
    const def = segment?.def;
    this.paths[slot] = path;
    this.defs[slot] = def;
    this.qualifiers[slot] = segment?.text(def?.qualifiers[0]?.element ?? 1) ?? '';
  }

  /** Completes an issue by the JSON that its segment was made of; one without a place is about the segment that was noted last. */
  complete(issue: Issue): Issue {
    const number = issue.place?.segmentNumber ?? this.segmentNumber;
    if (number > REMEMBERED_HEAD && number <= this.segmentNumber - REMEMBERED) return issue;
    const slot = slotOf(number);
    const [path, def] = [this.paths[slot], this.defs[slot]];
    const named = def && issue.element !== undefined ? this.names?.(def, issue.element, 'whole', this.qualifiers[slot] ?? '') : undefined;
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
