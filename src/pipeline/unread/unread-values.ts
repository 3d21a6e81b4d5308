import { packCode } from '../../common/pack-code';
import type { KnownForms } from '../../kernel/known-forms';
import type { Guide, LoopDef, SegmentDef } from '../../guide/guide.types';
import type { LoopNode } from '../../guide/loop-node';
import { HL } from '../../guide/unopened-loops';
import type { BoundTransactionSet, NamedRecord } from '../../plugin/bound-transaction-set';
import type { Chunk, Segment } from '../../x12/segment';
import { elementFormsOf, FormOfSegment, formOfValue, hasZeroFraction, mix, ReadForms, segmentFormOf, type SegmentForm, SMALL } from './element-forms';
import { countParts, dependsOnNext, MAX_PLACES, shortened, type ValuePlace, valuesOf } from './segment-values';
import { Trial } from './trial';
import { UnitLook } from './unit-look';
import type { UnreadSegment } from './unread-segment';

/** Looks at one segment. */
export type Look = () => void;

/** What was found out of a form: the values that no field reads. */
type Verdict = ReadonlySet<number>;

const ALL_READ: Verdict = new Set();

/** A segment of the guide, as far as one record reads it. */
interface KnownSegment {
  readonly def: SegmentDef;
  readonly form: SegmentForm;
  readonly isLevel: boolean;
  /** True for what opens a unit, or a loop that units stand in. */
  readonly holdsUnits: boolean;
  /** The code that distinguishes segments of the same place; undefined if there is none. */
  readonly code: { readonly element: number; readonly component: number } | undefined;
  readonly verdicts: Map<number, Verdict>;
  /** Forms of which some values are read only beside other segments. */
  readonly withOthers: Set<number>;
}

/** The segments of the guide that one record was looked at for. */
class KnownSegments implements KnownForms {
  readonly read = new ReadForms();
  readonly slotCount: number;
  readonly met: number[] = [];
  private readonly bySlot: (KnownSegment | undefined)[] = [];

  constructor(
    private readonly guide: Guide,
    private readonly holders: ReadonlySet<LoopDef>,
  ) {
    this.slotCount = guide.segments.length;
    // The kernel needs those that are not looked at too, to skip them.
    for (const { trigger } of holders) this.add(trigger.slot);
  }

  at(slot: number): KnownSegment {
    return this.bySlot[slot] ?? this.add(slot);
  }

  private add(slot: number): KnownSegment {
    const def = this.guide.segments[slot];
    if (def === undefined) throw new RangeError(`Guide ${this.guide.id} has no segment ${slot}.`);
    const one: KnownSegment = {
      def,
      form: segmentFormOf(def),
      isLevel: def.key === HL,
      holdsUnits: def === def.loop.trigger && this.holders.has(def.loop),
      code: codePlaceOf(def),
      verdicts: new Map(),
      withOthers: new Set(),
    };
    this.bySlot[slot] = one;
    this.met.push(slot);
    return one;
  }

  formOf(chunk: Chunk, start: number, end: number, kind: number): number {
    return formOfValue(chunk, start, end, kind);
  }
}

/** The loops around a unit that no unit was given of before: they are looked at with it, and with no other. */
function takeAround(unit: LoopNode): readonly LoopNode[] {
  // It may be around other units, which show less of it.
  unit.isLookedAt = true;
  return unit.parent?.isLookedAt === false ? takeFrom(unit.parent) : NO_LOOPS;
}

/** A loop and those around it, as far as none was looked at before. */
function takeFrom(loop: LoopNode): readonly LoopNode[] {
  if (loop.isLookedAt) return NO_LOOPS;
  const taken: LoopNode[] = [];
  for (let node: LoopNode | undefined = loop; node !== undefined && !node.isLookedAt; node = node.parent) {
    node.isLookedAt = true;
    taken.push(node);
  }
  return taken;
}

const NO_LOOPS: readonly LoopNode[] = [];

/** Remembers what was found out of a form. */
function keep({ verdicts }: KnownSegment, form: number, unread: readonly ValuePlace[]): Verdict {
  const verdict = unread.length === 0 ? ALL_READ : new Set(unread.map(keyOf));
  if (verdicts.size >= MOST_FORMS) verdicts.clear();
  verdicts.set(form, verdict);
  return verdict;
}

/** Forms of a segment that are remembered; a sender of more is measured anew. */
const MOST_FORMS = 4_096;

/** So many segments of a loop are looked at for one of the same place and code; behind them, one is taken for granted. */
const MOST_BACK = 64;

/** The most kinds of child loops that are compared in one loop. */
const MOST_KINDS = 64;

/**
 * Finds what of the input reaches no field of the records of one transaction set. What it learns follows from declarations and guide alone, so
 * it is kept: a segment of a form that was met before costs no more than its form.
 */
export class UnreadValues {
  private readonly trial = new Trial();
  private readonly ofRecord = new Map<NamedRecord, KnownSegments>();
  private readonly guide: Guide;
  /** Used again for every segment. */
  private readonly form = new FormOfSegment();
  /** Loops that units stand in, and units: they are looked at with a unit of theirs. */
  private readonly holders = new Set<LoopDef>();

  constructor(private readonly bound: BoundTransactionSet) {
    this.guide = bound.guide;
    for (const unit of bound.plan.unitLoops) for (let loop: LoopDef | undefined = unit; loop !== undefined; loop = loop.parent) this.holders.add(loop);
  }

  /**
   * Looks at a unit, and at those of its ancestors that no unit was given of before. Gives how many segments it looked at. With `later` it looks
   * at none of them yet, and adds to the list what looks at each.
   */
  inUnit(unit: LoopNode, record: NamedRecord, found: (unread: UnreadSegment) => void, later?: Look[]): number {
    return this.lookAtAll(unit, takeAround(unit), { unit, record, known: this.knownOf(record), found, isRecord: false, segments: 0, later });
  }

  /** As `inUnit`, but looks at a unit when somebody asks for what it found. */
  lookLaterAt(unit: LoopNode, record: NamedRecord): UnitLook {
    const around = takeAround(unit);
    let segments = this.countIn(unit);
    for (const loop of around) segments += this.countIn(loop);
    const known = this.knownOf(record);
    return new UnitLook({ forms: known, around, segments }, () => {
      const all: UnreadSegment[] = [];
      const found = (unread: UnreadSegment): void => void all.push(unread);
      this.lookAtAll(unit, around, { unit, record, known, found, isRecord: false, segments: 0, later: undefined });
      return all;
    });
  }

  private lookAtAll(unit: LoopNode, around: readonly LoopNode[], run: Run): number {
    for (const loop of around) {
      this.lookAtSegments(loop, SEED, run);
      this.lookAtLoops(loop, SEED, run);
    }
    this.lookAt(unit, SEED, run);
    return run.segments;
  }

  /** The segments that `inUnit` looks at in a loop. */
  countIn({ segments, loops }: LoopNode): number {
    let count = segments.length;
    for (const { key } of segments) if (key === HL) count--;
    for (const loop of loops) if (!this.holders.has(loop.def)) count += this.countIn(loop);
    return count;
  }

  /** Looks at a segment that a record is made of, and at the loops around it that no record was given of before. Gives how many segments it looked at. */
  inSegment(segment: Segment, loop: LoopNode, record: NamedRecord, found: (unread: UnreadSegment) => void): number {
    const run: Run = { unit: loop, record, known: this.knownOf(record), found, isRecord: false, segments: 0, later: undefined };
    for (const around of takeFrom(loop)) this.lookAt(around, SEED, run);
    this.lookAtSegment(segment, loop, SEED, { ...run, isRecord: true });
    return run.segments + 1;
  }

  /** As `inUnit` for one segment, by what its place adds to its form. Undefined where that is not known of others of the form. */
  inForm(segment: Segment, place: number, record: NamedRecord): readonly UnreadSegment[] | undefined {
    const segments = this.knownOf(record);
    const known = segments.at(segment.slot);
    const shape = this.form.of(segment, known.form, place);
    const verdict = segments.read.has(shape) ? ALL_READ : known.verdicts.get(shape.whole);
    if (verdict === undefined) return undefined;
    const all: UnreadSegment[] = [];
    reportUnread(verdict, { segment, known, loop: known.def.loop }, (unread) => void all.push(unread));
    return all;
  }

  /** What is known of the segments of a record, for the kernel. */
  formsOf(record: NamedRecord): KnownForms {
    return this.knownOf(record);
  }

  private knownOf(record: NamedRecord): KnownSegments {
    let known = this.ofRecord.get(record);
    if (known === undefined) this.ofRecord.set(record, (known = new KnownSegments(this.guide, this.holders)));
    return known;
  }

  private lookAt(loop: LoopNode, seed: number, run: Run): void {
    this.lookAtSegments(loop, seed, run);
    if (loop.loops.length > 0) this.lookAtLoops(loop, seed, run);
  }

  private lookAtSegments(loop: LoopNode, seed: number, run: Run): void {
    const { segments } = loop;
    for (let i = 0; i < segments.length; i++) {
      const segment = segments[i];
      if (segment === undefined || segment.key === HL) continue;
      run.segments++;
      if (run.later === undefined) this.lookAtSegment(segment, loop, seed, run, i);
      else run.later.push(this.lookLater(segment, loop, seed, run, i));
    }
  }

  /** Apart from the loop over segments: a function made in it would cost every segment, also where none is made. */
  private lookLater(segment: Segment, loop: LoopNode, seed: number, run: Run, index: number): Look {
    return () => this.lookAtSegment(segment, loop, seed, run, index);
  }

  private lookAtLoops(loop: LoopNode, seed: number, run: Run): void {
    const kinds: number[] = [];
    let def: LoopDef | undefined;
    let before = NOTHING_BEFORE;
    let last = NO_CODE;
    for (let i = 0; i < loop.loops.length; i++) {
      const child = loop.loops[i];
      if (child === undefined || this.holders.has(child.def)) continue;
      const code = this.codeOfLoop(child, run);
      if (child.def !== def) {
        const isBack = def !== undefined && child.def.position < def.position;
        [def, before, last] = [child.def, isBack ? this.codesBack(loop.loops, i, run) : NOTHING_BEFORE, NO_CODE];
      }
      const kind = mix(mix(seed, child.def.trigger.slot), code);
      const isLater = kinds.lastIndexOf(kind) >= 0;
      if (!isLater && kinds.length < MOST_KINDS) kinds.push(kind);
      this.lookAt(child, isLater ? mix(kind, LATER) : seedAfter(kind, before), run);
      if (code !== last) before = mix(before, code);
      last = code;
    }
  }

  /** The codes of the loops of the same kind before one that comes after loops of later kinds, as a number. */
  private codesBack(loops: readonly LoopNode[], index: number, run: Run): number {
    const def = loops[index]?.def;
    let before = OUT_OF_ORDER;
    for (let i = Math.max(0, index - MOST_BACK); i < index; i++) {
      const other = loops[i];
      if (other !== undefined && other.def === def) before = mix(before, this.codeOfLoop(other, run));
    }
    return before;
  }

  /** The code of a loop among those of its definition; HEADLESS where its first segment is missing. */
  private codeOfLoop({ def: { trigger }, segments }: LoopNode, run: Run): number {
    const [first] = segments;
    return first?.slot === trigger.slot ? codeOf(first, run.known.at(trigger.slot).code) : HEADLESS;
  }

  private lookAtSegment(segment: Segment, loop: LoopNode, seed: number, run: Run, index = 0): void {
    if (segment.slot < 0) return;
    const known = run.known.at(segment.slot);
    const before = index > 0 && loop.first[known.def.position] !== segment ? codesBefore(segment, loop, index, known) : NOTHING_BEFORE;
    const place = mix(seedAfter(seed, before), segment.slot);
    const shape = this.form.of(segment, known.form, place);
    if (run.known.read.has(shape)) return;
    const form = shape.whole;
    const verdict = known.verdicts.get(form) ?? this.learn(form, { segment, sample: shortened(segment, known.def), loop, before, index, known, place }, run);
    if (verdict !== ALL_READ) reportUnread(verdict, { segment, known, loop: loop.def }, run.found);
    else if (!known.withOthers.has(form)) run.known.read.add(shape);
  }

  /** What is read only beside other segments is found out for what stands there. */
  private learn(form: number, looked: Looked, run: Run): Verdict {
    const { known, loop } = looked;
    const isWithOthers = known.withOthers.has(form);
    const learned = isWithOthers ? known.verdicts.get(this.surroundedBy(loop, form, run.known)) : undefined;
    if (learned !== undefined) return learned;
    const alone = this.unreadAlone(looked, run);
    if (alone.length === 0) return keep(known, form, alone);
    const both = this.unread(alone, looked, run, true);
    if (!isWithOthers && both.length === alone.length) return keep(known, form, alone);
    known.withOthers.add(form);
    const surrounded = this.surroundedBy(loop, form, run.known);
    if (both.length === 0) run.known.read.addPart(surrounded);
    return keep(known, surrounded, both);
  }

  /** Adds what stands in a loop and in those around it to a form: the places that are taken, and the loops without units. */
  private surroundedBy(loop: LoopNode, form: number, known: KnownSegments): number {
    let hash = form;
    for (let node: LoopNode | undefined = loop; node !== undefined; node = node.parent) {
      for (let i = 0; i < node.first.length; i++) if (node.first[i] !== undefined) hash = mix(hash, i);
      let last: LoopDef | undefined;
      for (const { def } of node.loops) {
        if (def === last || this.holders.has(def)) continue;
        last = def;
        // The kernel has to know the place too: in a part of a file nobody has looked at the loops around.
        hash = mix(hash, known.at(def.trigger.slot).def.slot);
      }
    }
    return hash & SMALL;
  }

  /** Only elements are tried whose form was not met before, in whatever segment of the place: most segments are new combinations of known ones. */
  private unreadAlone(looked: Looked, run: Run): readonly ValuePlace[] {
    const { known, sample, place } = looked;
    const { read } = run.known;
    const forms = elementFormsOf(sample, known.form, place);
    const formsOfAny = elementFormsOf(sample, known.form, place, true);
    const isRead = ({ element }: ValuePlace): boolean => read.hasPart(forms[element - 1] ?? 0) || read.hasPart(formsOfAny[element - 1] ?? 0);
    const values = [...valuesOf(sample, known.def)].filter((value) => !isRead(value));
    const shown: ValuePlace[] = [];
    const unread = values.length === 0 ? values : this.unread(values, looked, run, false, (value) => shown.push(value));
    const elements = new Set(unread.map(({ element }) => element));
    for (const [i, form] of forms.entries()) if (form !== 0 && !elements.has(i + 1) && !dependsOnNext(known.def.elements[i])) read.addPart(form);
    for (const { element } of shown) if (!elements.has(element)) read.addPart(formsOfAny[element - 1] ?? 0);
    return unread;
  }

  private unread(values: readonly ValuePlace[], looked: Looked, { unit, record, isRecord }: Run, isWithOthers: boolean, shown = nobody): ValuePlace[] {
    const { segment, sample, loop, known } = looked;
    const { transaction } = this.bound;
    const twins = looked.before === TWIN ? [sample] : this.segmentsBefore(looked);
    const loopsBefore = (node: LoopNode): readonly LoopNode[] => this.loopsBefore(node);
    return this.trial.unread({ unit, loop, segment, sample, def: known.def, isRecord, twins, loopsBefore, isWithOthers, record, transaction }, values, shown);
  }

  /** The segments of the same place and other codes before one, the first of each code. */
  private segmentsBefore({ before, segment, loop, index, known }: Looked): readonly Segment[] {
    if (before === NOTHING_BEFORE) return [];
    const byCode = new Map<number, Segment>();
    for (const other of loop.segments.slice(0, index)) {
      const code = codeOf(other, known.code);
      if (other.slot === segment.slot && !byCode.has(code)) byCode.set(code, shortened(other, known.def));
    }
    return [...byCode.values()];
  }

  /** The loops of the same kind before one: one of its code, else the first of each other code. */
  private loopsBefore(loop: LoopNode): readonly LoopNode[] {
    const place = codePlaceOf(loop.def.trigger);
    const codeOfFirst = ({ segments: [first] }: LoopNode): number => (first === undefined ? HEADLESS : codeOf(first, place));
    const own = codeOfFirst(loop);
    const byCode = new Map<number, LoopNode>();
    for (const other of loop.parent?.loops ?? []) {
      if (other === loop) break;
      const code = codeOfFirst(other);
      if (other.def !== loop.def) continue;
      if (code === own) return [other];
      if (!byCode.has(code)) byCode.set(code, other);
    }
    return [...byCode.values()];
  }
}

const nobody = (_value: ValuePlace): void => undefined;

/** One look at a unit. */
interface Run {
  readonly unit: LoopNode;
  readonly record: NamedRecord;
  readonly known: KnownSegments;
  readonly found: (unread: UnreadSegment) => void;
  readonly isRecord: boolean;
  segments: number;
  /** Receives the looks at the segments of a large unit. */
  readonly later?: Look[] | undefined;
}

interface Looked {
  readonly segment: Segment;
  /** See TrialPlace. */
  readonly sample: Segment;
  readonly loop: LoopNode;
  /** See `codesBefore`, and its index among the segments of the loop. */
  readonly before: number;
  readonly index: number;
  readonly known: KnownSegment;
  /** A number for the place of the segment. */
  readonly place: number;
}

const SEED = 17;
const LATER = 1;
const TWIN = 2;
const HEADLESS = -1;

/** Before segments and loops of other codes. */
const NOTHING_BEFORE = 0;
const OUT_OF_ORDER = 3;
const NO_CODE = -2;

/** The seed of what follows others of its kind with other codes: a field of several codes shows the first of them alone. */
const seedAfter = (seed: number, before: number): number => (before === NOTHING_BEFORE ? seed : mix(seed, before));

/** Places that are read alike have the same key. */
function keyOf({ element, component = 0, repetition = 0, isPart, isFraction }: ValuePlace): number {
  const ofElement = Math.min(element, MAX_PLACES.element) * (MAX_PLACES.component + 1) + Math.min(component, MAX_PLACES.component);
  const ofRepetition = ofElement * (MAX_PLACES.repetition + 1) + Math.min(repetition, MAX_PLACES.repetition);
  return KINDS * ofRepetition + (isPart === true ? PART : isFraction === true ? FRACTION : 0);
}

/** Added to the key of a value that is unread in part, and of one whose fraction, unless it is zero, keeps it from its field. */
const PART = 1;
const FRACTION = 2;
const KINDS = 3;

/** Values of a segment that are listed; those beyond are counted. */
const MAX_LISTED = 1_000;

/** After so many unread values in a row the rest of the segment is counted without looking at each: no record shows as many. */
const MAX_IN_A_ROW = 2_000;

interface UnreadIn extends Pick<Looked, 'segment' | 'known'> {
  readonly loop: LoopDef;
}

function reportUnread(unread: ReadonlySet<number>, { segment, known: { def }, loop }: UnreadIn, found: Run['found']): void {
  const values: ValuePlace[] = [];
  let unlisted = 0;
  let isWhole = true;
  let inARow = 0;
  for (const value of valuesOf(segment, def)) {
    const key = keyOf(value);
    const isPart = unread.has(key + PART);
    const isFraction = unread.has(key + FRACTION) && !hasZeroFraction(segment.chunk, value);
    const isUnread = isPart || isFraction || unread.has(key);
    inARow = isUnread ? inARow + 1 : 0;
    if (!isUnread || isPart) isWhole = false;
    if (!isUnread) continue;
    if (values.length < MAX_LISTED) values.push({ ...value, ...(isPart ? { isPart } : {}), ...(isFraction ? { isFraction } : {}) });
    else unlisted++;
    if (inARow < MAX_IN_A_ROW) continue;
    unlisted += countParts(segment, value.end);
    break;
  }
  if (values.length > 0) found({ segment, def, loop, values, unlisted, isWhole });
}

function codePlaceOf({ qualifiers, elements }: SegmentDef): KnownSegment['code'] {
  const [qualifier] = qualifiers;
  if (qualifier !== undefined) return { element: qualifier.element, component: qualifier.component ?? 1 };
  return elements[0]?.codes === undefined ? undefined : { element: 1, component: 1 };
}

function codeOf(segment: Segment, place: KnownSegment['code']): number {
  if (place === undefined) return 0;
  const start = segment.componentStart(place.element, place.component);
  return start < 0 ? 0 : packCode(segment.chunk.bytes, start, segment.componentEnd(place.element, start));
}

/** The codes of the segments of the same place before one, as a number: TWIN where its own is among them, NOTHING_BEFORE for none. */
function codesBefore(segment: Segment, { segments }: LoopNode, index: number, { code }: KnownSegment): number {
  if (code === undefined || index > MOST_BACK) return TWIN;
  const own = codeOf(segment, code);
  let before = NOTHING_BEFORE;
  let last = NO_CODE;
  for (let i = 0; i < index; i++) {
    const other = segments[i];
    if (other?.slot !== segment.slot) continue;
    const found = codeOf(other, code);
    if (found === own) return TWIN;
    if (found !== last) before = mix(before, found);
    last = found;
  }
  return before;
}
