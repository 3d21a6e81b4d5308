import type { ClaimResponse, Task } from 'fhir/r4';
import { paymentMethodType } from '../../vocabulary';
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
  numberedAs,
  object,
  required,
  requiredValue,
  resource,
  text,
  when,
  whenGiven,
} from '../mapping/elements';
import { coded, x12Named } from '../mapping/codings';
import { concept, SYSTEM } from '../systems';
import { claimOf } from './explanation-of-benefit';
import { identifierOf, organization, patient, provider } from './parties';

const CATEGORIES = 'https://x12.org/codes/claim-status-category-codes';
const STATUSES = 'https://x12.org/codes/claim-status-codes';
const TASK_CODES = 'http://terminology.hl7.org/CodeSystem/financialtaskcode';

const byCode = (codes: string, value: string): Record<string, string> => Object.fromEntries(codes.split(' ').map((code) => [code, value]));

/** Categories of statuses that say that a claim was refused before it was processed. */
const ERRORS = 'A3 A4 A6 A7 A8 E0 E1 E2 E3 E4 D0';

/** Outcomes by the category of the first status: refused, decided, waiting for information; all others wait for their turn. */
const OUTCOMES = {
  ...byCode(ERRORS, 'error'),
  ...byCode('F0 F1 F2 F3 F3F F3N F4', 'complete'),
  ...byCode('R0 R1 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 R16 R17', 'partial'),
};

const firstStatus = (path: string, element: Element): Element => firstOf(path, firstOf('statusCodeInfos', element));

/** Statuses (STC): the category is the category of an adjudication, the status its reason. */
const statuses = each(
  'statusInfos',
  each('statusCodeInfos', object({ category: required(coded('categoryCode', CATEGORIES)), reason: coded('statusCode', STATUSES) }, ['category'])),
);

const errors = each('statusInfos', each('statusCodeInfos', when('categoryCode', ERRORS.split(' '), object({ code: coded('statusCode', STATUSES) }))));

const party = first(at('payer', organization), at('/transaction.sender', organization));

/** 277CA and 277: CLAIM_STATUS. */
export const claimResponse: Element = resource<ClaimResponse>({
  identifier: list(
    object({ type: fixed(concept(SYSTEM.carinIdentifier, 'uc')), value: text('payerClaimControlNumber') }, ['value']),
    identifierOf('clearinghouseTraceNumber', 'D9'),
    identifierOf('medicalRecordNumber', 'EA'),
    identifierOf('voucherIdentifier', 'VV'),
    identifierOf('prescriptionNumber', 'XZ'),
  ),
  status: fixed('active'),
  type: required(whenGiven('billTypeCode', fixed(concept(SYSTEM.claimType, 'institutional'), 'with a type of bill'))),
  use: fixed('claim'),
  patient: required(at('patient', patient)),
  created: requiredValue(date('/transaction.creationDate')),
  insurer: required(party),
  requestor: at('provider', provider),
  request: first(claimOf('patientControlNumber'), claimOf('traceIdentifier')),
  outcome: first(firstStatus('statusInfos', lookup('categoryCode', OUTCOMES)), fixed('queued', 'else')),
  item: list(
    each('lineStatuses', numberedAs('itemSequence', object({ adjudication: list(first(statuses, fixed({ category: { text: 'No status' } }, 'else'))) }))),
  ),
  adjudication: list(statuses),
  total: list(object({ category: fixed(concept(SYSTEM.adjudication, 'submitted')), amount: firstOf('statusInfos', money('chargeAmount')) })),
  payment: firstOf(
    'statusInfos',
    object(
      {
        type: required(x12Named('paymentMethodType', paymentMethodType, '591')),
        date: first(date('remittanceDate'), date('adjudicationDate')),
        amount: money('paymentAmount'),
        identifier: object({ value: text('remittanceTraceNumber') }),
      },
      ['amount'],
    ),
  ),
  processNote: list(each('statusInfos', object({ text: text('message') }))),
  error: list(errors),
});

/** Statuses of tasks by the action of the first status (STC03). */
const ACTIONS = { WQ: 'accepted', U: 'rejected', '15': 'on-hold', F: 'completed', NA: 'received' };

const statusOf = (path: string): Record<'status' | 'statusReason' | 'businessStatus', Element> => ({
  status: first(firstOf(`${path}.statusInfos`, lookup('actionCode', ACTIONS)), fixed('received', 'else')),
  statusReason: firstStatus(`${path}.statusInfos`, coded('statusCode', STATUSES)),
  businessStatus: firstStatus(`${path}.statusInfos`, coded('categoryCode', CATEGORIES)),
});

const authoredOn = date('/transaction.creationDate');

/** 276: CLAIM_STATUS_INQUIRY. It asks for a task; nothing is decided yet. */
export const statusRequest: Element = resource<Task>({
  identifier: list(object({ value: text('traceIdentifier') }), identifierOf('groupNumber', '6P'), identifierOf('locationIdentifier', 'LU')),
  status: fixed('requested'),
  intent: fixed('order'),
  code: fixed(concept(TASK_CODES, 'status')),
  focus: first(claimOf('patientControlNumber'), claimOf('payerClaimControlNumber', 'uc')),
  for: at('patient', patient),
  authoredOn,
  requester: at('provider', provider),
  owner: at('payer', organization),
});

/** 277CA: PROVIDER_STATUS and RECEIVER_STATUS, which are about all claims of somebody and name none. */
const batchTask = (of: 'provider' | 'receiver', path: string): Element =>
  resource<Task>({
    identifier: list(object({ value: text(`${path}.traceIdentifier`) })),
    ...statusOf(path),
    intent: fixed('order'),
    code: fixed(concept(TASK_CODES, 'status')),
    authoredOn,
    requester: at(of, provider),
    owner: party,
  });

export const providerTask: Element = batchTask('provider', 'batchStatus');
export const receiverTask: Element = batchTask('receiver', 'batchStatus');
