import { healthCareCodes, industryLists, serviceType, timePeriod, deliveryFrequency, deliveryTime, deliveryUnit } from '../vocabulary';
import { named, object, periodFrom, periodTo, qualifiedCode, qualifiedElements, quantity, record, repetitions, text } from '../../src/plugin';
import { certificationType } from './enumerations/certification-type';
import { deliveryQuantity } from './enumerations/delivery-quantity';
import { requestCategory } from './enumerations/request-category';
import { reviewDecision } from './enumerations/review-decision';

/** UM01 to UM04, what is to be reviewed, of an event or of one of its services. */
export const requestOf = {
  requestCategoryCode: text('UM01'),
  requestCategory: named(requestCategory, 'UM01'),
  certificationTypeCode: text('UM02'),
  certificationType: named(certificationType, 'UM02'),
  serviceTypeCode: text('UM03'),
  serviceType: named(serviceType, 'UM03'),
  facilityCode: qualifiedCode({
    code: 'UM04-1',
    qualifier: '-2',
    lists: { lists: qualifiedElements['1331'].lists, usual: 'B', readsUnqualified: true, readsOthers: true },
  }),
} as const;

/** HCR, the decision. */
const decision = record('ReviewDecision', {
  actionCode: text('01'),
  action: named(reviewDecision, '01'),
  authorizationNumber: text('02'),
  reasonCodes: repetitions('03'),
  secondSurgicalOpinionIndicator: text('04'),
});

/** The decision, and the numbers and days of the certification. */
export const decisionOf = {
  decision: object('HCR', decision),
  previousAuthorizationNumber: text('REF[BB]02'),
  administrativeReferenceNumber: text('REF[NT]02'),
  certificationIssueDate: periodFrom('DTP[102]03'),
  certificationExpirationDate: periodFrom('DTP[036]03'),
  certificationDateFrom: periodFrom('DTP[007]03'),
  certificationDateTo: periodTo('DTP[007]03'),
} as const;

/** HSD, how often and when services are delivered. */
export const delivery = object(
  'HSD',
  record('ServiceDelivery', {
    quantityQualifierCode: text('01'),
    quantityType: named(deliveryQuantity, '01'),
    quantity: quantity('02'),
    unitCode: text('03'),
    unit: named(deliveryUnit, '03'),
    sampleFrequency: quantity('04'),
    periodCode: text('05'),
    period: named(timePeriod, '05'),
    periodCount: quantity('06'),
    frequencyCode: text('07'),
    frequency: named(deliveryFrequency, '07'),
    deliveryTimeCode: text('08'),
    deliveryTime: named(deliveryTime, '08'),
  }),
);

/** HI, the diagnoses of the patient and the days on which they were made. */
export const diagnoses = healthCareCodes(industryLists('ABK', 'ABF', 'ABJ', 'APR', 'BK', 'BF', 'BJ', 'PR', 'DR'), { diagnosisDate: periodFrom('-4') });

/** HI, what a reviewer wants to know, by LOINC. */
export const wantedInformation = healthCareCodes(industryLists('LOI'), {});
