import type { Scope } from '../field';
import type { Place } from '../place';
import { INDUSTRY_LISTS, usualQualifiers } from '../qualified-lists';
import { readGivenCode } from '../writing/code-writer';
import { JsonPath } from '../writing/json-path';
import { OutLocation } from '../writing/out-segments';
import type { Write } from '../writing/record-writer';

/** An industry code whose qualifier is an element beside it. */
interface IndustryPairPlace {
  readonly place: Place;
  readonly qualifierElement: number;
  /** The qualifier of a code without list. */
  readonly usual: string;
}

const QUALIFIER_OF_LIST = usualQualifiers(INDUSTRY_LISTS);

/** Writes an industry code and the qualifier of its list as two elements. */
export function industryPairWriter({ place, qualifierElement, usual }: IndustryPairPlace, scope: Scope, key: string | undefined): Write {
  const location = new OutLocation(place, scope);
  return (value, where, run) => {
    const path = key === undefined ? where.path : new JsonPath(where.path, key);
    const given = readGivenCode(value, path, run, ['qualifierCode']);
    if (given === undefined) return true;
    const { code, subType, qualifierCode } = given;
    const qualifier = qualifierCode ?? (subType === '' ? usual : QUALIFIER_OF_LIST.get(subType));
    const segment = location.at(where);
    if (qualifier === undefined) run.problem(path, 'subType', 'is no list of codes of this kind');
    else if (segment !== undefined) {
      segment.set(qualifierElement, undefined, qualifier);
      segment.set(place.element ?? qualifierElement + 1, undefined, code);
    }
    return true;
  };
}
