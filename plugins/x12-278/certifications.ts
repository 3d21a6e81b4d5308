import { date, elements, named, object, periodFrom, periodTo, quantity, record, text } from '../../src/plugin';
import { transportReason, unitType } from '../vocabulary';
import { certificationType } from './enumerations/certification-type';
import { conditionCategory } from './enumerations/condition-category';
import { prognosis } from './enumerations/prognosis';
import { transportType } from './enumerations/transport-type';

/** CRC, conditions that apply or do not apply. */
export const conditions = record('ConditionsIndicator', {
  categoryCode: text('01'),
  category: named(conditionCategory, '01'),
  yesOrNoCondition: text('02'),
  conditionCodes: elements('', [3, 4, 5, 6, 7], text('+0')),
});

/** CL1, a stay in an institution. */
export const admission = object(
  'CL1',
  record('Admission', { typeCode: text('01'), sourceCode: text('02'), patientStatusCode: text('03'), residentialStatusCode: text('04') }),
);

/** CR1, an ambulance transport. */
export const ambulanceTransportInfo = object(
  'CR1',
  record('AmbulanceTransportInfo', {
    patientWeightUnitCode: text('01'),
    patientWeightUnit: named(unitType, '01'),
    patientWeight: quantity('02'),
    transportCode: text('03'),
    transportType: named(transportType, '03'),
    reasonCode: text('04'),
    reason: named(transportReason, '04'),
    distanceUnitCode: text('05'),
    distanceUnit: named(unitType, '05'),
    transportDistance: quantity('06'),
    roundTripPurposeDescription: text('09'),
    stretcherPurposeDescription: text('10'),
  }),
);

/** CR2, spinal manipulation. */
export const spinalManipulationInfo = object(
  'CR2',
  record('SpinalManipulationInfo', {
    treatmentNumber: quantity('01'),
    treatmentCount: quantity('02'),
    subluxationCode: text('03'),
    lastSubluxationCode: text('04'),
    conditionCode: text('08'),
    complicationIndicator: text('09'),
    description: text('10'),
    additionalDescription: text('11'),
    xRayAvailabilityIndicator: text('12'),
  }),
);

/** CR5, oxygen therapy at home. */
export const homeOxygenInfo = object(
  'CR5',
  record('HomeOxygenInfo', {
    equipmentTypeCode: text('03'),
    equipmentTypeCode2: text('04'),
    equipmentReason: text('05'),
    flowRate: quantity('06'),
    dailyUseCount: quantity('07'),
    usePeriodHourCount: quantity('08'),
    therapistOrder: text('09'),
    arterialBloodGasQuantity: quantity('10'),
    oxygenSaturationQuantity: quantity('11'),
    testConditionCode: text('12'),
    testFindingsCodes: elements('', [13, 14, 15], text('+0')),
    portableFlowRate: quantity('16'),
    deliverySystemCode: text('17'),
    equipmentTypeCode3: text('18'),
  }),
);

/** CR6, health care at home. */
export const homeHealthCareInfo = object(
  'CR6',
  record('HomeHealthCareInfo', {
    prognosisCode: text('01'),
    prognosis: named(prognosis, '01'),
    serviceFromDate: date('02'),
    certificationDateFrom: periodFrom('04'),
    certificationDateTo: periodTo('04'),
    medicareCoverageIndicator: text('07'),
    certificationTypeCode: text('08'),
    certificationType: named(certificationType, '08'),
    surgeryDate: date('09'),
    procedureQualifierCode: text('10'),
    procedureCode: text('11'),
    orderDate: date('12'),
    lastVisitDate: date('13'),
    physicianContactDate: date('14'),
    lastAdmissionDateFrom: periodFrom('16'),
    lastAdmissionDateTo: periodTo('16'),
    patientLocationCode: text('17'),
  }),
);
