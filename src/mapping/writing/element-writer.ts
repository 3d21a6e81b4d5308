import type { OutSegment } from '../../guide/out-loop';
import type { Codec } from '../codecs/codec';
import type { BoundField, Scope } from '../field';
import type { Place } from '../place';
import type { JsonPath, WriteRun } from './write-run';
import { OutLocation } from './out-segments';

/** A name of a code, and the place of the code. */
interface WrittenName {
  readonly segment: OutSegment;
  readonly number: number;
  readonly component: number | undefined;
  /** The code that the name stands for; empty for the name of every other code. */
  readonly text: string;
  readonly value: unknown;
  readonly path: JsonPath;
  readonly key: string | undefined;
}

/** Writes a name where no code is beside it, and reports one that differs from the code, which may be written after the name. */
function writeName({ segment, number, component, text, value, path, key }: WrittenName, nameOf: (code: string) => string | undefined, run: WriteRun): void {
  const check = (): void => {
    const code = segment.text(number, component);
    if (code === '' && text !== '') return segment.set(number, component, text);
    if (code === text && code !== '') return;
    if (code === '') run.mismatch(path, key, 'The name stands for several codes and needs a code beside it; it is not written');
    else if (nameOf(code) !== value) run.mismatch(path, key, `The name is not that of the code '${code}' beside it, which is written`);
  };
  if (segment.text(number, component) === '') run.afterMembers(check);
  else check();
}

/** What writes the value of an element or component. */
export function elementWriter<T>(place: Place, scope: Scope, codec: Codec<T>, key: string | undefined): Pick<BoundField, 'write' | 'toText'> {
  const { write, nameOf, hasSeveralCodes, isSecond = false, schema } = codec;
  if (write === undefined) return {};
  const location = new OutLocation(place, scope);
  const { element = 0, component, isRelative } = place;
  return {
    toText: (value) => write(value, '') || undefined,
    write: (value, where, run) => {
      const segment = value === '' ? undefined : location.at(where);
      if (segment === undefined) return true;
      const number = isRelative ? where.base + element : element;
      const before = segment.text(number, component);
      const text = write(value, before);
      if (text === false) return false;
      if (text === undefined) run.wrongType(where.path, key, schema);
      else if (isSecond && before === '') run.mismatch(where.path, key, 'A last day needs a first day beside it; it is not written');
      else if (nameOf !== undefined && (before !== '' || text === '' || hasSeveralCodes?.(value) === true))
        writeName({ segment, number, component, text, value, path: where.path, key }, nameOf, run);
      else if (text !== '') {
        if (before !== '' && !text.includes(before))
          run.mismatch(where.path, undefined, `Two properties of the object say different values for one place; that of '${key ?? ''}' is written`);
        segment.set(number, component, text);
      }
      return true;
    },
  };
}
