import type { Chunk, Segment } from '../../x12/segment';
import { packCode } from '../../common/pack-code';
import { type Code, encodeCode, readCode } from '../code-json';
import { codeList, type CodeList } from '../code-list';
import { text } from '../element-field';
import type { Field, Scope } from '../field';
import { keyFragment } from '../json-text';
import { findAt, guardOf, locate } from '../locator';
import { parsePlace, type Place } from '../place';
import { type ListsByQualifier, otherList, qualifierTable, usualQualifiers } from '../qualified-lists';
import { readGivenCode } from '../writing/code-writer';
import { JsonPath } from '../writing/json-path';
import { OutLocation } from '../writing/out-segments';
import type { Write } from '../writing/record-writer';
import { CODE_SCHEMA } from './code';

/** Components of C023: the code, and the qualifier of its list. */
const CODE = 1;
const QUALIFIER = 2;

interface FoundCode {
  readonly list: CodeList;
  readonly chunk: Chunk;
  readonly start: number;
  readonly end: number;
}

/** The code in the first component of a composite, whose list the second component names; the code is of `usual` where that is empty. */
export function componentCode(placeText: string, lists: ListsByQualifier, usual: string): Field<Code> {
  const place = parsePlace(`${placeText}-${CODE}`);
  const { element = 1 } = place;
  const table = qualifierTable(lists);
  const usualList = codeList(usual);
  const find = (segment: Segment | undefined): FoundCode | undefined => {
    const start = segment?.componentStart(element, CODE) ?? -1;
    if (segment === undefined || start < 0) return undefined;
    const end = segment.componentEnd(element, start);
    const { chunk } = segment;
    return start < end ? { list: listOf(segment), chunk, start, end } : undefined;
  };
  const listOf = (segment: Segment): CodeList => {
    const start = segment.componentStart(element, QUALIFIER);
    const end = start < 0 ? start : segment.componentEnd(element, start);
    if (start === end) return usualList;
    return table.get(packCode(segment.chunk.bytes, start, end)) ?? otherList(segment.chunk.text(start, end));
  };
  return {
    doc: { place: `${placeText}-${CODE}`, schema: CODE_SCHEMA },
    parts: { code: text(`${placeText}-${CODE}`) },
    bind(scope, key) {
      const location = locate(place, scope);
      if (location === undefined) return undefined;
      const fragment = keyFragment(key);
      return {
        ...guardOf(location),
        read: (loop, current, _base, context) => {
          const found = find(findAt(location, loop, current));
          return found && readCode(found.list, found.chunk, found.start, found.end, context);
        },
        encode: (loop, current, _base, run) => {
          const found = find(findAt(location, loop, current));
          if (found === undefined) return;
          run.out.raw(fragment);
          encodeCode(run, found.list, found.chunk, found.start, found.end);
        },
        write: componentCodeWriter({ place, lists, usual }, scope, key),
      };
    },
  };
}

interface ComponentCodePlace {
  readonly place: Place;
  readonly lists: ListsByQualifier;
  readonly usual: string;
}

/** Writes the code, and the qualifier of a list that is not the usual one; the guide completes the usual qualifier where it has one. */
function componentCodeWriter({ place, lists, usual }: ComponentCodePlace, scope: Scope, key: string | undefined): Write {
  const location = new OutLocation(place, scope);
  const qualifierOf = usualQualifiers(lists);
  const { element = 1 } = place;
  return (value, where, run) => {
    const path = key === undefined ? where.path : new JsonPath(where.path, key);
    const given = readGivenCode(value, path, run, ['qualifierCode']);
    const segment = location.at(where);
    if (given === undefined || segment === undefined) return true;
    const { code, subType, qualifierCode } = given;
    const qualifier = qualifierCode ?? qualifierOf.get(subType || usual);
    if (qualifier === undefined) run.problem(path, 'subType', 'is no list of codes of this kind');
    segment.set(element, CODE, code);
    if (qualifier !== undefined && qualifier !== qualifierOf.get(usual)) segment.set(element, QUALIFIER, qualifier);
    return true;
  };
}
