import type { ElementValue } from '../x12/segment-writer';
import type { LoopDef, SegmentDef } from './guide.types';

/** A segment to be written. Elements begin with the first one, and are set in any order. */
export class OutSegment {
  readonly elements: ElementValue[] = [];

  constructor(
    /** Where the segment stands; undefined until its qualifier has been written and one of `candidates` is chosen. */
    public def: SegmentDef | undefined,
    /** What writers of its elements find it by; empty for one that nobody else adds to. */
    readonly key = '',
    /** The places that it can have while `def` is open. */
    readonly candidates: readonly SegmentDef[] = [],
    /** Qualifiers of which the first that fits is taken where none is written. */
    readonly codes?: readonly string[],
    /** What it was made of, for those who report about it. */
    readonly origin?: unknown,
  ) {}

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
    const { elements } = this;
    while (elements.length < element) elements.push('');
    const value = elements[element - 1];
    if (component === undefined && (value === undefined || typeof value === 'string')) elements[element - 1] = text;
    else elements[element - 1] = withComponent(value, component ?? 1, text);
  }

  /** Sets all of an element. */
  setWhole(element: number, value: ElementValue): void {
    while (this.elements.length < element) this.elements.push('');
    this.elements[element - 1] = value;
  }
}

function firstText(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}

function withComponent(value: ElementValue | undefined, component: number, text: string): ElementValue {
  const components = value === undefined || value === '' ? [] : typeof value === 'string' ? [value] : 'repetitions' in value ? [] : [...value];
  while (components.length < component) components.push('');
  components[component - 1] = text;
  return components;
}

/** A loop to be written: what a `LoopNode` is for reading. Segments and loops may be added in any order. */
export class OutLoop {
  readonly segments: OutSegment[] = [];
  readonly loops: OutLoop[] = [];

  constructor(
    readonly def: LoopDef,
    readonly parent?: OutLoop,
    /** What it was made of, for those who report about it. */
    readonly origin?: unknown,
  ) {}

  /** Adds a segment whose place is known. */
  add(def: SegmentDef, elements: readonly ElementValue[]): void {
    const segment = new OutSegment(def);
    segment.elements.push(...elements);
    this.segments.push(segment);
  }

  addLoop(def: LoopDef, origin?: unknown): OutLoop {
    const loop = new OutLoop(def, this, origin);
    this.loops.push(loop);
    return loop;
  }

  /** The segment of a key. */
  find(key: string): OutSegment | undefined {
    for (const segment of this.segments) if (segment.key === key) return segment;
    return undefined;
  }

  /** The last segment of a key. */
  findLast(key: string): OutSegment | undefined {
    for (let i = this.segments.length - 1; i >= 0; i--) if (this.segments[i]?.key === key) return this.segments[i];
    return undefined;
  }
}
