import { BYTE } from '../../common/bytes';
import { ByteWriter } from '../../common/byte-writer';
import { ContentHash } from '../../common/content-hash';
import { readDate8 } from '../../common/dates';
import type { SegmentDef } from '../../guide/guide.types';
import { LoopNode } from '../../guide/loop-node';
import { type IdWords, RecordIds } from '../../mapping/record-ids';
import type { NamedRecord } from '../../plugin/bound-transaction-set';
import type { Chunk, Segment } from '../../x12/segment';
import { hasFraction, isDateElement, markedValue, whatItIsNot } from './element-forms';
import { declaredAt, shortened, type ValuePlace, withBytes } from './segment-values';
import type { RecordContext } from '../../mapping/encode-run';

/** A segment where it stands, and the records that may read it. */
export interface TrialPlace {
  /** The loop that the record is made of. */
  readonly unit: LoopNode;
  readonly loop: LoopNode;
  readonly segment: Segment;
  /** What is tried out in its place: itself, or a shorter one of the same form, of which the values are. */
  readonly sample: Segment;
  readonly def: SegmentDef;
  /** True for a segment that a record is made of, and that stands in no loop. */
  readonly isRecord: boolean;
  /** Segments of the same place before it: one of its code, else one of each other code. */
  readonly twins: readonly Segment[];
  /** Loops of the same kind before a loop, likewise. */
  readonly loopsBefore: (loop: LoopNode) => readonly LoopNode[];
  /** True to keep what stands beside the segment and its loops: the first of each kind. */
  readonly isWithOthers: boolean;
  readonly record: NamedRecord;
  readonly transaction: NamedRecord | undefined;
}

/** Bytes that are put behind a value, to see whether it counts where its absence changes nothing: a zero in a sum is one. */
const MORE = Buffer.from('1');

const NOTHING = Buffer.alloc(0);

/** Replaces a value that should be a number and is none: where it changes nothing, the value is not shown. */
const OTHER_TEXT = Buffer.from('NONE');

/** Replace a number with a fraction, to see whether a field shows fractions, or whole numbers alone. */
const FRACTIONS = [Buffer.from('7.5'), Buffer.from('8.5')] as const;
const WHOLE_NUMBERS = [Buffer.from('7'), Buffer.from('8')] as const;

/** Digits that no other value has in all likelihood, which may be a text or a number. Each value has a mark of its own. */
const FIRST_MARK = 7_391_846_000;

/** Days that are put in the place of the first and the last day of a period, to see whether each counts. */
const EARLY_DAY = Buffer.from('18010101');
const LATE_DAY = Buffer.from('29991231');

/** The two days of a period, each with one that no file has; empty for a value that is none. */
function daysOf({ bytes }: Chunk, { start, end }: ValuePlace): readonly { readonly start: number; readonly end: number; readonly other: Uint8Array }[] {
  const middle = start + EARLY_DAY.length;
  if (end !== middle + 1 + LATE_DAY.length || bytes[middle] !== BYTE.MINUS) return [];
  return [
    { start, end: middle, other: EARLY_DAY },
    { start: middle + 1, end, other: LATE_DAY },
  ];
}

/**
 * Finds out which values of a segment reach a field: those whose removal, or change, changes what is written of the records. The records are
 * written from loops that hold little more than the segment, so what it costs does not depend on the size of the unit.
 */
export class Trial {
  private readonly out = new ByteWriter(4096);

  /** Gives those of the values that reach no field. `shown` hears of those that would reach it whatever they are. */
  unread(place: TrialPlace, values: readonly ValuePlace[], shown: (value: ValuePlace) => void): ValuePlace[] {
    try {
      return this.compare(place, values, shown);
    } catch {
      // A plugin that throws here throws for the record too, and is reported there.
      return [];
    }
  }

  private compare(place: TrialPlace, all: readonly ValuePlace[], onShown: (value: ValuePlace) => void): ValuePlace[] {
    const { sample, def } = place;
    const values = this.withoutShown(place, all, onShown);
    if (values.length === 0) return [];
    const before = this.write(place, sample);
    const isSame = (range: Pick<ValuePlace, 'start' | 'end'>, bytes: Uint8Array): boolean => this.write(place, withBytes(sample, range, bytes)) === before;
    return values.flatMap((value): readonly ValuePlace[] => {
      const declared = declaredAt(def, value);
      const isDate = isDateElement(declared);
      if (hasFraction(declared, sample.chunk, value)) {
        const isShown = ([one, other]: readonly [Buffer, Buffer]): boolean =>
          this.write(place, withBytes(sample, value, one)) !== this.write(place, withBytes(sample, value, other));
        if (isShown(FRACTIONS)) return [];
        if (isShown(WHOLE_NUMBERS)) return [{ ...value, isFraction: true }];
      }
      // Its absence may change more: an item of a list is written because something is there.
      if (whatItIsNot(declared, sample.chunk, value.start, value.end) === 'number' && isSame(value, OTHER_TEXT)) return [value];
      if (isSame(value, NOTHING)) return isDate || isSame({ start: value.end, end: value.end }, MORE) ? [value] : [];
      const lost =
        isDate && daysOf(sample.chunk, value).some(({ start, end, other }) => readDate8(sample.chunk.bytes, start, end) < 0 || isSame({ start, end }, other));
      return lost ? [{ ...value, isPart: true }] : [];
    });
  }

  /**
   * Leaves out texts, numbers and codes of external lists that the records show: all are replaced by marks at once, and those whose mark is written are read. The others
   * may be read in another way, a number in a sum for instance.
   */
  private withoutShown(place: TrialPlace, values: readonly ValuePlace[], onShown: (value: ValuePlace) => void): readonly ValuePlace[] {
    const { sample, def } = place;
    const marks = values.map((_, i) => String(FIRST_MARK + i));
    const marked = values.map((value, i) => markedValue(declaredAt(def, value), sample.chunk, value, marks[i] ?? ''));
    let changed = sample;
    // A copy begins at its own place, so the first replacement moves everything.
    let shift = 0;
    for (let i = values.length - 1; i >= 0; i--) {
      const [value, other] = [values[i], marked[i]];
      if (value === undefined || other === undefined) continue;
      changed = withBytes(changed, { start: value.start + shift, end: value.end + shift }, Buffer.from(other));
      shift = changed.start(0) - sample.start(0);
    }
    if (changed === sample) return values;
    const shown = this.write(place, changed);
    return values.filter((value, i) => {
      const isShown = marked[i] !== undefined && shown.includes(marks[i] ?? '');
      if (isShown) onShown(value);
      return !isShown;
    });
  }

  /** Gives the JSON of the records with a segment in the place of the one that is looked at. */
  private write({ record, transaction, ...place }: TrialPlace, segment: Segment): string {
    const { root, unit } = copyOf(place, segment);
    const { out } = this;
    const run = { out, context: CONTEXT, missing: undefined };
    out.length = 0;
    record.bound.encode(unit, place.isRecord ? segment : (unit.firstSegment ?? segment), 0, run);
    if (transaction) transaction.bound.encode(root, root.segments[0] ?? segment, 0, run);
    return out.bytes.toString('latin1', 0, out.length);
  }
}

/** The id of a record is made of all its bytes, so it would be another with every value. */
class SameIds extends RecordIds {
  override ofRecord(): IdWords {
    return [0, 0, 0];
  }

  override ofTransaction(): string {
    return '';
  }
}

const CONTEXT: RecordContext = {
  transaction: {
    ids: new SameIds(new ContentHash(), new Set()),
    functionalGroupId: undefined,
    fileName: '',
    isTransactionTopLevel: false,
    hasControlSegments: false,
    descriptions: undefined,
  },
};

/** Copies the loops on the way to the segment, with the segments that open them. */
function copyOf(
  { unit, loop, segment, def, isRecord, twins, loopsBefore, isWithOthers }: Omit<TrialPlace, 'record' | 'transaction'>,
  changed: Segment,
): Copies {
  const copies = new Map<LoopNode, LoopNode>();
  const copy = (node: LoopNode, parent: LoopNode | undefined): LoopNode => {
    const made = new LoopNode(node.def, parent);
    const trigger = triggerOf(node);
    if (trigger !== undefined) made.add(trigger === segment ? changed : shortened(trigger, node.def.trigger), node.def.trigger);
    if (parent !== undefined && node !== unit) parent.addLoop(made);
    copies.set(node, made);
    if (isWithOthers) addOthers(made, node, (one) => one === segment || isOnWay(one, loop) || isOnWay(one, unit));
    return made;
  };
  const add = (node: LoopNode): LoopNode => {
    const done = copies.get(node);
    if (done !== undefined) return done;
    const parent = node.parent && add(node.parent);
    if (parent !== undefined) for (const earlier of loopsBefore(node)) addEarlier(earlier, parent);
    return copy(node, parent);
  };
  const unitCopy = add(unit);
  const target = add(loop);
  if (!isRecord && def !== loop.def.trigger) {
    for (const twin of twins) target.add(twin, def);
    target.add(changed, def);
  }
  let root = unitCopy;
  while (root.parent !== undefined) root = root.parent;
  return { root, unit: unitCopy };
}

interface Copies {
  readonly root: LoopNode;
  readonly unit: LoopNode;
}

/** A loop of the same kind before one, with no more than what opens it. */
function addEarlier(node: LoopNode, parent: LoopNode): void {
  const earlier = new LoopNode(node.def, parent);
  const trigger = triggerOf(node);
  if (trigger !== undefined) earlier.add(shortened(trigger, node.def.trigger), node.def.trigger);
  parent.addLoop(earlier);
}

/** The segment that opens a loop; undefined where it is missing. A segment is only ever added at its own place, which is written into it. */
function triggerOf({ def, segments }: LoopNode): Segment | undefined {
  const [first] = segments;
  return first?.slot === def.trigger.slot ? first : undefined;
}

/** Adds the first segment of each place, and the first child loop of each kind with no more than what opens it. */
function addOthers(made: LoopNode, { def, first, loops }: LoopNode, isLeftOut: (one: Segment | LoopNode) => boolean): void {
  for (const child of def.children) {
    if (child.kind === 'segment') {
      const one = first[child.position];
      if (one !== undefined && child !== def.trigger && !isLeftOut(one)) made.add(shortened(one, child), child);
      continue;
    }
    const one = loops.find((loop) => loop.def === child);
    if (one !== undefined && !isLeftOut(one)) addEarlier(one, made);
  }
}

/** True for the loop of a way, and those around it. */
function isOnWay(one: Segment | LoopNode, way: LoopNode): boolean {
  for (let node: LoopNode | undefined = way; node !== undefined; node = node.parent) if (node === one) return true;
  return false;
}
