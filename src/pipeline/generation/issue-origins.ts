import type { Issue } from '../../common/issue';
import type { SegmentDef } from '../../guide/guide.types';
import type { OutSegment } from '../../guide/out-loop';
import { JsonPath } from '../../mapping/writing/write-run';
import type { FieldNames } from '../../validation/reporter';
import { PathRing } from './path-ring';

/** Segments whose origin is remembered: validation is behind by a batch of records at most. */
const REMEMBERED = 1 << 16;

/** Segments at the beginning of a transaction set that are remembered to the end: what belongs to the whole transaction set is found out there. */
const REMEMBERED_HEAD = 64;

/** Source of a segment. */
interface Origin {
  readonly path: JsonPath | undefined;
  readonly def: SegmentDef | undefined;
  readonly qualifier: string;
}

/** What names issues in the words of JSON. */
export interface IssueNames {
  readonly names: FieldNames | undefined;
  /** Names of records in issues, if they differ. */
  readonly classes: Readonly<Record<string, string>>;
}

/** Remembers which JSON each segment was made of, so that issues in it have its JSON path. */
export class IssueOrigins {
  /** Segments that were noted. */
  segmentCount = 0;
  private path: JsonPath | undefined;
  private segment: OutSegment | undefined;
  private head: Origin[] = [];
  /** Segments before those of `head`. */
  private headStart = 0;
  private readonly ring: OriginRing | undefined;
  private readonly late = new LateUnits();

  /** `remembers`: false if only the last segment is ever looked up. */
  constructor(
    private readonly names: IssueNames,
    remembers: boolean,
  ) {
    this.ring = remembers ? new OriginRing() : undefined;
  }

  /** Notes the next segment. */
  add(path: JsonPath | undefined, segment?: OutSegment): void {
    this.path = path;
    this.segment = segment;
    if (++this.segmentCount - this.headStart <= REMEMBERED_HEAD) this.head.push(this.last);
    this.ring?.add(this.segmentCount, path, segment);
  }

  /** Counts segments of a unit that was written from the bytes of its record: their origins are found when they are asked for. */
  addUnit({ firstNumber, recall, bytes }: LateUnit, count: number): void {
    this.path = undefined;
    this.segment = undefined;
    this.segmentCount += count;
    if (this.ring !== undefined) this.late.add({ firstNumber, recall, bytes: Buffer.from(bytes) }, this.segmentCount);
  }

  /** Notes that another transaction set begins, whose head is remembered instead of the one before. */
  beginTransaction(): void {
    this.headStart = this.segmentCount;
    this.head = [];
  }

  /** Adds the next segment with its source. */
  readonly addSegment = (segment: OutSegment): void => this.add(segment.origin instanceof JsonPath ? segment.origin : undefined, segment);

  /** Completes an issue by the JSON that its segment was made of; one without a place is about the segment that was noted last. */
  complete(issue: Issue): Issue {
    const number = issue.place?.segmentNumber ?? this.segmentCount;
    const origin = number === this.segmentCount && this.segment !== undefined ? this.last : this.originOf(number);
    if (origin === undefined) return issue;
    const { path, def, qualifier } = origin;
    const named = def && issue.element !== undefined ? this.names.names?.(def, issue.element, 'whole', qualifier) : undefined;
    const issueObjectClass = issue.issueObjectClass ?? named?.issueObjectClass ?? (path && this.classOf(path));
    const jsonPath = issue.jsonPath ?? path?.toString();
    return {
      ...issue,
      ...(issueObjectClass === undefined ? {} : { issueObjectClass }),
      ...(jsonPath === undefined ? {} : { jsonPath }),
      ...(named === undefined ? {} : { fieldName: named.fieldName }),
    };
  }

  private originOf(number: number): Origin | undefined {
    const late = this.late.find(number);
    if (late !== undefined) return originOfSegment(late);
    return number === this.segmentCount ? this.last : (this.head[number - this.headStart - 1] ?? this.ring?.find(number));
  }

  private get last(): Origin {
    return { path: this.path, def: this.segment?.def, qualifier: qualifierOf(this.segment) };
  }

  /** The class of an object, as issues show it. */
  private classOf({ record }: JsonPath): string | undefined {
    return record === '' ? undefined : (this.names.classes[record] ?? record);
  }
}

const qualifierOf = (segment: OutSegment | undefined): string => segment?.text(segment.def?.qualifiers[0]?.element ?? 1) ?? '';

const originOfSegment = (segment: OutSegment): Origin => ({
  path: segment.origin instanceof JsonPath ? segment.origin : undefined,
  def: segment.def,
  qualifier: qualifierOf(segment),
});

/** A unit that was written from the bytes of its record. */
export interface LateUnit {
  /** Number of its first segment, those of loops that were begun for it included. */
  readonly firstNumber: number;
  readonly bytes: Uint8Array;
  /** Makes its segments again of the bytes of its record. */
  readonly recall: (bytes: Uint8Array) => readonly OutSegment[];
}

/** The last units of these, as many as some megabytes of JSON. */
class LateUnits {
  private units: (LateUnit & { readonly lastNumber: number })[] = [];
  private bytes = 0;
  private recalled: { readonly unit: LateUnit; readonly segments: readonly OutSegment[] } | undefined;

  add(unit: LateUnit, lastNumber: number): void {
    this.units.push({ lastNumber, ...unit });
    this.bytes += unit.bytes.length;
    if (this.bytes <= MAX_LATE_BYTES) return;
    // Half of them at once: each is moved a few times at most.
    this.units = this.units.slice(this.units.length >> 1);
    this.bytes = this.units.reduce((sum, unit) => sum + unit.bytes.length, 0);
  }

  find(number: number): OutSegment | undefined {
    const unit = this.units.findLast(({ firstNumber }) => firstNumber <= number);
    if (unit === undefined || number > unit.lastNumber) return undefined;
    if (this.recalled?.unit !== unit) this.recalled = { unit, segments: unit.recall(unit.bytes) };
    return this.recalled.segments[number - unit.firstNumber];
  }
}

/** Validation is behind by a piece of output, which is made of about half a megabyte of JSON. */
const MAX_LATE_BYTES = 1 << 21;

/** The origins of the last segments. Of a segment, only the names of its fields are stored. */
class OriginRing {
  private readonly paths = new PathRing();
  /** By number of the segment, modulo REMEMBERED. */
  private readonly notes = new Float64Array(REMEMBERED);
  private readonly defs = new Array<SegmentDef | undefined>(REMEMBERED);
  private readonly qualifiers = new Array<string>(REMEMBERED);
  private last = 0;

  add(number: number, path: JsonPath | undefined, segment: OutSegment | undefined): void {
    const slot = number % REMEMBERED;
    this.notes[slot] = path === undefined ? -1 : this.paths.note(path);
    this.defs[slot] = segment?.def;
    this.qualifiers[slot] = qualifierOf(segment);
    this.last = number;
  }

  find(number: number): Origin | undefined {
    if (number <= this.last - REMEMBERED || number > this.last) return undefined;
    const slot = number % REMEMBERED;
    return { path: this.paths.find(this.notes[slot] ?? -1), def: this.defs[slot], qualifier: this.qualifiers[slot] ?? '' };
  }
}
