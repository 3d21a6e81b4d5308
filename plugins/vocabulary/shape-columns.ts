import { column, columns, describedBy, list, part } from '../../src/plugin';

/*
 * The columns of shapes that the records of several plugins share, for their tables. Qualifiers and countries stand here too:
 * schemas leave them out.
 */

/** Columns of an address, in the order of its fields. */
export const addressParts = columns('line', 'line2', 'city', 'stateCode', 'zipCode', 'countryCode');

/** Columns of an address. */
export const addressColumns = part('address', 'Address', addressParts);

/** Columns of the names of a person or an organisation. */
export const partyNameColumns = columns('lastNameOrOrgName', 'firstName', 'middleName');

/** Columns of the names of a person. */
export const personNameColumns = [column('lastNameOrOrgName', 'LastName'), column('firstName'), column('middleName')];

/** Column of the name of an organisation. */
export const organisationNameColumn = column('lastNameOrOrgName', 'Name');

/** Columns of contacts, with the numbers of each. */
export const contactColumns = list('contacts', 'Contacts', [column('name'), list('contactNumbers', 'ContactNumbers', columns('type', 'number'))]);

/** Columns of a reference number. */
export const identificationColumns = columns('qualifierCode', 'type', 'identification');

/** Columns of the reference numbers of a party. */
export const additionalIdColumns = list('additionalIds', 'AdditionalIds', identificationColumns);

/** Columns of adjustments, under the name that the table has for them. */
export const adjustmentColumns = (name: string) =>
  list('adjustments', name, [column('group'), describedBy('reason', column('reasonCode')), ...columns('amount', 'quantity')]);

/** Columns of the modifiers of a procedure. */
export const modifierColumns = list('modifiers', 'Modifiers', [column('code')]);
