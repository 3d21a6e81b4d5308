import { synchronous } from '../common/hook-result';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import {
  type BoundField,
  type BoundNesting,
  type Field,
  type FieldDoc,
  type FieldParts,
  inLoop,
  inSegment,
  type Nesting,
  type RecordDeclaration,
  type Scope,
  type Write,
} from './field';
import { requireField, requireRecord } from './declared';
import { fromStep } from './encode-step';
import { ALONE, keyFragment } from './json-text';
import { isObject, type JsonObject, JsonPath } from './writing/write-run';
import { elsewhere, inSegmentOf, outChild, OutLocation, outLoopOf } from './writing/out-segments';
import { bindCondition, type Condition, meets } from './condition';
import { insideElsewhere, insideGroup, insideLoop, insideObject } from './inside';
import { bindShared, findPath, followPath, type LoopPath, readElsewhere } from './other-loop';
import { describeWrite } from './writing/writing';
import { findChild, locate, selectChildren } from './locator';
import { parsePlace } from './place';

/** An object read from one segment of the loop; inside it, places such as `02` are elements of that segment. */
export function object<T>(placeText: string, declaration: RecordDeclaration<T>): Field<T> {
  requireRecord(declaration, `The object at ${placeText}`);
  const place = parsePlace(placeText);
  return {
    doc: { place: placeText, schema: declaration.schema, record: declaration },
    inside: insideObject(place, declaration),
    bind(scope, key) {
      const location = locate(place, scope);
      if (location === undefined) return undefined;
      const bound = declaration.bind(inSegment(scope, place), key);
      const { fields, write } = bound;
      const out = new OutLocation(place, scope);
      const field = fromStep({ kind: 'object', key: keyFragment(key), location, fields });
      const writeAt: Write = (value, where, run) => write?.(value, inSegmentOf(where, out.at(where)), run) ?? true;
      return { ...field, write: write === undefined ? writeAt : describeWrite(writeAt, { kind: 'in segment', location: out, item: write }) };
    },
  };
}

/** An object read from the same loop and segment: a level of JSON that EDI does not have. */
export function group<T>(declaration: RecordDeclaration<T>): Field<T> {
  requireRecord(declaration, 'The object of `group`');
  return {
    doc: { place: '', schema: declaration.schema, record: declaration },
    inside: insideGroup(declaration),
    bind: (scope, key) => declaration.bind(scope, key),
  };
}

/**
 * An object read from an ancestor of the loop, or from a child loop of an ancestor: by the id of the loop, or by the place
 * of the first segment of the child loop, such as `NM1[85]`. It is converted once for each ancestor and reused for all
 * its units, so it must not depend on the unit.
 */
export function from<T>(target: string, declaration: RecordDeclaration<T>): Field<T> {
  requireRecord(declaration, `The object of loop ${target}`);
  return {
    doc: { place: `loop ${target}`, schema: declaration.schema, record: declaration },
    inside: insideLoop(target, declaration),
    bind(scope, key) {
      const path = findPath(scope, target);
      if (path === undefined) return undefined;
      const bound = declaration.bind(inLoop(scope, path.target), ALONE);
      const writeThere: Write = (value, where, run) => {
        const inside = key === undefined ? where.path : new JsonPath(where.path, key);
        return bound.write?.(value, elsewhere(where, outLoopOf(path, where.loop, inside), inside), run) ?? true;
      };
      return {
        ...bindShared(bound, path, keyFragment(key)),
        shared: { levelsUp: path.up, child: path.down?.def },
        write: inLoopWriter(writeThere, path, bound),
      };
    },
  };
}

const recordOf = (field: Field<unknown> | undefined): Pick<FieldDoc, 'record'> => (field?.doc.record ? { record: field.doc.record } : {});

/** The value of the first of several fields that has one. */
export function firstOf<T>(...fields: readonly Field<T>[]): Field<T> {
  return {
    ...combineParts(fields, (parts) => firstOf(...parts)),
    ...insideFirst(fields),
    doc: {
      place: [...new Set(fields.map(({ doc }) => doc.place).filter(Boolean))].join(', else '),
      schema: fields[0]?.doc.schema ?? {},
      ...recordOf(fields[0]),
    },
    bind(scope, key) {
      const bound = fields.map((field) => field.bind(scope, key)).filter((field) => field !== undefined);
      const [only] = bound;
      if (only === undefined || bound.length === 1) return only;
      return {
        ...commonGuard(bound),
        step: { kind: 'first of', fields: bound },
        encode: (loop, segment, base, run) => {
          const { out } = run;
          const mark = out.length;
          for (const field of bound) {
            field.encode(loop, segment, base, run);
            if (out.length > mark) return;
          }
        },
        write: describeWrite((value, where, run) => bound.some((field) => field.write?.(value, where, run) === true), {
          kind: 'first of',
          items: bound.map((field) => field.write),
        }),
        ...(only.toText ? { toText: only.toText } : {}),
        ...(only.shared ? { shared: only.shared } : {}),
      };
    },
  };
}

/** The place without whose segment none of some fields has a value. */
function commonGuard(fields: readonly BoundField[]): { readonly position?: number } {
  const [position, ...others] = new Set(fields.map((field) => field.position));
  return position === undefined || others.length > 0 ? {} : { position };
}

/** What is inside the first field that the guide has a place for; fields of one item only, such as a list that two guides have in different loops. */
function insideFirst(fields: readonly Field<unknown>[]): { readonly inside?: Nesting } {
  const ways = fields.flatMap(({ inside }) => inside ?? []);
  const [first] = ways;
  if (first === undefined || ways.length < fields.length || ways.some(({ item }) => item !== first.item)) return {};
  const bind = (scope: Scope): BoundNesting | undefined => {
    for (const way of ways) {
      const bound = way.bind(scope);
      if (bound !== undefined) return bound;
    }
    return undefined;
  };
  return { inside: { ...first, bind } };
}

/** A variant, and when it is chosen: always where there is no condition. */
export type VariantCase<K extends string> = readonly [name: K, when?: Condition];

/** Chooses the variant that is named as the list (`subType`) of the code in another member says. */
export interface ChoiceByList<K extends string> {
  /** The key of the member. */
  readonly listOf: string;
  /** The variant for a code of another list, and for none. */
  readonly otherwise: K;
}

/** Gives the name of a variant, or undefined for no value. */
export type VariantChoice<K extends string> = (loop: LoopNode, segment: Segment) => K | undefined;

/**
 * One of several fields, chosen for each record: for values whose kind depends on other places.
 * The first case is chosen whose condition is true; a function may choose where conditions cannot, and is slower. `chooseToWrite` chooses for an
 * object of JSON, where undefined writes nothing; a choice by a list is written faster than that of a function. Without it the first variant is written that
 * has a place in the loop.
 */
export function variant<T, K extends string>(
  choose: VariantChoice<K> | readonly VariantCase<K>[],
  variants: Readonly<Record<K, Field<T>>>,
  chooseToWrite?: ((record: JsonObject) => K | undefined) | ChoiceByList<K>,
): Field<T> {
  const [shown] = Object.values<Field<T>>(variants);
  const names = Object.keys(variants);
  return {
    ...combineParts(Object.values<Field<T>>(variants), (parts) =>
      variant<unknown, string>(choose, Object.fromEntries(parts.map((one, i): readonly [string, Field<unknown>] => [names[i] ?? '', one]))),
    ),
    doc: { place: shown?.doc.place ?? '', schema: shown?.doc.schema ?? {}, ...recordOf(shown) },
    bind(scope, key) {
      const bound = new Map<string, BoundField>();
      for (const [name, field] of Object.entries<Field<T>>(variants)) {
        const one = field.bind(scope, key);
        if (one !== undefined) bound.set(name, one);
      }
      if (bound.size === 0) return undefined;
      const choice = typeof choose === 'function' ? synchronousChoice(choose) : undefined;
      const cases =
        typeof choose === 'function' ? undefined : choose.map(([name, when]) => ({ condition: when && bindCondition(when, scope), field: bound.get(name) }));
      const chosen = (loop: LoopNode, segment: Segment): BoundField | undefined => {
        if (cases !== undefined) return cases.find(({ condition }) => condition === undefined || meets(condition, loop, segment))?.field;
        const name = choice?.(loop, segment);
        return name === undefined ? undefined : bound.get(name);
      };
      return {
        ...commonGuard([...bound.values()]),
        step: choice !== undefined ? { kind: 'variant', choose: choice, variants: bound } : { kind: 'choice', cases: cases ?? [] },
        encode: (loop, segment, base, run) => chosen(loop, segment)?.encode(loop, segment, base, run),
        write: variantWriter(bound, chooseToWrite),
      };
    },
  };
}

function variantWriter(bound: ReadonlyMap<string, BoundField>, choose: ((record: JsonObject) => string | undefined) | ChoiceByList<string> | undefined): Write {
  const [first] = bound.keys();
  const nameFor = (record: JsonObject): string | undefined => {
    if (choose === undefined) return first;
    if (typeof choose === 'function') return synchronous(choose(record), '`variant`');
    const code = record[choose.listOf];
    const list = isObject(code) ? code['subType'] : undefined;
    return typeof list === 'string' && bound.has(list) ? list : choose.otherwise;
  };
  const write: Write = (value, where, run) => {
    const name = nameFor(where.record);
    return (name === undefined ? undefined : bound.get(name)?.write?.(value, where, run)) ?? true;
  };
  if (typeof choose === 'function') return write;
  const items = new Map([...bound].map(([name, field]) => [name, field.write]));
  if (choose !== undefined) return describeWrite(write, { kind: 'by list', member: choose.listOf, items, otherwise: items.get(choose.otherwise) });
  const only = first === undefined ? undefined : items.get(first);
  return only === undefined ? write : describeWrite(write, { kind: 'first of', items: [only] });
}

const synchronousChoice =
  <K extends string>(choose: VariantChoice<K>): VariantChoice<K> =>
  (loop, segment) =>
    synchronous(choose(loop, segment), '`variant`');

/** A field of an ancestor's own segments, such as TRN03 of the transaction (loop 0000), read from inside a deeper loop; targets as for `from`. */
export function within<T>(target: string, field: Field<T>): Field<T> {
  return {
    doc: documentedIn(target, field),
    ...combineParts([field], ([part]) => within(target, part ?? field)),
    ...optionalInside(field, (scope) => {
      const path = findPath(scope, target);
      return path && { ...path, def: path.target, find: (loop) => followPath(path, loop) };
    }),
    bind(scope, key) {
      const path = findPath(scope, target);
      const bound = path && field.bind(inLoop(scope, path.target), key);
      if (path === undefined || bound === undefined) return undefined;
      const writeThere: Write = (value, where, run) => bound.write?.(value, elsewhere(where, outLoopOf(path, where.loop, where.path)), run) ?? true;
      return {
        ...readElsewhere(bound, { ...path, find: (loop) => followPath(path, loop) }),
        shared: { levelsUp: path.up, child: path.down?.def },
        write: inLoopWriter(writeThere, path, bound),
      };
    },
  };
}

/**
 * A field of a child loop: a loop id such as `2410`, or the place of its first segment, such as `NM1[IL]`; the first
 * where it repeats. Unlike `within` it never looks further out.
 */
export function below<T>(target: string, field: Field<T>): Field<T> {
  return {
    doc: documentedIn(target, field),
    ...combineParts([field], ([part]) => below(target, part ?? field)),
    ...optionalInside(field, (scope) => {
      const [child] = selectChildren(target, scope.loop);
      return child && { def: child.def, up: 0, down: child, find: (loop) => findChild(loop, child) };
    }),
    bind(scope, key) {
      const [child] = selectChildren(target, scope.loop);
      const bound = child && field.bind(inLoop(scope, child.def), key);
      if (child === undefined || bound === undefined) return undefined;
      const writeThere: Write = (value, where, run) => bound.write?.(value, elsewhere(where, outChild(where.loop, child, where.path)), run) ?? true;
      return {
        ...readElsewhere(bound, { up: 0, down: child, find: (loop) => findChild(loop, child) }),
        write: inLoopWriter(writeThere, { up: 0, down: child }, bound),
      };
    },
  };
}

/** Says that a writer writes in another loop what the writer of a field does. */
const inLoopWriter = (writeThere: Write, path: Pick<LoopPath, 'up' | 'down'>, { write }: BoundField): Write =>
  write === undefined ? writeThere : describeWrite(writeThere, { kind: 'in loop', path, item: write });

function documentedIn(target: string, field: Field<unknown>): FieldDoc {
  const where = `loop ${target}`;
  requireField(field, `The field of ${where}`);
  const { doc } = field;
  return { ...doc, place: doc.place === '' ? where : `${where} ${doc.place}` };
}

/** Members that all of some fields have, each made of those of the fields. */
function combineParts(fields: readonly Field<unknown>[], combine: (parts: readonly Field<unknown>[]) => Field<unknown>): { readonly parts?: FieldParts } {
  for (const field of fields) requireField(field, 'A field of several');
  const [first, ...others] = fields.map(({ parts }) => parts ?? {});
  const keys = Object.keys(first ?? {}).filter((key) => others.every((parts) => key in parts));
  if (keys.length === 0) return {};
  return { parts: Object.fromEntries(keys.map((key) => [key, combine(fields.flatMap(({ parts }) => parts?.[key] ?? []))])) };
}

function optionalInside({ inside }: Field<unknown>, bindLoop: Parameters<typeof insideElsewhere>[1]): { readonly inside?: Nesting } {
  return inside === undefined ? {} : { inside: insideElsewhere(inside, bindLoop) };
}
