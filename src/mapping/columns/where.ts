import type { ByteWriter } from '../../common/byte-writer';
import type { LoopNode } from '../../guide/loop-node';
import type { Segment } from '../../x12/segment';
import type { Field, Scope } from '../field';
import { ALONE } from '../json-text';
import type { Where } from './table';
import type { EncodeRun } from '../encode-run';

/** Tests an item by its keys. */
export type PlaceTest = (loop: LoopNode, segment: Segment, base: number, run: EncodeRun) => boolean;

/** Binds a choice among items; undefined where all are meant. */
export function bindPlaceTest(where: Where | undefined, item: NonNullable<Field<unknown>['inside']>['item'], scope: Scope): PlaceTest | undefined {
  if (where === undefined) return undefined;
  const tests = Object.entries(where).map(([key, values]): PlaceTest => {
    const bound = 'fields' in item ? item.fields[key]?.bind(scope, ALONE) : undefined;
    const accepted = values.map((value) => Buffer.from(JSON.stringify(value)));
    return (loop, segment, base, run) => {
      const { out } = run;
      const mark = out.length;
      bound?.encode(loop, segment, base, run);
      const isAccepted = accepted.some((json) => endsWith(out, mark, json));
      out.length = mark;
      return isAccepted;
    };
  });
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return (loop, segment, base, run) => tests.every((test) => test(loop, segment, base, run));
}

/** True when what was written since `mark` are these bytes. */
function endsWith({ bytes, length }: ByteWriter, mark: number, expected: Uint8Array): boolean {
  if (length - mark !== expected.length) return false;
  for (let i = 0; i < expected.length; i++) if (bytes[mark + i] !== expected[i]) return false;
  return true;
}

/** The items of an array that a choice accepts. */
export function chosenOf(value: unknown, where: Where | undefined): readonly unknown[] {
  if (!Array.isArray(value)) return [];
  const items: readonly unknown[] = value;
  if (where === undefined) return items;
  return items.filter((item) => Object.entries(where).every(([key, values]) => values.some((one) => one === propertyOf(item, key))));
}

/** A property of an object; undefined for anything else. */
export function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
