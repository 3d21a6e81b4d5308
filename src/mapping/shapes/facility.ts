import { named } from '../element-field';
import { enumeration } from '../enumeration';
import type { Field } from '../field';
import { type Code, code } from './code';
import { variant } from '../nested';
import { parsePlace } from '../place';
import { FACILITY_LISTS } from '../qualified-lists';
import { componentCode } from './component-code';
import { onceForEachLoop } from '../once-for-each-loop';
import { isObject, type JsonObject } from '../writing/write-run';
import type { LoopNode } from '../../guide/loop-node';

/** Which list a facility code is from: CMS place of service, or the first two digits of the UB-04 type of bill. */
export type FacilityList = 'PLACE_OF_SERVICE' | 'FACILITY_TYPE';

/** What kind of place a CMS place of service code means to a reader of claims; all others are OTHER. */
export const placeOfServiceType = enumeration('PlaceOfServiceType', [
  ['02', 'TELE'],
  ['10', 'TELE'],
  ['11', 'OFFICE'],
  ['12', 'HOME'],
  ['19', 'OUTPATIENT'],
  ['20', 'URGENT_CARE'],
  ['21', 'INPATIENT'],
  ['22', 'OUTPATIENT'],
  ['23', 'EMERGENCY'],
  ['24', 'ASC'],
  ['31', 'SNF'],
  ['32', 'NURSING'],
  ['34', 'HOSPICE'],
  ['51', 'INPATIENT'],
]);

/** The same for the facility type of a bill: 1x hospital, 2x skilled nursing, 3x home health, 8x special. */
const facilityPlaceType = enumeration('PlaceOfServiceType', [
  ['11', 'INPATIENT'],
  ['12', 'INPATIENT'],
  ['13', 'OUTPATIENT'],
  ['14', 'OUTPATIENT'],
  ['18', 'INPATIENT'],
  ['21', 'SNF'],
  ['22', 'SNF'],
  ['23', 'SNF'],
  ['32', 'HOME'],
  ['33', 'HOME'],
  ['34', 'HOME'],
  ['65', 'NURSING'],
  ['66', 'NURSING'],
  ['81', 'HOSPICE'],
  ['82', 'HOSPICE'],
  ['83', 'ASC'],
]);

/** The facility code and the kind of place that it stands for. */
export interface FacilityFields {
  readonly facilityCode: Field<Code>;
  readonly placeOfServiceType: Field<string>;
}

/** The kind of place, by the list that the code is from; none for a code of another list. */
const placeTypeOf = (place: string, listOf: (loop: LoopNode) => FacilityList | undefined, usual: FacilityList): Field<string> =>
  variant<string, FacilityList>(
    listOf,
    { PLACE_OF_SERVICE: named(placeOfServiceType, place, 'OTHER'), FACILITY_TYPE: named(facilityPlaceType, place, 'OTHER') },
    (record) => givenList(record, usual),
  );

/** The list that a record says its facility code is from. */
function givenList({ facilityCode }: JsonObject, usual: FacilityList): FacilityList {
  const subType = isObject(facilityCode) ? facilityCode['subType'] : undefined;
  return subType === 'PLACE_OF_SERVICE' || subType === 'FACILITY_TYPE' ? subType : usual;
}

/**
 * The facility code where no qualifier stands beside it, with the list that `listOf` says it is from, which is asked once for each loop.
 */
export function facility(place: string, listOf: (loop: LoopNode) => FacilityList): FacilityFields {
  const list = onceForEachLoop(listOf);
  return {
    facilityCode: variant<Code, FacilityList>(
      list,
      { PLACE_OF_SERVICE: code('PLACE_OF_SERVICE', place), FACILITY_TYPE: code('FACILITY_TYPE', place) },
      (record) => givenList(record, 'PLACE_OF_SERVICE'),
    ),
    placeOfServiceType: placeTypeOf(place, list, 'PLACE_OF_SERVICE'),
  };
}

/** The facility code in a composite C023 of the segment that opens the loop, whose second component names the list; `usual` where it is empty. */
export function qualifiedFacility(place: string, usual: FacilityList): FacilityFields {
  const { element = 1 } = parsePlace(place);
  const isFrom = (loop: LoopNode, list: FacilityList): boolean => loop.segments[0]?.componentIs(element, 2, QUALIFIER_OF[list]) === true;
  const listOf = (loop: LoopNode): FacilityList | undefined => {
    if (isFrom(loop, usual)) return usual;
    const other = usual === 'PLACE_OF_SERVICE' ? 'FACILITY_TYPE' : 'PLACE_OF_SERVICE';
    if (isFrom(loop, other)) return other;
    return loop.segments[0]?.component(element, 2) === '' ? usual : undefined;
  };
  return { facilityCode: componentCode(place, FACILITY_LISTS, usual), placeOfServiceType: placeTypeOf(`${place}-1`, onceForEachLoop(listOf), usual) };
}

const QUALIFIER_OF: Readonly<Record<FacilityList, string>> = { FACILITY_TYPE: 'A', PLACE_OF_SERVICE: 'B' };
