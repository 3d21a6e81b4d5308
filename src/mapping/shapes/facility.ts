import { named } from '../element-field';
import { enumeration } from '../enumeration';
import type { Field } from '../field';
import { type Code, code } from './code';
import { variant } from '../nested';
import { onceForEachLoop } from '../once-for-each-loop';
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

/**
 * The facility code, with the list that `listOf` says it is from, and the kind of place that it stands for.
 * `listOf` is asked once for each loop.
 */
export function facility(
  place: string,
  listOf: (loop: LoopNode) => FacilityList,
): { readonly facilityCode: Field<Code>; readonly placeOfServiceType: Field<string> } {
  const list = onceForEachLoop(listOf);
  return {
    facilityCode: variant<Code, FacilityList>(list, { PLACE_OF_SERVICE: code('PLACE_OF_SERVICE', place), FACILITY_TYPE: code('FACILITY_TYPE', place) }),
    placeOfServiceType: variant<string, FacilityList>(list, {
      PLACE_OF_SERVICE: named(placeOfServiceType, place, 'OTHER'),
      FACILITY_TYPE: named(facilityPlaceType, place, 'OTHER'),
    }),
  };
}
