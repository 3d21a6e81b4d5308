import { BYTE } from '../common/bytes';
import type { ByteWriter } from '../common/byte-writer';
import type { Fragment } from '../common/fragment';
import { packCode } from '../common/pack-code';
import type { LoopNode } from '../guide/loop-node';
import type { Chunk, Segment } from '../x12/segment';
import { encodeDate } from './codecs/date.codec';
import { encodeNumber } from './codecs/number.codec';
import type { BoundField, EncodeRun } from './field';
import { writeJsonText } from './json-text';
import type { Location } from './locator';

/*
 * Nearly all fields of a record are the value of one element. Calling a function for each of them costs more than
 * writing it, so records keep these fields as data, and one loop with one switch writes them all.
 */

/** How the value of an element is written; data of codecs that the loop knows. */
export type ElementFormat =
  | { readonly kind: 'text' }
  | { readonly kind: 'number' }
  | { readonly kind: 'date' }
  /** Names by packed code, and the name of all others. */
  | { readonly kind: 'named'; readonly names: ReadonlyMap<number, Fragment>; readonly otherwise: Fragment | undefined }
  /** A code object: what stands before the code. */
  | { readonly kind: 'code'; readonly opening: Fragment };

/** A field that is the value of one element. */
export interface ElementStep {
  readonly location: Location;
  readonly element: number;
  readonly isRelative: boolean;
  readonly key: Fragment;
  readonly format: ElementFormat;
}

const KIND = { field: 0, text: 1, number: 2, date: 3, named: 4, code: 5 } as const;

const CURRENT = -1;
const SEARCH = -2;

const NO_NAMES: ReadonlyMap<number, Fragment> = new Map();

/** One field of a record, as data. All steps have the same shape, so that the loop stays one compiled function. */
export class Step {
  readonly kind: number;
  /** Place of the segment in the loop, or CURRENT or SEARCH. */
  readonly position: number;
  readonly find: ((loop: LoopNode) => Segment | undefined) | undefined;
  readonly element: number;
  readonly baseFactor: number;
  readonly key: Fragment | undefined;
  readonly names: ReadonlyMap<number, Fragment>;
  /** What stands before a code, or the name of codes without one. */
  readonly fragment: Fragment | undefined;

  constructor(readonly field: BoundField<unknown>) {
    const { step } = field;
    const format = step?.format;
    this.kind = format === undefined ? KIND.field : KIND[format.kind];
    this.position = step === undefined || step.location.kind === 'search' ? SEARCH : step.location.kind === 'first' ? step.location.position : CURRENT;
    this.find = step?.location.kind === 'search' ? step.location.find : undefined;
    this.element = step?.element ?? 0;
    this.baseFactor = step?.isRelative ? 1 : 0;
    this.key = step?.key;
    this.names = format?.kind === 'named' ? format.names : NO_NAMES;
    this.fragment = format?.kind === 'named' ? format.otherwise : format?.kind === 'code' ? format.opening : undefined;
  }
}

/** Writes the fields of a record, each with a comma before it. */
export function encodeSteps(steps: readonly Step[], loop: LoopNode, segment: Segment, base: number, run: EncodeRun): void {
  const { out } = run;
  for (const step of steps) {
    if (step.kind === KIND.field) {
      step.field.encode(loop, segment, base, run);
      continue;
    }
    const { position } = step;
    const found = position >= 0 ? loop.first[position] : position === CURRENT ? segment : step.find?.(loop);
    if (found === undefined) continue;
    const element = step.element + step.baseFactor * base;
    const start = found.start(element);
    const end = found.end(element);
    if (start < end) encodeElement(step, out, found.chunk, start, end);
  }
}

function encodeElement(step: Step, out: ByteWriter, chunk: Chunk, start: number, end: number): void {
  const { key, fragment } = step;
  if (key === undefined) return;
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
    case KIND.code:
      out.raw(key);
      if (fragment) out.raw(fragment);
      writeJsonText(out, chunk, start, end);
      out.byte(BYTE.BRACE_CLOSE);
  }
}
