import type { Location, Organization, Patient, Practitioner } from 'fhir/r4';
import { identificationType } from '../../vocabulary';
import type { Element, ElementsOf } from '../mapping/element';
import { at, choose, date, each, first, fixed, list, lookup, object, reference, repeatedReference, resource, text, when } from '../mapping/elements';
import { coding, x12, x12Named } from '../mapping/codings';
import { concept, SYSTEM } from '../systems';

const ofType = (code: string, system: string | undefined) => (prefix: string) =>
  object({
    type: fixed(concept(SYSTEM.identifierType, code)),
    ...(system === undefined ? {} : { system: fixed(system) }),
    value: text(`${prefix}identifier`),
  });

/** Identifiers that have a system or a type in FHIR, by the name of the kind in records. All others have the code of X12 as their type. */
const IDENTIFIERS: Readonly<Record<string, (prefix: string) => Element>> = {
  NPI: ofType('NPI', SYSTEM.npi),
  EIN: ofType('TAX', SYSTEM.ein),
  EMPLOYER_ID: ofType('TAX', SYSTEM.ein),
  SSN: ofType('SS', SYSTEM.ssn),
  MEMBER_ID: ofType('MB', undefined),
};

/** A reference number (REF), with its qualifier as type. */
export const identification = object({ type: x12('qualifierCode', '128'), value: text('identification') }, ['value']);

/** A reference number that has a field of its own, by the qualifier that it has in X12. */
export const identifierOf = (path: string, qualifier: string): Element =>
  object({ type: fixed(concept('https://codesystem.x12.org/005010/128', qualifier)), value: text(path) }, ['value']);

/** `identifier` of a party: its own, its tax id, and its further numbers. */
const identifiers = (prefix = ''): Element =>
  list(
    choose(
      `${prefix}identificationType`,
      Object.fromEntries(Object.entries(IDENTIFIERS).map(([kind, of]) => [kind, of(prefix)])),
      object({ type: x12Named(`${prefix}identificationType`, identificationType, '66'), value: text(`${prefix}identifier`) }, ['value']),
    ),
    object({ type: x12Named(`${prefix}nameIdentificationType`, identificationType, '66'), value: text(`${prefix}nameIdentifier`) }, ['value']),
    object(
      {
        type: fixed(concept(SYSTEM.identifierType, 'TAX')),
        system: lookup(`${prefix}taxIdType`, { EIN: SYSTEM.ein, SSN: SYSTEM.ssn }),
        value: text(`${prefix}taxId`),
      },
      ['value'],
    ),
    each(`${prefix}additionalIds`, identification),
  );

const address = object({
  line: list(text('line'), text('line2')),
  city: text('city'),
  state: first(text('stateCode'), text('countrySubdivisionCode')),
  postalCode: text('zipCode'),
  country: text('countryCode'),
});

/** `address` of a resource that may have several. */
const addresses = (prefix = ''): Element => list(at(`${prefix}address`, address));

/** Kinds of numbers of contacts, by the systems of FHIR. */
const CONTACT_SYSTEMS: Readonly<Record<string, string>> = {
  ALTERNATE_PHONE: 'phone',
  BEEPER: 'pager',
  CELL_PHONE: 'phone',
  EMAIL: 'email',
  FAX: 'fax',
  HOME_PHONE: 'phone',
  PHONE: 'phone',
  URL: 'url',
  WORK_PHONE: 'phone',
};

const contactPoint = object(
  {
    system: lookup('type', CONTACT_SYSTEMS, 'other'),
    value: text('number'),
    use: lookup('type', { CELL_PHONE: 'mobile', HOME_PHONE: 'home', WORK_PHONE: 'work' }),
  },
  ['value'],
);

const telecom = (prefix = ''): Element => list(each(`${prefix}contacts`, each('contactNumbers', contactPoint)));

const personName = (prefix = ''): Element =>
  list(
    object({
      family: text(`${prefix}lastNameOrOrgName`),
      given: list(text(`${prefix}firstName`), text(`${prefix}middleName`)),
      prefix: list(text(`${prefix}namePrefix`)),
      suffix: list(text(`${prefix}nameSuffix`)),
    }),
  );

const GENDERS = { FEMALE: 'female', MALE: 'male', UNKNOWN: 'unknown' };

/** A person who is insured or treated, at an object with the person in `person`, or itself the person. */
const patientElements = (prefix: string): ElementsOf<Patient> => ({
  identifier: identifiers(prefix),
  name: personName(prefix),
  telecom: telecom(prefix),
  gender: lookup(`${prefix}gender`, GENDERS),
  birthDate: date(`${prefix}birthDate`),
  deceasedDateTime: date('deathDate'),
  address: addresses(prefix),
});

/** Patient, at an object that has the person in `person`. */
export const patientInPerson: Element = reference('Patient', resource<Patient>(patientElements('person.')));

/** Patient, at the object of the person. */
export const patient: Element = reference('Patient', resource<Patient>(patientElements('')));

/** Organization; one that has neither a name nor an identifier is none. */
const organizationResource: Element = resource<Organization>(
  {
    identifier: identifiers(),
    name: text('lastNameOrOrgName'),
    address: addresses(),
    contact: list(each('contacts', object({ name: object({ text: text('name') }), telecom: list(each('contactNumbers', contactPoint)) }))),
  },
  ['identifier', 'name'],
);
export const organization: Element = repeatedReference('Organization', organizationResource);

const practitionerResource: Element = resource<Practitioner>({
  identifier: identifiers(),
  name: personName(),
  telecom: telecom(),
  address: addresses(),
  qualification: list(object({ code: coding('providerTaxonomy') })),
});

/** A provider: Practitioner for a person, Organization for all others. */
export const provider: Element = first(
  when('entityType', ['INDIVIDUAL'], repeatedReference('Practitioner', practitionerResource)),
  when('entityType', ['INDIVIDUAL'], organization, true),
);

/** Location of a facility that services were rendered at. */
export const location: Element = repeatedReference(
  'Location',
  resource<Location>({ identifier: identifiers(), name: text('lastNameOrOrgName'), telecom: telecom(), address: at('address', address) }),
);
