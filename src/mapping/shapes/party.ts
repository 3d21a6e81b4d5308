import { text, named } from '../element-field';
import { entityRole } from '../enumerations/entity-role';
import { entityType } from '../enumerations/entity-type';
import { identificationType } from '../enumerations/identification-type';
import { record, type RecordOf } from '../record';

/** An address: N3 and N4 of the loop. */
export const address = record('Address', {
  line: text('N301'),
  line2: text('N302'),
  city: text('N401'),
  stateCode: text('N402'),
  zipCode: text('N403'),
  countryCode: text('N404'),
  locationQualifier: text('N405'),
  locationIdentifier: text('N406'),
  countrySubdivisionCode: text('N407'),
});
export type Address = RecordOf<typeof address>;

/** The identity that NM1 gives, up to the tax id that other segments may add. */
export const nm1Identity = {
  entityRole: named(entityRole, '01'),
  entityType: named(entityType, '02'),
  identificationType: named(identificationType, '08'),
  identifier: text('09'),
} as const;

/** The name that NM1 gives. */
export const nm1Name = {
  lastNameOrOrgName: text('03'),
  firstName: text('04'),
  namePrefix: text('06'),
  middleName: text('05'),
  nameSuffix: text('07'),
} as const;

/** A party that is one NM1 segment. */
export const partyIdName = record('PartyIdName', { ...nm1Identity, ...nm1Name });
export type PartyIdName = RecordOf<typeof partyIdName>;
