import { column, columns, firstWhere, part, type TableEntry } from '../../src/plugin';
import { additionalIdColumns, addressColumns, contactColumns, partyNameColumns, organisationNameColumn, personNameColumns } from '../vocabulary';

/*
 * The parts of the tables of claims that people and organisations have. A table says which of them a loop may show, so that
 * its columns are those that can have a value.
 */

export const taxonomyColumn = part('providerTaxonomy', 'ProviderTaxonomy', [column('code')]);

const demographics: readonly TableEntry[] = [column('birthDate'), column('gender')];

const identified: readonly TableEntry[] = columns('identificationType', 'identifier', 'taxId');

/** A subscriber, as a person. */
export const insuredPerson = part('person', '', [...identified, ...personNameColumns, ...demographics, addressColumns]);

/** Another subscriber, with name and identifier only. */
export const otherPerson = part('person', '', [...identified, ...personNameColumns, addressColumns]);

/** A patient, whom the claim does not identify. */
export const patientPerson = part('person', '', [...personNameColumns, ...demographics, addressColumns]);

export const payerColumns = part('payer', 'Payer', [...identified, organisationNameColumn, addressColumns, additionalIdColumns]);

/** Columns of a provider. */
export interface ProviderColumns {
  readonly names?: readonly TableEntry[];
  readonly more?: readonly TableEntry[];
}

/** A provider by role. The role is not shown: it is the name. */
export const provider = (role: string, name: string, { names = partyNameColumns, more = [] }: ProviderColumns = {}): TableEntry =>
  firstWhere('providers', { entityRole: [role] }, name, [column('identifier'), ...names, ...more, additionalIdColumns]);

/** Place of the services; `more` follows the address. */
export const facility = (more: readonly TableEntry[] = []): TableEntry =>
  provider('SERVICE_FACILITY', 'ServiceFacility', { names: [organisationNameColumn], more: [addressColumns, ...more] });

/** Where an ambulance took the patient from, and where to. */
export const ambulancePlaces: readonly TableEntry[] = [
  firstWhere('providers', { entityRole: ['PICKUP_ADDRESS'] }, 'AmbulancePickUp', [addressColumns]),
  firstWhere('providers', { entityRole: ['DROP_OFF_LOCATION'] }, 'AmbulanceDropOff', [column('lastNameOrOrgName'), addressColumns]),
];

/** Who bills, and is paid. */
export const billingProvider = part('billingProvider', 'BillingProvider', [
  ...identified,
  ...partyNameColumns,
  addressColumns,
  taxonomyColumn,
  contactColumns,
  additionalIdColumns,
]);
