import {
  below,
  constant,
  each,
  fileName,
  group,
  loops,
  named,
  periodFrom,
  periodTo,
  record,
  recordId,
  type RecordOf,
  text,
  transactionReference,
  validationIssues,
  within,
} from '../../src/plugin';
import { delayReason, traceNumbers } from '../vocabulary';
import { admission, ambulanceTransportInfo, conditions, homeHealthCareInfo, homeOxygenInfo, spinalManipulationInfo } from './certifications';
import { healthCondition } from './enumerations/health-condition';
import { levelOfService } from './enumerations/level-of-service';
import { prognosis } from './enumerations/prognosis';
import { relatedCause } from './enumerations/related-cause';
import { dependent, informationContact, otherReviewer, requesterOf, reviewerOf, serviceProvider, subscriber, transportLocation } from './parties';
import { attachments, reviewErrors } from './qualified-values';
import { decisionOf, delivery, diagnoses, requestOf, wantedInformation } from './review';
import { service } from './services';
import { embeddedTransaction } from './transaction';

/** What every authorization begins with. */
const head = {
  id: recordId(),
  objectType: constant('AUTHORIZATION'),
  transactionId: transactionReference(),
  fileName: fileName(),
  requestErrors: within('2000A', reviewErrors),
  ...reviewerOf,
} as const;

const tail = { validationIssues: validationIssues(), transaction: embeddedTransaction } as const;

/** The insured, and the patient if that is a dependent, as in claims. */
const persons = { subscriber, patient: dependent } as const;

/** UM05, who may be liable for the condition. */
const relatedCauses = record('RelatedCauses', {
  causeCode: text('UM05-1'),
  cause: named(relatedCause, 'UM05-1'),
  causeCode2: text('UM05-2'),
  cause2: named(relatedCause, 'UM05-2'),
  causeCode3: text('UM05-3'),
  cause3: named(relatedCause, 'UM05-3'),
  stateCode: text('UM05-4'),
  countryCode: text('UM05-5'),
});

/** Days of the event. */
const eventDates = {
  accidentDate: periodFrom('DTP[439]03'),
  lastMenstrualPeriodDate: periodFrom('DTP[484]03'),
  estimatedBirthDate: periodFrom('DTP[ABC]03'),
  onsetDate: periodFrom('DTP[431]03'),
  eventDateFrom: periodFrom('DTP[AAH]03'),
  eventDateTo: periodTo('DTP[AAH]03'),
  admissionDateFrom: periodFrom('DTP[435]03'),
  admissionDateTo: periodTo('DTP[435]03'),
  dischargeDate: periodFrom('DTP[096]03'),
} as const;

/** 2000E, an event of a patient that is to be reviewed, with its services. */
export const authorization = record('Authorization', {
  ...head,
  ...requesterOf,
  ...persons,
  traceNumbers,
  errors: reviewErrors,
  ...requestOf,
  relatedCauses: group(relatedCauses),
  levelOfServiceCode: text('UM06'),
  levelOfService: named(levelOfService, 'UM06'),
  healthConditionCode: text('UM07'),
  healthCondition: named(healthCondition, 'UM07'),
  prognosisCode: text('UM08'),
  prognosis: named(prognosis, 'UM08'),
  releaseOfInformationCode: text('UM09'),
  delayReasonCode: text('UM10'),
  delayReason: named(delayReason, 'UM10'),
  ...decisionOf,
  ...eventDates,
  diags: diagnoses,
  wantedInformation,
  delivery,
  conditionsIndicators: each('CRC', conditions),
  admission,
  ambulanceTransportInfo,
  spinalManipulationInfo,
  homeOxygenInfo,
  homeHealthCareInfo,
  attachments,
  message: text('MSG01'),
  providers: loops('2010EA', serviceProvider),
  informationContact: below('NM1[L5]', group(informationContact)),
  transportLocations: loops('NM1[45|FS|ND|PW|R3]', transportLocation),
  otherReviewers: loops('NM1[00|CA|GG]', otherReviewer),
  services: loops('2000F', service),
  ...tail,
});

/** 2000C and 2000D without an event: the person is known, and nothing about services. */
export const personAuthorization = record('Authorization', { ...head, ...requesterOf, ...persons, ...tail });

/** 2000B without a person: the requester alone. */
export const requesterAuthorization = record('Authorization', { ...head, ...requesterOf, ...tail });

/** 2000A without a requester: the whole request is rejected. */
export const reviewerAuthorization = record('Authorization', { ...head, ...tail });

export type Authorization = RecordOf<typeof authorization>;
