import { date, from, group, integer, named, object, periodFrom, periodTo, record, text } from '../../src/plugin';
import { address, contacts, gender, healthCareCodes, industryLists, loopIdentity, loopName, providerRole, relationship, taxonomy } from '../vocabulary';
import { entityRelationship } from './enumerations/entity-relationship';
import { militaryRank, militaryService, militaryStatus, militaryStatusCurrency } from './enumerations/military';
import { eligibilityIds, requestErrors } from './qualified-values';

/** Names of all but subscribers and dependents, who alone have a prefix, in 4010. */
const { namePrefix: _prefix, ...nameOfParty } = loopName;

/** 2100A, who knows the benefits: payer, plan sponsor, or their administrator. */
const payer = record('EligibilityPayer', { ...loopIdentity, ...nameOfParty, contacts: contacts(), additionalIds: eligibilityIds, errors: requestErrors });

/** 2100B, who asks: a provider, employer or other payer. */
const provider = record('EligibilityProvider', {
  ...loopIdentity,
  ...nameOfParty,
  providerRole: named(providerRole, 'PRV01'),
  providerTaxonomy: taxonomy,
  address: group(address),
  contacts: contacts(),
  additionalIds: eligibilityIds,
  errors: requestErrors,
});

/** The two parties that all persons of a transaction have in common. */
export const payerAndProvider = { payer: from('2100A', payer), provider: from('2100B', provider) } as const;

/** MPI, the military service of a person. */
const militaryInfo = record('MilitaryInfo', {
  currencyCode: text('01'),
  currency: named(militaryStatusCurrency, '01'),
  employmentStatusCode: text('02'),
  employmentStatus: named(militaryStatus, '02'),
  serviceCode: text('03'),
  service: named(militaryService, '03'),
  description: text('04'),
  rankCode: text('05'),
  rank: named(militaryRank, '05'),
  dateFrom: periodFrom('07'),
  dateTo: periodTo('07'),
});

/** PRV in the loop of a person, the provider that the question or answer is about. */
const personProvider = record('PersonProvider', { providerRole: named(providerRole, 'PRV01'), providerTaxonomy: taxonomy });

/** Diagnoses of ICD-10 and ICD-9. */
const DIAGNOSES = industryLists('ABK', 'ABF', 'BK', 'BF');

/** 2100C or 2100D, the person that is asked about. Its dates are those of the record. */
export const person = record('EligibilityPerson', {
  ...loopIdentity,
  ...loopName,
  birthDate: date('DMG02'),
  gender: named(gender, 'DMG03'),
  subscriberIndicator: text('INS01'),
  relationshipType: named(relationship, 'INS02'),
  maintenanceTypeCode: text('INS03'),
  maintenanceReasonCode: text('INS04'),
  studentStatusCode: text('INS09'),
  handicapIndicator: text('INS10'),
  birthSequenceNumber: integer('INS17'),
  address: group(address),
  contacts: contacts(),
  additionalIds: eligibilityIds,
  provider: group(personProvider),
  diags: healthCareCodes(DIAGNOSES, {}),
  militaryInfo: object('MPI', militaryInfo),
  errors: requestErrors,
});

/** 2120C or 2120D, a party that has to do with a benefit, such as another payer, or a provider of the network. */
export const benefitEntity = record('BenefitEntity', {
  ...loopIdentity,
  ...nameOfParty,
  relationship: named(entityRelationship, 'NM110'),
  providerRole: named(providerRole, 'PRV01'),
  providerTaxonomy: taxonomy,
  address: group(address),
  contacts: contacts(),
});
