import type { RepeatedElement } from '../x12/segment-writer';
import type { LoopDef, SegmentDef } from './guide.types';
import { OutChain, type OutLink } from './out-chain';

/** Numbers of keys that are no segment id; those are 24 bits. */
const FIRST_KEY = 1 << 24;

const keys = new Map<string, number>();

/**
 * Gives a number to what writers of one segment find it by: a text of the declaration, such as a place with its qualifiers. A segment
 * that is found by its id alone has `segmentKey` of it. For declarations, never for what a request says: numbers are kept.
 */
export function outKey(text: string): number {
  let key = keys.get(text);
  if (key === undefined) {
    key = FIRST_KEY + keys.size;
    keys.set(text, key);
  }
  return key;
}

/** The key of a segment that nobody else adds to. */
export const OWN_KEY = 0;

/** Room that a segment has for elements at first: most have fewer. */
const ROOM = 8;

/** An element of a segment to be written: its list of components is its own, and may grow. */
export type OutValue = string | string[] | RepeatedElement;

/** A segment to be written. Elements begin with the first one, and are set in any order. */
export class OutSegment implements OutLink<OutSegment> {
  next: OutSegment | undefined = undefined;
  /** Undefined and empty are the same. */
  readonly elements: (OutValue | undefined)[];
  private chosen: SegmentDef | undefined;
  /** Place in its loop; below 0 while it is open. */
  position: number;
  /** Number of the last element that was set. */
  length = 0;
  /** Qualifiers that mean another place, and are not filled in. */
  excluded: readonly string[] | undefined = undefined;
  /** Elements that repeated groups of the segment have said for all of them, such as CAS01, as bits. */
  groupElements = 0;

  constructor(
    def: SegmentDef | undefined,
    /** What writers of its elements find it by; OWN_KEY for one that nobody else adds to. */
    readonly key: number,
    /** The places that it can have while `def` is open. */
    readonly candidates: readonly SegmentDef[] = [],
    /** Qualifiers of which the first that fits is taken where none is written. */
    readonly codes?: readonly string[],
    /** What it was made of, for those who report about it. */
    public origin?: unknown,
  ) {
    this.chosen = def;
    this.position = def?.position ?? -1;
    this.elements = new Array<OutValue | undefined>(ROOM);
  }

  /** Where the segment stands; undefined until its qualifier has been written and one of `candidates` is chosen. */
  get def(): SegmentDef | undefined {
    return this.chosen;
  }

  /** Says where the segment stands. */
  place(def: SegmentDef): void {
    this.chosen = def;
    this.position = def.position;
  }

  /** The text of an element or component; empty when there is none. */
  text(element: number, component?: number): string {
    const value = this.elements[element - 1];
    if (value === undefined || value === '') return '';
    if (typeof value === 'string') return component === undefined || component === 1 ? value : '';
    if ('repetitions' in value) return firstText(value.repetitions[0]);
    return value[(component ?? 1) - 1] ?? '';
  }

  has(element: number): boolean {
    const value = this.elements[element - 1];
    return value !== undefined && value !== '';
  }

  /** Sets an element, or one component of it. */
  set(element: number, component: number | undefined, text: string): void {
    const value = this.elements[element - 1];
    if (component === undefined && (value === undefined || typeof value === 'string')) this.setWhole(element, text);
    else this.setWhole(element, withComponent(value, (component ?? 1) - 1, text));
  }

  /** Sets all of an element. */
  setWhole(element: number, value: OutValue): void {
    this.elements[element - 1] = value;
    if (element > this.length) this.length = element;
  }
}

function firstText(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}

function withComponent(value: OutValue | undefined, index: number, text: string): OutValue {
  const components = Array.isArray(value) ? value : [typeof value === 'string' ? value : '', '', '', ''];
  while (components.length <= index) components.push('');
  components[index] = text;
  return components;
}

/** A loop to be written: what a `LoopNode` is for reading. Segments and loops may be added in any order. */
export class OutLoop implements OutLink<OutLoop> {
  next: OutLoop | undefined = undefined;
  readonly position: number;
  readonly segments = new OutChain<OutSegment>();
  readonly loops = new OutChain<OutLoop>();
  /** What was found last. */
  private found: OutSegment | undefined = undefined;
  /** The last segments by key, of those up to `indexed`; made when it is first asked for. */
  private lasts: Map<number, OutSegment> | undefined = undefined;
  private indexed: OutSegment | undefined = undefined;

  constructor(
    readonly def: LoopDef,
    readonly parent?: OutLoop,
    /** What it was made of, for those who report about it. */
    readonly origin?: unknown,
  ) {
    this.position = def.position;
  }

  addLoop(def: LoopDef, origin?: unknown): OutLoop {
    const loop = new OutLoop(def, this, origin);
    this.loops.add(loop);
    return loop;
  }

  /** Adds a segment that is whole; nobody finds it to add to it. Elements begin with the first one. */
  add(def: SegmentDef, elements: readonly OutValue[]): void {
    const segment = new OutSegment(def, OWN_KEY, [], undefined, this.origin);
    elements.forEach((value, i) => segment.setWhole(i + 1, value));
    this.segments.add(segment);
  }

  /** Adds the segment that opens the loop, found by its id. `codes` are its qualifiers of which the first that fits is taken. */
  addTrigger(origin: unknown, codes?: readonly string[]): OutSegment {
    const { trigger } = this.def;
    const segment = new OutSegment(trigger, trigger.key, [], codes, origin);
    this.segments.add(segment);
    return segment;
  }

  /** The segment that opens the loop; made where it is not there. */
  get trigger(): OutSegment {
    return this.find(this.def.trigger.key) ?? this.addTrigger(this.origin);
  }

  /** The first segment of a key. */
  find(key: number): OutSegment | undefined {
    // Elements of one segment are mostly written one after the other.
    if (this.found?.key === key) return this.found;
    let segment = this.segments.first;
    while (segment !== undefined && segment.key !== key) segment = segment.next;
    this.found = segment;
    return segment;
  }

  /** The last segment of a key. Each segment is looked at once, however often this is asked while segments are added. */
  findLast(key: number): OutSegment | undefined {
    const lasts = (this.lasts ??= new Map<number, OutSegment>());
    let segment = this.indexed === undefined ? this.segments.first : this.indexed.next;
    for (; segment !== undefined; segment = segment.next) {
      lasts.set(segment.key, segment);
      this.indexed = segment;
    }
    return lasts.get(key);
  }

  /** The first child loop of a definition. */
  child(def: LoopDef): OutLoop | undefined {
    let loop = this.loops.first;
    while (loop !== undefined && loop.def !== def) loop = loop.next;
    return loop;
  }
}
