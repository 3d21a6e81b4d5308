import type { FieldPlan, GroupPlan, Named, SegmentPlan } from './segment-plan';
import type { TelecomSegment, Transmission } from './transmission';

/** Is led through the fields of a segment, and in and out of the groups that they repeat in. */
export interface FieldVisitor {
  /** `count` is the number of times that the name has come in its object, including this one. */
  openGroup(group: GroupPlan, count: number): void;
  /** Begins another item of the innermost group. */
  nextItem(group: GroupPlan): void;
  closeGroup(group: GroupPlan): void;
  /** `start` and `end` are those of the value; equal for an empty field. */
  field(plan: FieldPlan, start: number, end: number, count: number): void;
}

/** Up to this many names are searched one by one, which is faster than a map; only invalid input has more. */
const FEW_NAMES = 64;

/** Names that an object has already: a name that comes again gets a number, so that nothing is lost. */
export class Names {
  private readonly taken: string[] = [];
  private size = 0;
  /** Bits of the names: a name whose bit is not there has not come yet. */
  private bits = 0;
  /** Number of times of each name, once there are many. */
  private counts: Map<string, number> | undefined;

  /** Returns the number of times that the name has come, including this one. */
  count({ key, keyBit }: Named): number {
    if (this.size === FEW_NAMES) return this.countMany(key);
    const { taken, size } = this;
    let count = 1;
    if ((this.bits & keyBit) !== 0) for (let i = 0; i < size; i++) if (taken[i] === key) count++;
    this.bits |= keyBit;
    taken[this.size++] = key;
    return count;
  }

  has({ key, keyBit }: Named): boolean {
    if ((this.bits & keyBit) === 0) return false;
    const { taken, size } = this;
    for (let i = 0; i < size; i++) if (taken[i] === key) return true;
    return this.counts?.has(key) ?? false;
  }

  clear(): void {
    this.size = 0;
    this.bits = 0;
    this.counts = undefined;
  }

  private countMany(name: string): number {
    const counts = (this.counts ??= countsOf(this.taken));
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  }
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

interface OpenGroup {
  readonly group: GroupPlan;
  readonly names: Names;
}

const OUTSIDE_GROUPS: readonly GroupPlan[] = [];

/**
 * Leads a visitor through segments, one after the other. An item of a group begins with the first field of the group, and with a field that the current item
 * has already.
 */
export class FieldWalk {
  private readonly root = new Names();
  private readonly open: OpenGroup[] = [];

  constructor(private readonly visitor: FieldVisitor) {}

  walk({ bytes, marks }: Transmission, { firstField, endField }: TelecomSegment, plan: SegmentPlan): void {
    this.root.clear();
    this.open.length = 0;
    for (let i = firstField; i < endField; i++) {
      const start = marks[2 * i] ?? 0;
      this.take(plan.fieldOf(bytes, start), start + 2, marks[2 * i + 1] ?? 0);
    }
    this.leave(OUTSIDE_GROUPS);
  }

  private take(field: FieldPlan, start: number, end: number): void {
    const { path } = field;
    if (path.length > 0 || this.open.length > 0) this.moveTo(field);
    this.visitor.field(field, start, end, end === start ? 1 : this.names.count(field));
  }

  /** Goes into the item of a group that has the field, or to the segment itself. */
  private moveTo(field: FieldPlan): void {
    this.leave(field.path);
    const isNew = this.enter(field.path);
    const inner = this.open.at(-1);
    if (inner === undefined || isNew || (field.id !== inner.group.firstId && !inner.names.has(field))) return;
    this.visitor.nextItem(inner.group);
    inner.names.clear();
  }

  private get names(): Names {
    const { open } = this;
    return open[open.length - 1]?.names ?? this.root;
  }

  /** Closes groups that the path does not have. */
  private leave(path: readonly GroupPlan[]): void {
    for (let inner = this.open.at(-1); inner !== undefined; inner = this.open.at(-1)) {
      if (this.open.length <= path.length && path[this.open.length - 1] === inner.group) return;
      this.open.pop();
      this.visitor.closeGroup(inner.group);
    }
  }

  /** Opens groups that the path has; true when there was one to open. */
  private enter(path: readonly GroupPlan[]): boolean {
    let isNew = false;
    for (let group = path[this.open.length]; group !== undefined; group = path[this.open.length]) {
      this.visitor.openGroup(group, this.names.count(group));
      this.open.push({ group, names: new Names() });
      isNew = true;
    }
    return isNew;
  }
}
