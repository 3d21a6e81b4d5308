import type { Guide, LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import { HL, isLevel, lacksHl } from '../guide/unopened-loops';
import type { WalkObserver } from '../guide/walk-observer';
import type { Chunk, Segment } from '../x12/segment';
import { isCleanSegment, isCleanValue } from './clean-segment';
import type { CodeChecks, CodeHost, Span } from './code-checks';
import { type CodedPlace, type ElementCheck, KIND } from './element-check';
import type { GuideChecks } from './guide-checks';
import type { LoopStructure } from './loop-structure';
import { isPeriod } from './period-format';
import type { SegmentPlace } from './reporter';
import type { LoopRule } from './set-rule';
import type { SetRules } from './set-rules';

/** A value that the host checks for the kernel. */
export type JudgedValue = ElementCheck | CodedPlace;

/** Parts of the validation of a transaction. */
export interface PlainParts {
  readonly guide: Guide;
  readonly checks: GuideChecks;
  readonly structure: LoopStructure;
  readonly codes: CodeChecks;
  readonly host: CodeHost;
  readonly looksAtCodes: boolean;
  readonly undatedLists: ReadonlySet<string> | undefined;
  readonly unitLoops: ReadonlySet<LoopDef>;
  /** Watches a unit that is replayed, or the part of it that was walked. */
  readonly ofUnit: WalkObserver;
  /** As `ofUnit` for a unit of which only some segments are not clean, by their numbers: looks at their elements, and asks the rules of the set. */
  readonly ofUncleanUnit: (unclean: ReadonlySet<number>) => WalkObserver;
  /** Reports what is wrong in the elements of a segment of a unit of which there is no object. */
  readonly report: (place: SegmentPlace) => void;
  readonly rules: SetRules;
  /** True while the open unit, or the one that was closed last, has findings. */
  readonly hasFindings: () => boolean;
}

/**
 * Validation of what the kernel walks without objects. The kernel decides whether segments and loops are clean; the rules see units as objects, and
 * everything that is not clean.
 */
export class PlainValidation {
  /** Counts the children of loops around units, which are clean. */
  readonly ofHolder: WalkObserver;
  /** True where rules have to see every unit, clean or not; or its first segment. */
  readonly asksAlways: boolean;
  readonly gathers: boolean;
  /** The rules about loops that are on. */
  readonly rulesOn: ReadonlySet<LoopRule>;

  constructor(private readonly parts: PlainParts) {
    const { structure, rules } = parts;
    this.asksAlways = rules.asksAlways;
    this.gathers = rules.gathers;
    this.rulesOn = rules.ofLoops;
    this.ofHolder = {
      onOpen: (loop, trigger) => {
        if (isAround(loop.def, parts.unitLoops)) structure.begin(loop);
        else structure.open(loop, trigger, false);
      },
      onPlace: (segment, def, loop) => structure.place(loop, def, segment, false),
      onClose: () => undefined,
    };
  }

  get guide(): Guide {
    return this.parts.guide;
  }

  get checks(): GuideChecks {
    return this.parts.checks;
  }

  get looksAtCodes(): boolean {
    return this.parts.looksAtCodes;
  }

  get ofUnit(): WalkObserver {
    return this.parts.ofUnit;
  }

  get ofUncleanUnit(): PlainParts['ofUncleanUnit'] {
    return this.parts.ofUncleanUnit;
  }

  /**
   * Reports what is wrong in the elements of some segments of a unit, which have their slots; nothing else is in doubt. False, with nothing reported, where a
   * code is to be looked up: its day is that of a loop.
   */
  reportSegments(segments: readonly Segment[]): boolean {
    const { guide, checks, codes, host, looksAtCodes, report } = this.parts;
    const places: SegmentPlace[] = [];
    for (const segment of segments) {
      const def = guide.segments[segment.slot];
      if (def === undefined) return false;
      const check = checks.segment(def);
      if (looksAtCodes && !codes.areGood(check, segment, host)) return false;
      places.push({ check, segment, loop: def.loop.id });
    }
    places.forEach(report);
    return true;
  }

  get hasFindings(): boolean {
    return this.parts.hasFindings();
  }

  get nextLevel(): number {
    return this.parts.structure.nextLevel;
  }

  set nextLevel(next: number) {
    this.parts.structure.nextLevel = next;
  }

  /** A unit is complete in which rules about loops find nothing; it has its first segment at least. */
  gather(unit: LoopNode): void {
    this.parts.rules.onUnit(unit);
  }

  /** Values that are the same while the same codes are good. */
  get codeFacts(): readonly unknown[] {
    const { codes, host, undatedLists } = this.parts;
    return [...codes.source, undatedLists, host.firstDay, host.lastDay];
  }

  /** True where a segment opens a loop without a finding around units. */
  admits(segment: Segment, opens: LoopDef, parent: LoopNode): boolean {
    const { structure, unitLoops, checks, looksAtCodes, codes, host } = this.parts;
    // The kernel does not count in a level whose HL is missing.
    if (lacksHl(parent) || !structure.admits(parent, opens)) return false;
    if (unitLoops.has(opens)) return structure.areHeadsComplete(parent, opens);
    if (segment.key === HL && isLevel(opens) && Number(segment.element(1)) !== structure.nextLevel) return false;
    const check = checks.segment(opens.trigger);
    return isCleanSegment(check, segment) && (!looksAtCodes || codes.areGood(check, segment, host));
  }

  /** True for a value about which nothing is to be reported, whatever stands around it; `by` is its format, or the qualifier of its list. */
  isGood(judged: JudgedValue, chunk: Chunk, value: Span, by: Span): boolean {
    if ('source' in judged && 'component' in judged) return this.parts.codes.isGood(judged, chunk.bytes, value, by, this.parts.host);
    const { start, end } = value;
    return isCleanValue(judged, chunk, start, end) && (judged.kind !== KIND.period || isPeriod(chunk.bytes, by.start, by.end, start, end));
  }
}

const aroundOf = new WeakMap<ReadonlySet<LoopDef>, ReadonlySet<string>>();

/** Ids of the loops of a guide that stand in no unit, except the transaction's own. */
export function idsAround({ root }: Guide, unitLoops: ReadonlySet<LoopDef>): ReadonlySet<string> {
  const known = aroundOf.get(unitLoops);
  if (known !== undefined) return known;
  const ids = new Set<string>();
  const visit = ({ children }: LoopDef): void => {
    for (const child of children) {
      if (child.kind !== 'loop' || unitLoops.has(child) || ids.has(child.id)) continue;
      ids.add(child.id);
      visit(child);
    }
  };
  visit(root);
  aroundOf.set(unitLoops, ids);
  return ids;
}

/** True for a loop that units stand in. */
function isAround(def: LoopDef, unitLoops: ReadonlySet<LoopDef>): boolean {
  for (const unit of unitLoops) for (let loop = unit.parent; loop !== undefined; loop = loop.parent) if (loop === def) return true;
  return false;
}
