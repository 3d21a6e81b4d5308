import type { Coverage, CoverageEligibilityResponse } from 'fhir/r4';
import { relationship } from '../../vocabulary';
import { coded, coding, x12, x12Named } from '../mapping/codings';
import type { Element } from '../mapping/element';
import {
  at,
  date,
  each,
  first,
  firstOf,
  fixed,
  list,
  lookup,
  money,
  numberAsText,
  object,
  period,
  reference,
  required,
  requiredValue,
  resource,
  text,
  whenGiven,
} from '../mapping/elements';
import { concept, SYSTEM, x12System } from '../systems';
import { modifier } from './lines';
import { organization, patient, provider } from './parties';

const insured = required(at('patient', patient), at('subscriber', patient));

const IN_FORCE = ['1', '2', '3', '4', '5'];
const NOT_IN_FORCE = ['6', '7', '8'];

const hasBenefit = (code: string, isInForce: boolean): Element => firstOf('benefits', fixed(isInForce), ['informationCode', code]);

const planDay = (qualifier: string, member: 'date' | 'dateTo'): Element => firstOf('planDates', date(member), ['qualifierCode', qualifier]);

const coverage = reference(
  'Coverage',
  resource<Coverage>({
    status: fixed('active'),
    subscriber: at('subscriber', patient),
    subscriberId: text('subscriber.identifier'),
    beneficiary: insured,
    relationship: first(
      lookup('patient.relationshipType', { SPOUSE: concept(SYSTEM.relationship, 'spouse'), CHILD: concept(SYSTEM.relationship, 'child') }),
      x12Named('patient.relationshipType', relationship, '1069'),
    ),
    payor: list(required(at('payer', organization))),
  }),
);

const kind = coded('informationCode', x12System('1390'));

/** A benefit (EB): several service types are codings of one category. */
const item = object({
  category: object({ coding: list(each('serviceTypeCodes', object({ system: fixed(x12System('1365')), code: text('') }, ['code']))) }),
  productOrService: first(coding('procedure', 'procedure.descFromClaim'), coding('drug')),
  modifier,
  name: text('planDescription'),
  description: firstOf('messages', text('')),
  network: lookup('inPlanNetwork', { YES: { text: 'In network' }, NO: { text: 'Out of network' } }),
  unit: x12('coverageLevelCode', '1207'),
  term: x12('timePeriodCode', '615'),
  // A benefit is an amount, a share or a count; one that is none of these is its kind alone.
  benefit: list(
    first(
      object({ type: kind, allowedMoney: money('amount') }, ['allowedMoney']),
      object({ type: kind, allowedString: numberAsText('percent') }, ['allowedString']),
      object({ type: kind, allowedString: numberAsText('quantity') }, ['allowedString']),
      object({ type: kind }),
    ),
  ),
  authorizationRequired: lookup('authorizationRequired', { YES: true, NO: false }),
});

/** Names the question by the number that it had. */
const request = (type: string): Element =>
  firstOf('traceNumbers', object({ type: fixed('CoverageEligibilityRequest'), identifier: object({ value: text('traceIdentifier') }) }), ['type', type]);

/** 271: ELIGIBILITY. */
export const eligibilityResponse: Element = resource<CoverageEligibilityResponse>({
  identifier: list(each('traceNumbers', object({ value: text('traceIdentifier') }))),
  status: fixed('active'),
  purpose: fixed(['benefits']),
  patient: insured,
  created: requiredValue(date('/transaction.creationDate')),
  requestor: at('provider', provider),
  request: required(request('REFERENCED_TRANSACTION'), request('CURRENT_TRANSACTION')),
  outcome: first(firstOf('benefits', fixed('complete')), firstOf('errors', fixed('error')), fixed('complete', 'else')),
  insurer: required(at('payer', organization)),
  // A request that was rejected has no benefits, and no coverage is known.
  insurance: list(
    whenGiven(
      'benefits',
      object({
        coverage,
        inforce: first(...IN_FORCE.map((code) => hasBenefit(code, true)), ...NOT_IN_FORCE.map((code) => hasBenefit(code, false))),
        benefitPeriod: period(first(planDay('346', 'date'), planDay('291', 'date')), first(planDay('347', 'date'), planDay('291', 'dateTo'))),
        item: list(each('benefits', item)),
      }),
    ),
  ),
  error: list(each('errors', object({ code: x12('rejectReasonCode', '901') }))),
});
