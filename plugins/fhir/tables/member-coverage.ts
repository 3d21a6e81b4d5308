import type { Coverage } from 'fhir/r4';
import type { Element } from '../mapping/element';
import { at, date, each, first, firstOf, fixed, list, lookup, money, object, period, required, resource, text } from '../mapping/elements';
import { x12 } from '../mapping/codings';
import { concept, SYSTEM, x12System } from '../systems';
import { identification, organization, patient } from './parties';

/** Kinds of insurance (HD03) that FHIR has a code for, beside the code of X12. */
const TYPES = { HMO: 'HMO', PPO: 'PPO', POS: 'POS', EPO: 'EPO', DEN: 'DENTPRG', MM: 'HMM' };

/** Relationships of the member to the subscriber (INS02) that FHIR has codes for. */
const RELATIONSHIPS = Object.fromEntries(
  Object.entries({ '01': 'spouse', '03': 'parent', '17': 'child', '18': 'self', '19': 'child' }).map(([code, name]) => [
    code,
    concept(SYSTEM.relationship, name),
  ]),
);

/** Days by their qualifiers (DTP01): begin and end of a coverage, and of the eligibility of the member. */
const dayOf = (path: string, qualifier: string): Element => firstOf(path, date('date'), ['qualifierCode', qualifier]);

const CANCELLED = { '024': 'cancelled' };

const memberClass = (code: string, path: string): Element => object({ type: fixed(concept(SYSTEM.coverageClass, code)), value: text(path) }, ['value']);

/** Elements that all coverages of a member have. */
const ofMember = {
  subscriberId: text('/identifier'),
  beneficiary: required(at('/member', patient)),
  relationship: first(lookup('/relationshipCode', RELATIONSHIPS), x12('/relationshipCode', '1069')),
  policyHolder: at('/sponsor', organization),
  payor: list(required(at('/insurer', organization))),
} as const;

const memberClasses = [memberClass('group', '/groupOrPolicyNumber'), memberClass('plan', '/masterPolicyNumber')];

/** 834: each of `healthCoverages` of a MEMBER_COVERAGE. */
export const healthCoverage: Element = resource<Coverage>({
  identifier: list(each('groupOrPolicyNumbers', identification), each('/supplementalIdentifiers', identification)),
  status: first(lookup('maintenanceTypeCode', CANCELLED), lookup('/maintenanceTypeCode', CANCELLED), fixed('active', 'else')),
  type: first(
    lookup('insuranceLineCode', Object.fromEntries(Object.entries(TYPES).map(([line, code]) => [line, bothOf(code, line)]))),
    x12('insuranceLineCode', '1205'),
  ),
  ...ofMember,
  period: period(
    first(dayOf('coverageDates', '348'), dayOf('/statusInfoEffectiveDates', '356')),
    first(dayOf('coverageDates', '349'), dayOf('/statusInfoEffectiveDates', '357')),
  ),
  class: list(...memberClasses, memberClass('subplan', 'planDescription')),
  costToBeneficiary: list(each('contractAmounts', object({ type: x12('qualifierCode', '522'), valueMoney: money('amount') }, ['valueMoney']))),
});

function bothOf(code: string, line: string): object {
  return {
    coding: [
      { system: SYSTEM.actCode, code },
      { system: x12System('1205'), code: line },
    ],
  };
}

/** 834: a MEMBER_COVERAGE without `healthCoverages`, which is about the membership as a whole. */
export const membership: Element = resource<Coverage>({
  identifier: list(each('supplementalIdentifiers', identification)),
  status: first(lookup('maintenanceTypeCode', CANCELLED), fixed('active', 'else')),
  ...ofMember,
  period: period(dayOf('statusInfoEffectiveDates', '356'), dayOf('statusInfoEffectiveDates', '357')),
  class: list(...memberClasses),
});
