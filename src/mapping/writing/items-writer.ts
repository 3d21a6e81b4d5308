import type { LoopDef } from '../../guide/guide.types';
import { OutSegment, OWN_KEY } from '../../guide/out-loop';
import type { BoundField, BoundRecord, RecordDeclaration, Write } from '../field';
import { type ChildLoop, LOOP_ID } from '../locator';
import { parsePlace } from '../place';
import { elsewhere, type OutLocation } from './out-segments';
import { isGiven, isObject, type JsonObject, JsonPath, type OutPlace, type WriteRun } from './write-run';
import type { LoopCases } from './writing';

/*
 * Writers of arrays: item after item, each into a group of elements of its own or into a loop of its own.
 */

/** Writes one item of an array; `place.path` is that of the item. */
export type WriteItem = (value: unknown, place: OutPlace, run: WriteRun) => unknown;

/** Writes the items of an array one after the other. */
export function itemsWriter(key: string | undefined, writeItem: WriteItem): Write {
  return (values, place, run) => {
    if (!Array.isArray(values)) {
      run.problem(place.path, key, 'expected an array');
      return true;
    }
    const items: readonly unknown[] = values;
    const path = key === undefined ? place.path : new JsonPath(place.path, key);
    const { loop, segment, base, record } = place;
    items.forEach((value, i) => {
      if (isGiven(value)) writeItem(value, { loop, segment, base, record, path: new JsonPath(path, i) }, run);
    });
    return true;
  };
}

/** Repeated groups of elements. */
export interface GroupsToWrite {
  /** Writes an item; undefined for items that are never written. */
  readonly write: BoundField['write'];
  readonly layout: { readonly bases: readonly number[]; readonly size: number; readonly key: string };
  /** Undefined for groups of the current segment. */
  readonly location: OutLocation | undefined;
}

/**
 * Writes an item into the next free group of the last segment; into a new segment when there is none, or when an element that the
 * groups of a segment share has another value there.
 */
export function writeGroup({ write, layout, location }: GroupsToWrite, value: unknown, place: OutPlace, run: WriteRun): void {
  const { bases, size, key } = layout;
  const [first = 1] = bases;
  const draft = new OutSegment(undefined, OWN_KEY, [], undefined, place.path);
  write?.(value, { loop: place.loop, segment: draft, base: first, record: place.record, path: place.path }, run);
  const last = location === undefined ? place.segment : location.last(place);
  const free = last && bases.find((base) => !hasAny(last, base, size));
  if (last !== undefined && free !== undefined && sharesWith(draft, last, first, size)) return copyDraft(draft, last, first, free, size);
  if (location !== undefined) return copyDraft(draft, location.make(place, true), first, first, size);
  run.issue(place.path, undefined, {
    issueType: 'NUMBER_OF_ITEMS',
    fieldName: key,
    maxNumberOfItems: bases.length,
    message: `A segment has room for ${bases.length} of these; the others are not written`,
  });
}

function hasAny(segment: OutSegment, base: number, size: number): boolean {
  for (let i = base; i < base + size; i++) if (segment.has(i)) return true;
  return false;
}

/** True when the elements of a draft outside its group are those of the segment, or not there yet, and it has all that other groups have said there. */
function sharesWith(draft: OutSegment, segment: OutSegment, first: number, size: number): boolean {
  if ((segment.groupElements & ~elementsOutside(draft, first, size)) !== 0) return false;
  for (let element = 1; element <= draft.length; element++) {
    if (element === first) element += size;
    if (draft.has(element) && draft.text(element) !== segment.text(element)) return false;
  }
  return true;
}

/** The elements of a draft outside its group, as bits. */
function elementsOutside(draft: OutSegment, first: number, size: number): number {
  let bits = 0;
  for (let element = 1; element <= draft.length && element < BITS; element++)
    if (draft.has(element) && (element < first || element >= first + size)) bits |= 1 << element;
  return bits;
}

const BITS = 32;

function copyDraft(draft: OutSegment, segment: OutSegment | undefined, first: number, base: number, size: number): void {
  if (segment) segment.groupElements |= elementsOutside(draft, first, size);
  for (let element = 1; element <= draft.length; element++) {
    const value = draft.elements[element - 1];
    if (value === undefined || value === '') continue;
    const isOfGroup = element >= first && element < first + size;
    segment?.setWhole(isOfGroup ? element - first + base : element, value);
  }
}

/** A loop that items may be written into. */
interface LoopToWrite {
  readonly def: LoopDef;
  /** Codes of the first segment that the guide allows; undefined for any. */
  readonly allowed: ReadonlySet<string> | undefined;
  /** Codes of the first segment that the target names; undefined for an id. */
  readonly codes: readonly string[] | undefined;
  readonly write: BoundField['write'];
}

/** Chooses the child loop that an item is written into: the one whose first segment has the code that the item says, such as its role. */
export class LoopChoice {
  /** Key of the item that has the code of the first segment, such as its role; undefined when no key has it. */
  readonly key: string | undefined;
  /** Every key that has the code, as itself or by its name. */
  private readonly keys: readonly string[];
  private readonly toTexts: readonly (BoundField['toText'] | undefined)[];
  private readonly accepts: (code: string) => boolean;
  private readonly loops: readonly LoopToWrite[];
  /** True for loops that the target names by their id: the code selects none of them. */
  private readonly isById: boolean;
  /** True where an item without code may be of several loops: of those here, or of others that the same segment opens. */
  private readonly needsCode: boolean;

  constructor(target: string, loops: readonly (ChildLoop & { readonly item: BoundRecord })[], { fields }: RecordDeclaration<unknown>) {
    this.loops = loops.map(({ def, codes, item: { write } }) => ({ def, allowed: def.trigger.qualifiers[0]?.codes, codes, write }));
    const place = LOOP_ID.test(target) ? undefined : parsePlace(target);
    this.accepts = (code) => place?.codes?.includes(code) !== (place?.isExcluding ?? true);
    const trigger = loops[0]?.def.trigger;
    const element = trigger?.qualifiers[0]?.element ?? 1;
    const wanted = `${trigger?.id}${String(element).padStart(2, '0')}`;
    this.isById = place === undefined;
    this.keys = Object.keys(fields).filter((key) => fields[key]?.doc.place === wanted);
    this.key = this.keys[0];
    this.toTexts = this.keys.map((key) => toTextOf(loops[0]?.item, key));
    const isAmong = loops.some(({ def }) => def.parent?.candidates.get(def.trigger.key)?.only === undefined);
    this.needsCode = (loops.length > 1 && !this.isById) || (this.codes.length > 1 && isAmong);
  }

  /** The loop for an item; undefined for a code of none. `code` is empty where the item says none. */
  choose(value: unknown): { readonly loop: LoopToWrite | undefined; readonly code: string } {
    const [first] = this.loops;
    if (this.key === undefined || !isObject(value)) return { loop: first, code: '' };
    if (this.isById) return { loop: this.needsCode && !this.keys.some((key) => isGiven(value[key])) ? undefined : first, code: '' };
    const code = this.codeOf(value);
    if (code === '') return { loop: this.needsCode ? undefined : first, code };
    return { loop: this.loops.find(({ allowed }) => this.accepts(code) && allowed?.has(code) !== false), code };
  }

  private codeOf(value: JsonObject): string {
    for (let i = 0; i < this.keys.length; i++) {
      const member = value[this.keys[i] ?? ''];
      const code = isGiven(member) ? this.toTexts[i]?.(member) : undefined;
      if (code !== undefined) return code;
    }
    return '';
  }

  /** The loops, with the codes that lead to each of them: none where the first one is always taken. Undefined where some items are refused. */
  get cases(): LoopCases | undefined {
    const { loops, keys, isById, needsCode } = this;
    if (isById || this.key === undefined) return isById && needsCode ? undefined : { loops, keys: [], codes: [] };
    const codes = loops.map(({ allowed }) => [...(allowed ?? [])].filter((code) => this.accepts(code)));
    return loops.every(({ allowed }) => allowed !== undefined) ? { loops, keys, codes } : undefined;
  }

  /** Codes that loops have, for messages. */
  get codes(): readonly string[] {
    return this.loops.flatMap(({ allowed }) => [...(allowed ?? [])].filter((code) => this.accepts(code)));
  }
}

/** The field of a bound record that has a key. */
function toTextOf(item: BoundRecord | undefined, key: string): BoundField['toText'] {
  return item?.fields[item.keys.indexOf(key)]?.toText;
}

/** Writes an item into a new loop of its own. */
export function writeInLoop(choice: LoopChoice, value: unknown, place: OutPlace, run: WriteRun): void {
  const { loop: chosen, code } = choice.choose(value);
  if (chosen === undefined) {
    if (code === '') run.problem(place.path, choice.key, 'it says which loop the object belongs to, and has to be there');
    else {
      const message = 'No loop here is for the code; the object is not written';
      run.issue(place.path, choice.key, { issueType: 'VALUE_NOT_IN_ENUM_LIST', message, value: code, allowedValues: choice.codes });
    }
    return;
  }
  const loop = place.loop.addLoop(chosen.def, place.path);
  if (chosen.codes !== undefined) loop.addTrigger(place.path, chosen.codes);
  chosen.write?.(value, elsewhere(place, loop), run);
}
