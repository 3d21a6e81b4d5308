import { packCode } from '../../common/pack-code';
import type { LoopNode } from '../../guide/loop-node';
import type { Chunk, Segment } from '../../x12/segment';
import { type Code, encodeCode, readCode } from '../code-json';
import type { CodeList } from '../code-list';
import type { Field } from '../field';
import { keyFragment, writeJsonText } from '../json-text';
import { findAt, guardOf, locate, type Location } from '../locator';
import { parsePlace } from '../place';
import { CODE_SCHEMA } from './code';
import { listByShape } from './product';
import { PRODUCT_BY_QUALIFIER, type ProductKind } from './product-lists';
import { productPairWriter } from './product-writer';

interface FoundProduct {
  readonly list: CodeList;
  readonly chunk: Chunk;
  readonly start: number;
  readonly end: number;
}

/** A product whose qualifier and code are elements beside each other, such as LIN02 and LIN03, when it is of the kind. */
function productPair(kind: ProductKind, qualifierElement: number, codePlace: string): Field<Code> {
  const place = parsePlace(codePlace);
  const { element = 0 } = place;
  const find = (location: Location, loop: LoopNode, current: Segment): FoundProduct | undefined => {
    const segment = findAt(location, loop, current);
    if (segment?.has(element) !== true) return undefined;
    const { chunk } = segment;
    const product = PRODUCT_BY_QUALIFIER.get(packCode(chunk.bytes, segment.start(qualifierElement), segment.end(qualifierElement)));
    if (product?.kind !== kind) return undefined;
    const [start, end] = [segment.start(element), segment.end(element)];
    return { list: product.list ?? listByShape(chunk.bytes, start, end), chunk, start, end };
  };
  return {
    doc: { place: codePlace, schema: CODE_SCHEMA },
    parts: {
      code: {
        doc: { place: codePlace, schema: { type: 'string' } },
        bind(scope, key) {
          const location = locate(place, scope);
          const fragment = keyFragment(key);
          return (
            location && {
              ...guardOf(location),
              read: (loop, current) => {
                const found = find(location, loop, current);
                return found?.chunk.text(found.start, found.end);
              },
              encode: (loop, current, _base, { out }) => {
                const found = find(location, loop, current);
                if (found === undefined) return;
                out.raw(fragment);
                writeJsonText(out, found.chunk, found.start, found.end);
              },
            }
          );
        },
      },
    },
    bind(scope, key) {
      const location = locate(place, scope);
      if (location === undefined) return undefined;
      const fragment = keyFragment(key);
      return {
        ...guardOf(location),
        read: (loop, current, _base, context) => {
          const found = find(location, loop, current);
          return found && readCode(found.list, found.chunk, found.start, found.end, context);
        },
        encode: (loop, current, _base, run) => {
          const found = find(location, loop, current);
          if (found === undefined) return;
          run.out.raw(fragment);
          encodeCode(run, found.list, found.chunk, found.start, found.end);
        },
        write: productPairWriter({ kind, place, qualifierElement }, scope, key),
      };
    },
  };
}

/** A drug by an element with its code (LIN03) and one with its qualifier (LIN02). */
export const drugOf = (qualifierElement: number, codePlace: string): Field<Code> => productPair('drug', qualifierElement, codePlace);

/** A procedure by an element with its code (HCP10) and one with its qualifier (HCP09). */
export const procedureOf = (qualifierElement: number, codePlace: string): Field<Code> => productPair('procedure', qualifierElement, codePlace);
