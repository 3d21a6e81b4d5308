import { type Code, code, enumeration, type Field, named, qualifiedCode, qualifiedElements, variant, type VariantCase } from '../../src/plugin';

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

/** The facility code and the kind of place that it means. */
export interface FacilityFields {
  readonly facilityCode: Field<Code>;
  readonly placeOfServiceType: Field<string>;
}

/** The kind of place, by the list that the code is from; none for a code of another list. */
const placeTypeOf = (place: string, listOf: readonly VariantCase<FacilityList>[], usual: FacilityList): Field<string> =>
  variant<string, FacilityList>(
    listOf,
    { PLACE_OF_SERVICE: named(placeOfServiceType, place, 'OTHER'), FACILITY_TYPE: named(facilityPlaceType, place, 'OTHER') },
    { listOf: 'facilityCode', otherwise: usual },
  );

/** The facility code of a segment without a qualifier for it. `lists` says which list it is from. */
export function facility(place: string, lists: readonly VariantCase<FacilityList>[]): FacilityFields {
  return {
    facilityCode: variant<Code, FacilityList>(
      lists,
      { PLACE_OF_SERVICE: code('PLACE_OF_SERVICE', place), FACILITY_TYPE: code('FACILITY_TYPE', place) },
      { listOf: 'facilityCode', otherwise: 'PLACE_OF_SERVICE' },
    ),
    placeOfServiceType: placeTypeOf(place, lists, 'PLACE_OF_SERVICE'),
  };
}

/** The facility code in a composite C023 of the segment that opens the loop, whose second component names the list; default `usual`. */
export function qualifiedFacility(place: string, usual: FacilityList): FacilityFields {
  const ofQualifiers = Object.entries(LISTS).map(([qualifier, list]): VariantCase<FacilityList> => [list, { is: `${place}-2`, codes: [qualifier] }]);
  const cases: readonly VariantCase<FacilityList>[] = [...ofQualifiers, [usual, { not: { has: `${place}-2` } }]];
  const lists = { lists: LISTS, usual: usual === 'FACILITY_TYPE' ? 'A' : 'B', readsUnqualified: true, readsOthers: true } as const;
  return {
    facilityCode: qualifiedCode({ code: `${place}-1`, qualifier: '-2', lists }),
    placeOfServiceType: placeTypeOf(`${place}-1`, cases, usual),
  };
}

const LISTS: Readonly<Record<string, FacilityList>> = qualifiedElements['1331'].lists;
