import { column, columns, list, part, type TableEntry } from '../../src/plugin';

export const addressColumns = part('address', 'Address', columns('line', 'line2', 'city', 'stateCode', 'zipCode', 'countryCode'));

export const contactColumns = list('contacts', 'Contacts', [column('name'), list('contactNumbers', 'ContactNumbers', columns('type', 'number'))]);

export const idColumns = columns('qualifierCode', 'type', 'identification');

export const additionalIdColumns = list('additionalIds', 'AdditionalIds', idColumns);

/** A party that is one NM1: an organisation. */
export const organisation = (key: string, name: string): TableEntry =>
  part(key, name, [column('identificationType'), column('identifier'), column('lastNameOrOrgName', 'Name')]);

/** A party that is one NM1: a person. */
export const personColumns: readonly TableEntry[] = [
  column('identificationType'),
  column('identifier'),
  column('lastNameOrOrgName', 'LastName'),
  column('firstName'),
  column('middleName'),
];
