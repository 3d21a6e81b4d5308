import { packCode } from '../../common/pack-code';
import type { LoopNode } from '../../guide/loop-node';
import type { Chunk, Segment } from '../../x12/segment';
import { type Code, encodeCode, readCode } from '../code-json';
import { codeList, type CodeList } from '../code-list';
import type { BoundField, Field, FieldParts, Scope } from '../field';
import { keyFragment, writeJsonText } from '../json-text';
import { findAt, guardOf, locate, type Location } from '../locator';
import { parsePlace, type Place } from '../place';
import { INDUSTRY_LISTS, OTHER_LIST, otherList, qualifierTable } from '../qualified-lists';
import type { Write } from '../writing/record-writer';
import { CODE_SCHEMA } from './code';
import { industryPairWriter } from './industry-code-writer';
import { listByShape } from './product';
import { type ProductKind, productOf } from './product-lists';
import { productPairWriter } from './product-writer';

/*
 * A code and its qualifier as two elements beside each other, such as LIN02 and LIN03, HCP09 and HCP10, LQ01 and LQ02. In a composite the
 * same pair is read by `product` and `healthCareCodes`.
 */

/** Two elements of which the first names the list of the second. */
interface CodePair {
  readonly codePlace: string;
  readonly qualifierElement: number;
  /** The list of a code that is not empty; undefined for one that the field does not mean. */
  readonly listOf: (segment: Segment, element: number) => CodeList | undefined;
  readonly writer: (place: Place, scope: Scope, key: string | undefined) => Write;
}

interface FoundCode {
  readonly list: CodeList;
  readonly chunk: Chunk;
  readonly start: number;
  readonly end: number;
}

/** Finds the code of a pair, at a location or in the segment that is current. */
type Find = (location: Location, loop: LoopNode, current: Segment) => FoundCode | undefined;

function finderOf({ listOf }: CodePair, { element = 0 }: Place): Find {
  return (location, loop, current) => {
    const segment = findAt(location, loop, current);
    if (segment?.has(element) !== true) return undefined;
    const list = listOf(segment, element);
    return list && { list, chunk: segment.chunk, start: segment.start(element), end: segment.end(element) };
  };
}

function codePair(pair: CodePair): Field<Code> {
  const place = parsePlace(pair.codePlace);
  const find = finderOf(pair, place);
  return {
    doc: { place: pair.codePlace, schema: CODE_SCHEMA },
    parts: partsOf(pair, place, find),
    bind(scope, key): BoundField<Code> | undefined {
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
        write: pair.writer(place, scope, key),
      };
    },
  };
}

/** The code alone. */
function partsOf({ codePlace }: CodePair, place: Place, find: Find): FieldParts {
  const code: Field<string> = {
    doc: { place: codePlace, schema: { type: 'string' } },
    bind(scope, key) {
      const location = locate(place, scope);
      if (location === undefined) return undefined;
      const fragment = keyFragment(key);
      return {
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
      };
    },
  };
  return { code };
}

/** A product when it is of the kind, or when its qualifier is unknown. */
const productPair = (kind: ProductKind, qualifierElement: number, codePlace: string): Field<Code> =>
  codePair({
    codePlace,
    qualifierElement,
    listOf: (segment, element) => {
      const { bytes } = segment.chunk;
      const { kind: found, list } = productOf(bytes, segment.start(qualifierElement), segment.end(qualifierElement));
      if (found === kind) return list ?? listByShape(bytes, segment.start(element), segment.end(element));
      return list?.subType === OTHER_LIST ? list : undefined;
    },
    writer: (place, scope, key) => productPairWriter({ kind, place, qualifierElement }, scope, key),
  });

/** A drug by an element with its code (LIN03) and one with its qualifier (LIN02). */
export const drugOf = (qualifierElement: number, codePlace: string): Field<Code> => productPair('drug', qualifierElement, codePlace);

/** A procedure by an element with its code (HCP10) and one with its qualifier (HCP09). */
export const procedureOf = (qualifierElement: number, codePlace: string): Field<Code> => productPair('procedure', qualifierElement, codePlace);

const INDUSTRY_TABLE = qualifierTable(INDUSTRY_LISTS);

/**
 * An industry code (data element 1271) by an element with its code (LQ02) and one with its qualifier (LQ01). `usual` is the list of a code
 * without qualifier.
 */
export function industryCodeOf(qualifierElement: number, codePlace: string, usual: keyof typeof INDUSTRY_LISTS): Field<Code> {
  const usualList = codeList(INDUSTRY_LISTS[usual]);
  return codePair({
    codePlace,
    qualifierElement,
    listOf: (segment) => {
      if (!segment.has(qualifierElement)) return usualList;
      const { bytes } = segment.chunk;
      return (
        INDUSTRY_TABLE.get(packCode(bytes, segment.start(qualifierElement), segment.end(qualifierElement))) ?? otherList(segment.element(qualifierElement))
      );
    },
    writer: (place, scope, key) => industryPairWriter({ place, qualifierElement, usual }, scope, key),
  });
}
