import type { ByteWriter } from '../common/byte-writer';
import { Fragment } from '../common/fragment';
import { IntTable } from '../common/int-table';
import { packCode } from '../common/pack-code';
import type { LoopNode } from '../guide/loop-node';
import type { Chunk, Segment } from '../x12/segment';
import { encodeDate } from './codecs/date.codec';
import { encodeNumber } from './codecs/number.codec';
import { encodeCode } from './code-json';
import { codeList } from './code-list';
import type { ElementFormat } from './codecs/codec';
import type { BoundField, FieldData, StepData } from './field';
import { ARRAY, closeGroup, OBJECT, openGroup, writeJsonText } from './json-text';
import { type ChildLoop, findCoded, guardOf, guardOfSelection, isSelected, isSelectedLoop, type Location, type Matcher, type Selection } from './locator';
import type { EncodeRun } from './encode-run';

/*
 * The fields of a record as data, written by one loop with one switch. Calling a function for each field costs more than
 * writing its value, so all fields that are read from places are steps; a field with code of its own is the step `field`.
 */

const KIND = { field: 0, text: 1, number: 2, date: 3, named: 4, code: 5, object: 6, each: 7, groups: 8, loops: 9 } as const;
const LAST_ELEMENT_KIND = KIND.code;

/** The segment is the current one. */
const CURRENT = -1;
/** The segment is looked for. */
const SEARCH = -2;

const NO_KEY = new Fragment('');
const NO_NAMES = new IntTable<Fragment>([]);
const NO_LIST = codeList('');
const EMPTY_ARRAY = new Fragment('[]');

/** The steps of a record, with the place of each. */
export class Steps {
  readonly all: readonly Step[];
  readonly positions: Int32Array;

  constructor(fields: readonly BoundField[]) {
    this.all = fields.map((field) => new Step(field));
    this.positions = Int32Array.from(this.all, ({ position }) => position);
  }
}

const NO_STEPS = new Steps([]);

/** A field as a step. All steps have the same shape, whatever they do, so that the loop over them stays fast. */
export class Step {
  kind: number = KIND.field;
  key = NO_KEY;
  /** Place of the segment in the loop, or CURRENT or SEARCH. */
  position = CURRENT;
  find: ((loop: LoopNode) => Segment | undefined) | undefined = undefined;
  element = 0;
  baseFactor = 0;
  names = NO_NAMES;
  /** The name of codes that have none. */
  fragment: Fragment | undefined = undefined;
  /** The list of a code. */
  list = NO_LIST;
  /** Slot of the segments of an array, -1 when `matches` alone decides. */
  slot = -1;
  /** Code that selects one among the segments of the slot, and the element that has it; -1 for none. */
  code = -1;
  codeElement = 0;
  matches: Matcher | undefined = undefined;
  except: Selection | undefined = undefined;
  bases: readonly number[] = [];
  size = 0;
  /** Child loops, with the one item of each. */
  children: readonly (ChildLoop & { readonly steps: Steps })[] = [];
  keepsEmpty = false;
  /** Fields of an object; the one item of an array. */
  nested = NO_STEPS;

  /** Writes a field with code of its own. */
  readonly encode: BoundField['encode'];
  readonly encodeInParts: BoundField['encodeInParts'];

  constructor(field: BoundField) {
    const { step } = field;
    this.encode = field.encode;
    this.encodeInParts = field.encodeInParts;
    this.position = field.position ?? CURRENT;
    if (step === undefined) return;
    switch (step.kind) {
      case 'element':
        this.key = step.key;
        this.setLocation(step.location);
        this.setFormat(step.format);
        this.element = step.element;
        this.baseFactor = step.isRelative ? 1 : 0;
        return;
      case 'object':
        this.key = step.key;
        this.kind = KIND.object;
        this.setLocation(step.location);
        this.nested = new Steps(step.fields);
        this.guardBySegment();
        return;
      case 'each':
        this.key = step.key;
        this.setArray(KIND.each, step.item, step.selection);
        this.except = step.except;
        return;
      case 'groups':
        this.key = step.key;
        this.setArray(KIND.groups, step.item, step.selection);
        this.bases = step.bases;
        this.size = step.size;
        return;
      case 'loops':
        this.key = step.key;
        this.kind = KIND.loops;
        this.children = step.items.map(({ item, ...child }) => ({ ...child, steps: new Steps([item]) }));
        this.keepsEmpty = step.keepsEmpty;
        return;
      default:
        // It writes itself.
        return;
    }
  }

  private setLocation(location: Location): void {
    switch (location.kind) {
      case 'current':
        return;
      case 'first':
        this.position = location.position;
        return;
      case 'coded':
        ({ position: this.position, slot: this.slot, code: this.code, element: this.codeElement } = location);
        return;
      case 'search':
        this.position = SEARCH;
        this.find = location.find;
    }
  }

  private setFormat(format: ElementFormat): void {
    this.kind = KIND[format.kind];
    if (format.kind === 'code') this.list = format.list;
    if (format.kind !== 'named') return;
    this.names = format.table.jsonNames();
    this.fragment = format.otherwise;
  }

  private setArray(kind: number, item: BoundField, selection: Selection | undefined): void {
    this.kind = kind;
    this.nested = new Steps([item]);
    if (selection === undefined) return;
    this.position = selection.position;
    this.slot = selection.slot;
    this.matches = selection.matches;
  }

  /** An object whose fields are all of one segment is not begun when the segment is absent. */
  private guardBySegment(): void {
    const { all } = this.nested;
    const [first] = all;
    const isOneSegment =
      this.position === CURRENT && this.code < 0 && first !== undefined && first.position >= 0 && all.every(({ position }) => position === first.position);
    if (isOneSegment) this.position = first.position;
  }
}

/** Writes the fields of a record, each with a comma before it. */
export function encodeSteps({ all, positions }: Steps, loop: LoopNode, segment: Segment, base: number, run: EncodeRun): void {
  const { first } = loop;
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i] ?? CURRENT;
    // Most fields of a record are absent: the list of places is shorter to go through than the steps.
    if (position >= 0 && first[position] === undefined) continue;
    const step = all[i];
    if (step === undefined) return;
    encodeStep(step, loop, segment, base, run);
  }
}

/** Writes one field; one whose place is known to be absent is better not asked. */
export function encodeStep(step: Step, loop: LoopNode, segment: Segment, base: number, run: EncodeRun): void {
  const { kind } = step;
  if (kind === KIND.field) step.encode(loop, segment, base, run);
  else if (kind <= LAST_ELEMENT_KIND) encodeElement(step, loop, segment, base, run);
  else encodeGroup(step, loop, segment, base, run);
}

function segmentOf(step: Step, loop: LoopNode, segment: Segment): Segment | undefined {
  const { position } = step;
  if (step.code >= 0) return findCoded(loop, step.slot, step.codeElement, step.code);
  if (position >= 0) return loop.first[position];
  return position === CURRENT ? segment : step.find?.(loop);
}

function encodeElement(step: Step, loop: LoopNode, segment: Segment, base: number, run: EncodeRun): void {
  const found = segmentOf(step, loop, segment);
  if (found === undefined) return;
  const element = step.element + step.baseFactor * base;
  const start = found.start(element);
  const end = found.end(element);
  if (start < end) encodeValue(step, run, found.chunk, start, end);
}

function encodeValue(step: Step, run: EncodeRun, chunk: Chunk, start: number, end: number): void {
  const { key, fragment } = step;
  const { out } = run;
  switch (step.kind) {
    case KIND.text:
      out.raw(key);
      writeJsonText(out, chunk, start, end);
      return;
    case KIND.number:
      encodeNumber(out, key, chunk, start, end);
      return;
    case KIND.date:
      encodeDate(out, key, chunk, start, end);
      return;
    case KIND.named: {
      const name = step.names.get(packCode(chunk.bytes, start, end)) ?? fragment;
      if (name === undefined) return;
      out.raw(key);
      out.raw(name);
      return;
    }
    default:
      out.raw(key);
      encodeCode(run, step.list, chunk, start, end);
  }
}

/** Writes an object or array; nothing, the key included, when it would be empty. */
function encodeGroup(step: Step, loop: LoopNode, segment: Segment, base: number, run: EncodeRun): void {
  if (step.kind === KIND.loops && !step.keepsEmpty && !hasSelectedLoop(step, loop)) return;
  const { out } = run;
  const open = openGroup(out, step.key);
  if (step.kind === KIND.object) {
    const at = placeOfObject(step, loop, segment);
    if (at !== undefined) encodeSteps(step.nested, loop, at, base, run);
  } else if (step.kind === KIND.each) encodeEach(step, loop, run);
  else if (step.kind === KIND.loops) encodeLoops(step, loop, run);
  else if (step.slot < 0 && step.matches === undefined) encodeGroups(step, loop, segment, run);
  else encodeAllGroups(step, loop, run);
  endGroup(step, out, open);
}

/** The segment that the fields of an object are read from; undefined where there is no such object. */
function placeOfObject(step: Step, loop: LoopNode, segment: Segment): Segment | undefined {
  const found = segmentOf(step, loop, segment);
  return found === undefined || step.find !== undefined || step.position >= 0 ? found : segment;
}

function endGroup({ kind, key, keepsEmpty }: Step, out: ByteWriter, open: number): void {
  if (kind === KIND.object) closeGroup(out, key, open, OBJECT);
  else if (keepsEmpty && out.length === open) out.raw(EMPTY_ARRAY);
  else closeGroup(out, key, open, ARRAY);
}

function encodeEach(step: Step, loop: LoopNode, run: EncodeRun): void {
  let { except } = step;
  for (const segment of loop.segments) {
    if (except !== undefined && isSelected(except, segment)) except = undefined;
    else if (isSelected(step, segment)) encodeSteps(step.nested, loop, segment, 0, run);
  }
}

function encodeAllGroups(step: Step, loop: LoopNode, run: EncodeRun): void {
  for (const segment of loop.segments) if (isSelected(step, segment)) encodeGroups(step, loop, segment, run);
}

function encodeGroups(step: Step, loop: LoopNode, segment: Segment, run: EncodeRun): void {
  for (const base of step.bases) {
    if (base > segment.elementCount) return;
    if (segment.hasAny(base, step.size)) encodeSteps(step.nested, loop, segment, base, run);
  }
}

/** A record may have many lists of the same loops, most of them empty: those need no key. */
function hasSelectedLoop({ children }: Step, { loops }: LoopNode): boolean {
  for (const loop of loops) for (const selected of children) if (isSelectedLoop(selected, loop)) return true;
  return false;
}

function encodeLoops({ children }: Step, loop: LoopNode, run: EncodeRun): void {
  for (const child of loop.loops) {
    for (const selected of children) {
      if (!isSelectedLoop(selected, child)) continue;
      const first = child.firstSegment;
      if (first !== undefined) encodeSteps(selected.steps, child, first, 0, run);
      break;
    }
  }
}

/** As `encodeSteps`, with a pause wherever a child loop, or a long field, was written: for records that are large. */
function* encodeStepsInParts({ all }: Steps, loop: LoopNode, segment: Segment, base: number, run: EncodeRun): Generator<void, void, undefined> {
  for (const step of all) {
    const { kind, position } = step;
    if (position >= 0 && loop.first[position] === undefined) continue;
    if (kind === KIND.field && step.encodeInParts !== undefined) yield* step.encodeInParts(loop, segment, base, run);
    else if (kind === KIND.object || kind === KIND.loops) yield* encodeGroupInParts(step, loop, segment, base, run);
    else encodeStep(step, loop, segment, base, run);
  }
}

/** As `encodeGroup`, for objects and loops. */
function* encodeGroupInParts(step: Step, loop: LoopNode, segment: Segment, base: number, run: EncodeRun): Generator<void, void, undefined> {
  const { out } = run;
  const open = openGroup(out, step.key);
  if (step.kind === KIND.object) {
    const at = placeOfObject(step, loop, segment);
    if (at !== undefined) yield* encodeStepsInParts(step.nested, loop, at, base, run);
  } else yield* encodeLoopsInParts(step, loop, run);
  endGroup(step, out, open);
}

function* encodeLoopsInParts({ children }: Step, loop: LoopNode, run: EncodeRun): Generator<void, void, undefined> {
  for (const child of loop.loops) {
    const selected = children.find((one) => isSelectedLoop(one, child));
    if (selected === undefined || child.firstSegment === undefined) continue;
    yield;
    yield* encodeStepsInParts(selected.steps, child, child.firstSegment, 0, run);
  }
}

type GroupData = Exclude<StepData, FieldData>;

/** Makes a bound field of a step: what is written follows from it. */
export function fromStep(step: GroupData): BoundField {
  // Most fields are written by the steps of their record and never by themselves.
  let alone: Steps | undefined;
  const bound: BoundField = {
    step,
    ...guardOfStep(step),
    encode: (loop, segment, base, run) => encodeSteps((alone ??= new Steps([bound])), loop, segment, base, run),
    encodeInParts: (loop, segment, base, run) => encodeStepsInParts((alone ??= new Steps([bound])), loop, segment, base, run),
  };
  return bound;
}

function guardOfStep(step: GroupData): { readonly position?: number } {
  switch (step.kind) {
    case 'element':
    case 'object':
      return guardOf(step.location);
    case 'each':
    case 'groups':
      return step.selection === undefined ? {} : guardOfSelection(step.selection);
    case 'loops':
      return {};
  }
}
