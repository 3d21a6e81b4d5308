import type { Coverage } from 'fhir/r4';
import { relationship } from '../../vocabulary';
import type { Element } from '../mapping/element';
import { at, first, fixed, list, lookup, object, reference, required, resource, text } from '../mapping/elements';
import { x12, x12Named } from '../mapping/codings';
import { concept, SYSTEM } from '../systems';
import { organization, patientInPerson } from './parties';

/** Relationships that FHIR has codes for; all others have the code of X12. */
const RELATIONSHIPS = Object.fromEntries(
  Object.entries({ SELF: 'self', SPOUSE: 'spouse', CHILD: 'child', STEPCHILD: 'child', MOTHER: 'parent', FATHER: 'parent', INJURED_PLAINTIFF: 'injured' }).map(
    ([name, code]) => [name, concept(SYSTEM.relationship, code)],
  ),
);

const relationshipOf = (path: string): Element => first(lookup(path, RELATIONSHIPS), x12Named(path, relationship, '1069'));

/** Order of payers by their responsibility. */
const ORDER = Object.fromEntries(
  ['PRIMARY', 'SECONDARY', 'TERTIARY', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT', 'NINE', 'TEN', 'ELEVEN'].map((name, index) => [name, index + 1]),
);

const classOf = (code: string, value: Element, name?: Element): Element =>
  object({ type: fixed(concept(SYSTEM.coverageClass, code)), value, ...(name === undefined ? {} : { name }) }, ['value']);

/** Elements of an insurance (SBR) that claims have for every beneficiary. */
const insured = {
  status: fixed('active'),
  type: x12('claimFilingIndicatorCode', '1032'),
  subscriber: patientInPerson,
  subscriberId: text('person.identifier'),
};

const classes = list(classOf('group', first(text('groupOrPolicyNumber'), text('groupName')), text('groupName')), classOf('plan', text('insuranceTypeCode')));

const order = lookup('payerResponsibilitySequence', ORDER);

/** The insurance of a claim. The patient is the subscriber, unless the claim has another patient. */
export const claimCoverage: Element = reference(
  'Coverage',
  resource<Coverage>({
    ...insured,
    beneficiary: required(at('/patient', patientInPerson), patientInPerson),
    relationship: first(relationshipOf('/patient.relationshipType'), relationshipOf('relationshipType')),
    payor: list(required(at('payer', organization))),
    class: classes,
    order,
  }),
);

/** Another insurance of the patient of a claim: its subscriber may be somebody else. */
export const otherCoverage: Element = reference(
  'Coverage',
  resource<Coverage>({
    ...insured,
    beneficiary: required(at('/patient', patientInPerson), at('/subscriber', patientInPerson)),
    relationship: relationshipOf('relationshipType'),
    payor: list(required(at('payer', organization))),
    class: classes,
    order,
  }),
);

/** The insurance of a payment, at the record. */
export const paymentCoverage: Element = reference(
  'Coverage',
  resource<Coverage>({
    status: fixed('active'),
    type: x12('claimFilingIndicatorCode', '1032'),
    subscriber: at('subscriber', patientInPerson),
    subscriberId: first(text('subscriber.person.identifier'), text('patient.person.identifier')),
    beneficiary: required(at('patient', patientInPerson), at('subscriber', patientInPerson)),
    payor: list(required(at('payer', organization))),
  }),
);
