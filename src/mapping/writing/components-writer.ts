import type { OutSegment } from '../../guide/out-loop';
import type { Codec } from '../codecs/codec';
import type { BoundField } from '../field';
import { itemsWriter } from './items-writer';
import type { OutPlace } from './write-run';

/** Writes an array as the components of an element. */
export function componentsWriter<T>(
  key: string | undefined,
  codec: Codec<T>,
  segmentAt: (place: OutPlace) => OutSegment | undefined,
  element: number,
): NonNullable<BoundField<readonly T[]>['write']> {
  return (values, where, run) => {
    const texts: string[] = [];
    itemsWriter(key, (value, { path }) => {
      const text = codec.write?.(value, '');
      if (text === undefined) run.wrongType(path, undefined, codec.schema);
      else if (text !== '' && text !== false) texts.push(text);
    })(values, where, run);
    if (texts.length > 0) segmentAt(where)?.setWhole(element, texts);
    return true;
  };
}
