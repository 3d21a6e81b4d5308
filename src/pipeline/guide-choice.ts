import type { LineEvidence } from '../guide/line-evidence';
import type { Segment } from '../x12/segment';

/** Facts about the guide in the first segments of a transaction. */
export interface GuideName {
  /** BHT02, where guides differ by it. */
  readonly purpose?: string;
  /** The version that REF names with qualifier 87, as in 004010, where ST03 is not there yet. */
  readonly version?: string;
  /** Id of the guide of the lines, if the versions name another one. */
  readonly lines?: string;
}

/** Segments that contain facts about the guide. */
export interface GuideSigns {
  /** Codes of BHT02 that distinguish guides; empty where none do. */
  readonly purposes: readonly string[];
  readonly isNamedByReference: boolean;
  /** Returns the evidence for the named guide; undefined when the lines of the transaction do not decide. */
  readonly evidenceFor: (name: GuideName) => LineEvidence | undefined;
}

/** REF01 of the segment that names the guide, and the letter of its versions for tests, such as 004010X097DA1. */
const TRANSMISSION_TYPE = '87';
const TEST_VERSION = /D(?=A\d$|$)/;

/** ST, BHT and REF: a REF that names the guide is the third segment. */
const MAX_NAMING_SEGMENTS = 2;

/** Segments among which the purpose is looked for: the first has it, unless strays precede that. */
const MAX_OPENING_SEGMENTS = 10;

/** Segments after which a transaction without lines is read by the guide that it names. */
const MAX_SEGMENTS = 300;

/** Finds out by which guide a transaction is read, from the segments after its ST. */
export class GuideChoice {
  private name: GuideName = {};
  private count = 0;
  private last: Segment | undefined;
  private evidence: LineEvidence | undefined;

  constructor(private readonly signs: GuideSigns) {}

  /** The facts so far: all of them at the end of the transaction. */
  get soFar(): GuideName {
    return this.name;
  }

  /** Takes the next segment, undefined for ST. BHT02 distinguishes a request from its response. Returns the name once no further segment can change it. */
  accept(segment?: Segment): GuideName | undefined {
    const { purposes, isNamedByReference } = this.signs;
    if (purposes.length > 0) return segment && this.readPurpose(segment, purposes);
    if (isNamedByReference && this.count <= MAX_NAMING_SEGMENTS && !this.readReference(segment)) return undefined;
    return this.readLine(segment);
  }

  /** The first purpose that a guide has; none at the first level, where the purpose is missing. */
  private readPurpose(segment: Segment, purposes: readonly string[]): GuideName | undefined {
    const purpose = segment.element(2);
    if (purposes.includes(purpose)) return { purpose };
    return segment.id === 'HL' || ++this.count >= MAX_OPENING_SEGMENTS ? this.name : undefined;
  }

  /** In 004010, REF 87 names the guide, and GS08 may not. Returns false while a REF may still follow. */
  private readReference(segment: Segment | undefined): boolean {
    if (segment?.id === 'REF' && segment.element(1) === TRANSMISSION_TYPE) {
      this.name = { version: segment.element(2).replace(TEST_VERSION, '') };
      this.count = MAX_NAMING_SEGMENTS;
    }
    return this.count++ >= MAX_NAMING_SEGMENTS;
  }

  private readLine(segment: Segment | undefined): GuideName | undefined {
    const evidence = (this.evidence ??= this.signs.evidenceFor(this.name));
    if (evidence?.isDecisive !== true || this.count++ > MAX_SEGMENTS) return this.name;
    const { last } = this;
    this.last = segment;
    const guide = last && segment && evidence.guideOf(last, segment);
    return guide && { ...this.name, lines: guide.id };
  }
}
