import type { ElementDef, LoopDef, SegmentDef } from './guide.types';
import { segmentKey } from '../x12/segment-key';
import type { OutLoop, OutSegment } from './out-loop';

/** Segments around a bounded loop. */
const LS = segmentKey('LS');
const LE = segmentKey('LE');

/** A value that is written where the guide needs one and nobody gave it: a code, or what a function makes of the rest of the segment. */
export type DefaultValue = string | ((segment: OutSegment) => string | undefined);

/**
 * Values by element reference, such as NM108, or for one loop, such as `2310 NM108`, the preferred one first: the first that the guide allows is taken. The values for a
 * loop replace those of the reference.
 */
export type ElementDefaults = Readonly<Record<string, readonly DefaultValue[]>>;

/** An element or component that is filled. */
export interface Filling {
  readonly element: number;
  readonly component: number | undefined;
  /** Elements of which one has to be there; undefined: the element is filled in any case. */
  readonly beside: readonly number[] | undefined;
  readonly values: readonly DefaultValue[];
  readonly codes: ReadonlySet<string> | undefined;
}

/** A date format qualifier (data element 1250) before its date (1251). */
interface Format {
  readonly element: number;
  readonly component: number | undefined;
}

/** A qualifier that is written where none is given. */
interface QualifierFilling {
  readonly element: number;
  readonly component: number | undefined;
  readonly codes: ReadonlySet<string>;
  /** Those that the guide allows. */
  readonly allowed: ReadonlySet<string>;
  /** The only one of them, or the default; undefined where several are possible. */
  readonly usual: string | undefined;
}

export interface Completion {
  readonly qualifiers: readonly QualifierFilling[];
  readonly formats: readonly Format[];
  readonly fillings: readonly Filling[];
}

const NOTHING: Completion = { qualifiers: [], formats: [], fillings: [] };

/** True for an element or component, such as `CR607` or `SV101-1`, that a value of the writer stands for: it is empty where the writer has no value. */
export type IsStated = (def: SegmentDef, ref: string) => boolean;

const NEVER: IsStated = () => false;

/**
 * Completes loops that are to be written by what their guide leaves no choice in: the place of each segment by its qualifiers,
 * qualifiers where none is given, codes of which the guide allows one only, format qualifiers of dates, and `defaults` for
 * elements that the guide requires. An element that goes with others (note P) is filled where one of them is there, and by `defaults` so is
 * one that qualifies others (note C). Elements that are stated are filled by `defaults` alone.
 */
export class SegmentCompletion {
  /** By `SegmentDef.slot`: one completion serves one guide. */
  private readonly bySlot: (Completion | undefined)[] = [];

  constructor(
    private readonly defaults: ElementDefaults = {},
    private readonly isStated: IsStated = NEVER,
  ) {}

  /** Completes a loop and what is in it. */
  complete(loop: OutLoop): void {
    this.completeOwn(loop);
    for (let child = loop.loops.first; child !== undefined; child = child.next) this.complete(child);
  }

  /** Completes the segments of a loop, not its child loops. */
  completeOwn(loop: OutLoop): void {
    const { trigger } = loop.def;
    let isOpened = false;
    for (let segment = loop.segments.first; segment !== undefined; segment = segment.next) {
      if (segment.def === trigger || segment.key === trigger.key) isOpened = true;
      this.completeSegment(segment, loop.def);
    }
    if (!isOpened) this.completeSegment(loop.addTrigger(loop.origin), loop.def);
    if (trigger.key === LS) closeBounded(loop);
  }

  private completeSegment(segment: OutSegment, loop: LoopDef): void {
    const named = segment.def ?? choose(segment, loop);
    const def = named ?? generalPlace(segment, loop);
    if (segment.def === undefined) segment.place(def);
    const completion = this.of(def);
    if (completion === NOTHING) return;
    if (named !== undefined) for (const filling of completion.qualifiers) fillQualifier(segment, filling);
    for (const { element, component } of completion.formats) {
      if (segment.text(element, component) !== '') continue;
      const format = component === undefined ? formatOf(segment.text(element + 1)) : formatOf(segment.text(element, component + 1));
      if (format !== '') segment.set(element, component, format);
    }
    for (const filling of completion.fillings) fill(segment, filling);
  }

  /** What completes the segments of a place. */
  of(def: SegmentDef): Completion {
    return (this.bySlot[def.slot] ??= this.completionOf(def));
  }

  private completionOf(def: SegmentDef): Completion {
    const completion = { qualifiers: this.qualifiersOf(def), formats: formatsOf(def), fillings: this.fillingsOf(def) };
    return Object.values(completion).every(({ length }) => length === 0) ? NOTHING : completion;
  }

  private qualifiersOf(def: SegmentDef): Completion['qualifiers'] {
    return def.qualifiers.map(({ element, component, codes, also }) => {
      const allowed = new Set([...codes].filter((code) => also?.has(code) !== true));
      const { ref = '', components } = def.elements[element - 1] ?? {};
      const values = this.defaultsOf(def, ref) ?? [];
      const usual = values.find((code): code is string => typeof code === 'string' && allowed.has(code));
      const isStated = this.isStated(def, component === undefined ? ref : (components?.[component - 1]?.ref ?? ref));
      return { element, component, codes, allowed, usual: usual ?? (isStated ? undefined : onlyOne(allowed)) };
    });
  }

  /** The defaults of an element: those of its loop, else those of its reference. */
  private defaultsOf({ loop }: SegmentDef, ref: string): ElementDefaults[string] | undefined {
    return this.defaults[`${loop.id} ${ref}`] ?? this.defaults[ref];
  }

  private fillingsOf(def: SegmentDef): Filling[] {
    // The number and version of a transaction set (ST) are facts of the set: its writer knows whether it has them.
    const elements = def.loop.parent === undefined && def === def.loop.trigger ? def.elements.slice(0, 1) : def.elements;
    return elements.flatMap((one, i): readonly Filling[] => {
      const element = i + 1;
      const beside = partnersOf(def, element);
      const place = { element, component: undefined };
      const own = beside === undefined ? this.qualifierFillingOf(one, def, place) : [];
      const parts = (one.components ?? []).flatMap((part, j) => this.fillingOf(part, def, { element, component: j + 1, beside: [element] }));
      return [...this.fillingOf(one, def, { ...place, beside }), ...own, ...parts];
    });
  }

  /** An element that only qualifies others (note C), and may be left out: what is written with them is said by defaults alone. */
  private qualifierFillingOf({ ref, usage, codes }: ElementDef, def: SegmentDef, place: Pick<Filling, 'element' | 'component'>): readonly Filling[] {
    const beside = qualifiedBy(def, place.element);
    const values = this.defaultsOf(def, ref);
    if (usage !== 'S' || beside === undefined || values === undefined) return [];
    return [{ element: place.element, component: place.component, beside, values, codes: codes && new Set(codes) }];
  }

  private fillingOf(
    { ref, usage, codes, components }: ElementDef,
    def: SegmentDef,
    place: Pick<Filling, 'element' | 'component' | 'beside'>,
  ): readonly Filling[] {
    const isWanted = usage === 'R' || (usage === 'S' && place.component === undefined && place.beside !== undefined);
    const values = codes?.length === 1 && !this.isStated(def, ref) ? codes : this.defaultsOf(def, ref);
    if (!isWanted || components !== undefined || values === undefined) return [];
    const { element, component, beside } = place;
    return [{ element, component, beside, values, codes: codes && new Set(codes) }];
  }
}

/** Ends a loop that LS begins by an LE of the same identifier. */
function closeBounded(loop: OutLoop): void {
  const end = loop.def.children.find((child): child is SegmentDef => child.kind === 'segment' && child.key === LE);
  for (let segment = loop.segments.first; segment !== undefined; segment = segment.next) if (segment.def === end) return;
  if (end !== undefined) loop.add(end, [loop.trigger.text(1)]);
}

/** Fills a qualifier that only one code is possible for: the first that the declaration names, the default, or the only one that does not mean another place. */
function fillQualifier(segment: OutSegment, { element, component, codes, allowed, usual }: QualifierFilling): void {
  if (segment.text(element, component) !== '') return;
  const named = segment.codes?.find((code) => allowed.has(code)) ?? segment.codes?.find((code) => codes.has(code));
  const code = named ?? (segment.excluded === undefined ? usual : usualBeside(segment.excluded, allowed, usual));
  if (code !== undefined) segment.set(element, component, code);
}

function usualBeside(excluded: readonly string[], allowed: ReadonlySet<string>, usual: string | undefined): string | undefined {
  return usual !== undefined && !excluded.includes(usual) ? usual : onlyOne([...allowed].filter((code) => !excluded.includes(code)));
}

/** The only one of some codes; undefined for none and for several. */
export function onlyOne(codes: Iterable<string>): string | undefined {
  const [first, ...others] = codes;
  return others.length === 0 ? first : undefined;
}

function fill(segment: OutSegment, { element, component, beside, values, codes }: Filling): void {
  if (segment.text(element, component) !== '') return;
  if (beside !== undefined && !beside.some((one) => segment.has(one))) return;
  for (const value of values) {
    const text = typeof value === 'string' ? value : value(segment);
    if (text === undefined || (codes !== undefined && !codes.has(text)) || (element === 1 && segment.excluded?.includes(text) === true)) continue;
    segment.set(element, component, text);
    return;
  }
}

/** Elements that go with an element: notes such as P0304 name pairs. */
function partnersOf(def: SegmentDef, element: number): readonly number[] | undefined {
  const partners = numbersOf(def, 'P').flatMap((numbers) => (numbers.includes(element) ? numbers.filter((one) => one !== element) : []));
  return partners.length === 0 ? undefined : partners;
}

/** Elements without which an element does not stand: note C0809 says that 08 does not without 09. */
function qualifiedBy(def: SegmentDef, element: number): readonly number[] | undefined {
  return numbersOf(def, 'C')
    .find(([first]) => first === element)
    ?.slice(1);
}

/** The elements of each note of a kind. */
function numbersOf({ syntax }: SegmentDef, kind: 'P' | 'C'): readonly (readonly number[])[] {
  return syntax.filter((note) => note.startsWith(kind)).map((note) => (note.slice(1).match(/\d\d/g) ?? []).map(Number));
}

const FORMAT = '1250';
const PERIOD = '1251';

function formatsOf({ elements }: SegmentDef): readonly Format[] {
  const inList = (list: readonly ElementDef[]): number[] =>
    list.flatMap(({ dataElement }, i) => (dataElement === FORMAT && list[i + 1]?.dataElement === PERIOD ? [i + 1] : []));
  return [
    ...inList(elements).map((element) => ({ element, component: undefined })),
    ...elements.flatMap(({ components }, i) => inList(components ?? []).map((component) => ({ element: i + 1, component }))),
  ];
}

/** Format (data element 1250) of a date, time or period, from how it is written. */
function formatOf(text: string): string {
  if (text === '') return '';
  if (text.includes('-')) return 'RD8';
  if (text.length === 8) return 'D8';
  return text.length < 8 ? 'TM' : 'DT';
}

/** Chooses among the places of a segment by its qualifiers, as reading does; without them by its codes. Undefined where several places are possible. */
export function choose(segment: OutSegment, loop: LoopDef): SegmentDef | undefined {
  const { candidates, codes, excluded } = segment;
  if (candidates.length <= 1) return generalPlace(segment, loop);
  const isOpen = candidates.every(({ qualifiers }) => qualifiers.every(({ element, component }) => segment.text(element, component) === ''));
  if (!isOpen) return candidates.find((def) => accepts(def, segment));
  if (codes !== undefined) return candidates.find(({ qualifiers }) => codes.some((code) => qualifiers[0]?.codes.has(code)));
  const [first, ...others] = candidates.filter(
    ({ qualifiers: [one] }) => one === undefined || [...one.codes].some((code) => excluded?.includes(code) !== true),
  );
  return others.length === 0 ? first : undefined;
}

/** The place of a segment whose qualifier is missing or of no place: where many codes may stand, as reading has it, and validation reports it. */
export function generalPlace({ candidates }: OutSegment, loop: LoopDef): SegmentDef {
  const general = candidates.find(({ qualifiers }) => qualifiers.some((one) => one.codes.size > 1)) ?? candidates[0];
  if (general === undefined) throw new RangeError(`A segment of loop ${loop.id} has no place.`);
  return general;
}

function accepts({ qualifiers }: SegmentDef, segment: OutSegment): boolean {
  return qualifiers.every(({ element, component, codes }) => {
    const text = segment.text(element, component);
    return text === '' || codes.has(text);
  });
}
