import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import { ByteWriter } from '../common/byte-writer';
import { Fragment } from '../common/fragment';
import type { BoundField, EncodeRun, Field, RecordContext, Scope } from './field';
import { fromStep } from './encode-step';
import { ALONE, memberFragment } from './json-text';
import { findAt, locate } from './locator';
import { parsePlace } from './place';
import type { RecordDeclaration } from './record';

/** An object read from one segment of the loop; inside it, places such as `02` are elements of that segment. */
export function object<T>(placeText: string, declaration: RecordDeclaration<T>): Field<T> {
  const place = parsePlace(placeText);
  return {
    doc: { place: placeText, schema: declaration.schema },
    bind(scope, key) {
      const location = locate(place, scope);
      if (location === undefined) return undefined;
      const bound = declaration.bind(inSegment(scope), key);
      const { fields } = bound;
      return fromStep<T>({ kind: 'object', key: memberFragment(key), location, fields }, (loop, segment, base, context) => {
        const found = findAt(location, loop, segment);
        return found && bound.read(loop, found, base, context);
      });
    },
  };
}

/** An object read from the same loop and segment: a level of JSON that EDI does not have. */
export function group<T>(declaration: RecordDeclaration<T>): Field<T> {
  return { doc: { place: '', schema: declaration.schema }, bind: (scope, key) => declaration.bind(scope, key) };
}

/** Marks a scope as inside a segment; which one is found at run time, so any definition of the loop stands for it. */
export function inSegment(scope: Scope): Scope {
  return { ...scope, segment: scope.loop.trigger };
}

/** Leads from a loop to one of its ancestors or to a child of one, such as from a claim to the payer of its transaction. */
interface LoopPath {
  readonly up: number;
  readonly down: LoopDef | undefined;
  readonly target: LoopDef;
}

function findPath(scope: Scope, loopId: string): LoopPath | undefined {
  let up = 0;
  for (let loop: LoopDef | undefined = scope.loop; loop !== undefined; loop = loop.parent, up++) {
    if (loop.id === loopId) return { up, down: undefined, target: loop };
    const down = loop.children.find((child): child is LoopDef => child.kind === 'loop' && child.id === loopId);
    if (down !== undefined) return { up, down, target: down };
  }
  return undefined;
}

function followPath({ up, down }: LoopPath, from: LoopNode): LoopNode | undefined {
  let loop: LoopNode | undefined = from;
  for (let step = 0; step < up; step++) loop = loop?.parent;
  return down === undefined ? loop : loop?.loops.find(({ def }) => def === down);
}

/**
 * An object read from an ancestor of the loop, or from a child loop of an ancestor. It is converted once for each
 * ancestor and reused for all its units, so it must not depend on the unit.
 */
export function from<T>(loopId: string, declaration: RecordDeclaration<T>): Field<T> {
  return {
    doc: { place: `loop ${loopId}`, schema: declaration.schema },
    bind(scope, key) {
      const path = findPath(scope, loopId);
      if (path === undefined) return undefined;
      const bound = declaration.bind({ guide: scope.guide, loop: path.target, segment: undefined }, ALONE);
      return bindShared(bound, path, memberFragment(key));
    },
  };
}

function bindShared<T>(bound: BoundField<T>, path: LoopPath, key: Fragment): BoundField<T> {
  const scratch = new ByteWriter(1024);
  const values = { make: (_loop: LoopNode): { value?: T | undefined; json?: Fragment } => ({}) };
  const read = (loop: LoopNode, context: RecordContext): T | undefined => {
    const kept = loop.once(values);
    if (!('value' in kept)) kept.value = withTrigger(loop, (trigger) => bound.read(loop, trigger, 0, context));
    return kept.value;
  };
  const encode = (loop: LoopNode, { context, missing }: EncodeRun): Fragment => {
    const kept = loop.once(values);
    if (kept.json !== undefined) return kept.json;
    scratch.length = 0;
    const missingBefore = missing?.size;
    withTrigger(loop, (trigger) => bound.encode(loop, trigger, 0, { out: scratch, context, missing }));
    const json = scratch.length === 0 ? EMPTY : new Fragment(Buffer.concat([key.bytes, scratch.bytes.subarray(0, scratch.length)]));
    // What lacks a description is written again when it is known.
    if (missing?.size === missingBefore) kept.json = json;
    return json;
  };
  return {
    read: (loop, _segment, _base, context) => {
      const target = followPath(path, loop);
      return target && read(target, context);
    },
    encode: (loop, _segment, _base, run: EncodeRun) => {
      const target = followPath(path, loop);
      if (target !== undefined) run.out.raw(encode(target, run));
    },
  };
}

const EMPTY = new Fragment('');

function withTrigger<R>(loop: LoopNode, use: (trigger: Segment) => R): R | undefined {
  const trigger = loop.segments[0];
  return trigger && use(trigger);
}

/** The value of the first of several fields that has one. */
export function firstOf<T>(...fields: readonly Field<T>[]): Field<T> {
  return {
    doc: {
      place: fields
        .map(({ doc }) => doc.place)
        .filter(Boolean)
        .join(', else '),
      schema: fields[0]?.doc.schema ?? {},
    },
    bind(scope, key) {
      const bound = fields.map((field) => field.bind(scope, key)).filter((field) => field !== undefined);
      const [only] = bound;
      if (only === undefined || bound.length === 1) return only;
      return {
        read: (loop, segment, base, context) => {
          for (const field of bound) {
            const value = field.read(loop, segment, base, context);
            if (value !== undefined) return value;
          }
          return undefined;
        },
        encode: (loop, segment, base, run) => {
          const { out } = run;
          const mark = out.length;
          for (const field of bound) {
            field.encode(loop, segment, base, run);
            if (out.length > mark) return;
          }
        },
      };
    },
  };
}

/**
 * One of several fields, chosen for each record: for values whose kind depends on other places.
 * `choose` gives the name of a variant, or undefined for no value.
 */
export function variant<T, K extends string>(choose: (loop: LoopNode, segment: Segment) => K | undefined, variants: Readonly<Record<K, Field<T>>>): Field<T> {
  const [shown] = Object.values<Field<T>>(variants);
  return {
    doc: { place: shown?.doc.place ?? '', schema: shown?.doc.schema ?? {} },
    bind(scope, key) {
      const bound = new Map<string, BoundField<T>>();
      for (const [name, field] of Object.entries<Field<T>>(variants)) {
        const one = field.bind(scope, key);
        if (one !== undefined) bound.set(name, one);
      }
      if (bound.size === 0) return undefined;
      const chosen = (loop: LoopNode, segment: Segment): BoundField<T> | undefined => {
        const name = choose(loop, segment);
        return name === undefined ? undefined : bound.get(name);
      };
      return {
        read: (loop, segment, base, context) => chosen(loop, segment)?.read(loop, segment, base, context),
        encode: (loop, segment, base, run) => chosen(loop, segment)?.encode(loop, segment, base, run),
      };
    },
  };
}

/** A field of an ancestor's own segments, such as TRN03 of the transaction (loop 0000), read from inside a deeper loop. */
export function within<T>(loopId: string, field: Field<T>): Field<T> {
  return {
    doc: field.doc,
    bind(scope, key) {
      const path = findPath(scope, loopId);
      const bound = path && field.bind({ guide: scope.guide, loop: path.target, segment: undefined }, key);
      if (path === undefined || bound === undefined) return undefined;
      return {
        read: (loop, _segment, base, context) => {
          const target = followPath(path, loop);
          return target && withTrigger(target, (trigger) => bound.read(target, trigger, base, context));
        },
        encode: (loop, _segment, base, run) => {
          const target = followPath(path, loop);
          if (target !== undefined) withTrigger(target, (trigger) => bound.encode(target, trigger, base, run));
        },
      };
    },
  };
}
