import type { Claim } from 'fhir/r4';
import { ABSENT, type Element } from '../mapping/element';
import {
  amountQuantity,
  at,
  date,
  each,
  first,
  firstOf,
  fixed,
  items,
  list,
  lookup,
  money,
  numbered,
  numberOf,
  object,
  period,
  required,
  requiredValue,
  resource,
  text,
  when,
  whenGiven,
} from '../mapping/elements';
import { coded, coding, x12 } from '../mapping/codings';
import { joinedCode, pointers } from '../mapping/joined';
import { concept, SYSTEM, x12System } from '../systems';
import { careTeamMember } from './care-team';
import { claimCoverage, otherCoverage } from './coverage';
import { modifier, productOrService, quantityOf, serviced } from './lines';
import { identification, identifierOf, location, organization, patientInPerson, provider } from './parties';
import { amountInfo, amountInfos, codeInfo, dayInfo, infoOf, quantityInfos } from './supporting-info';

/** Claim types by the transaction type. */
const TYPES = Object.fromEntries(
  Object.entries({ PROF: 'professional', INST: 'institutional', DENTAL: 'oral' }).map(([name, code]) => [name, concept(SYSTEM.claimType, code)]),
);

/** Reference numbers of a claim that have fields of their own, by their qualifiers (REF01). */
const NUMBERS: readonly (readonly [path: string, qualifier: string])[] = [
  ['serviceAuthorizationExceptionCode', '4N'],
  ['medicareSection4081Indicator', 'F5'],
  ['mammographyCertificationNumber', 'EW'],
  ['referralNumber', '9F'],
  ['cliaNumber', 'X4'],
  ['repricedReferenceNumber', '9A'],
  ['adjustedRepricedReferenceNumber', '9C'],
  ['investigationalDeviceExemptionNumber', 'LX'],
  ['clearinghouseTraceNumber', 'D9'],
  ['demonstrationProjectIdentifier', 'P4'],
  ['carePlanOversightNumber', '1J'],
  ['peerReviewAuthorizationNumber', 'G4'],
  ['predeterminationOfBenefitsIdentifier', 'G3'],
  ['subscriber.propertyCasualtyClaimNumber', 'Y4'],
  ['patient.propertyCasualtyClaimNumber', 'Y4'],
];

/** Days of a claim that have fields of their own, by their qualifiers (DTP01). */
const DAYS: readonly (readonly [path: string, qualifier: string])[] = [
  ['onsetOfCurrentIllnessOrInjuryDate', '431'],
  ['similarIllnessDate', '438'],
  ['initialTreatmentDate', '454'],
  ['lastSeenDate', '304'],
  ['acuteManifestationDate', '453'],
  ['lastMenstrualPeriodDate', '484'],
  ['lastXRayDate', '455'],
  ['prescriptionDate', '471'],
  ['lastWorkedDate', '297'],
  ['authorizedReturnToWorkDate', '296'],
  ['assumedCareDate', '090'],
  ['relinquishedCareDate', '091'],
  ['propertyCasualtyFirstContactDate', '444'],
  ['repricerReceivedDate', '050'],
  ['orthodonticBandingDate', '452'],
  ['referralDate', '330'],
];

/** Codes of a claim that only X12 has a name for, by their data elements. */
const CODES: readonly (readonly [path: string, element: string])[] = [
  ['assignmentParticipationCode', '1359'],
  ['releaseOfInformationCode', '1363'],
  ['patientSignatureSourceCode', '1351'],
  ['specialProgramCode', '1366'],
  ['participationAgreementCode', '1360'],
  ['delayReasonCode', '1514'],
];

const carin = (code: string): object => concept(SYSTEM.carinInfo, code);
const info = (code: string): object => concept(SYSTEM.claimInfo, code);

const numberedInfo = (category: object, elements: Readonly<Record<string, Element>>, needs: readonly string[] = []): Element =>
  numbered(object({ category: fixed(category), ...elements }, needs));

/** Yes or no (data element 1073) with what it is about. */
const indicator = (path: string, what: string): Element =>
  infoOf(info('info'), { code: fixed({ text: what }), valueBoolean: lookup(path, { Y: true, N: false }) });

const notes = each('notes', numberedInfo(info('info'), { code: x12('qualifierCode', '363'), valueString: text('text') }, ['valueString']));

const attachments = each(
  'attachments',
  numberedInfo(info('attachment'), { code: x12('reportTypeCode', '755'), valueString: first(text('controlNumber'), text('description')) }),
);

/** Codes of the bill of a hospital, by their qualifiers (HI). */
const billCodes = (path: string, qualifier: string, more: Readonly<Record<string, Element>> = {}): Element =>
  each(path, numberedInfo(concept(x12System('1270'), qualifier), { code: coding(''), ...more }, ['code']));

const INSTITUTIONAL = ['FACILITY_TYPE'];

const supportingInfo = list(
  when(
    'facilityCode.subType',
    INSTITUTIONAL,
    infoOf(carin('typeofbill'), { code: joinedCode(SYSTEM.typeOfBill, '0', 'facilityCode.code', 'frequencyCode.code') }),
  ),
  when('facilityCode.subType', INSTITUTIONAL, infoOf(info('info'), { code: coding('frequencyCode') }), true),
  infoOf(carin('admtype'), { code: coded('admissionTypeCode', SYSTEM.admissionType) }),
  infoOf(carin('pointoforigin'), { code: coded('admissionSourceCode', SYSTEM.pointOfOrigin) }),
  infoOf(carin('discharge-status'), { code: coded('patientStatusCode', SYSTEM.dischargeStatus) }),
  infoOf(carin('drg'), { code: coding('drg') }),
  infoOf(carin('medicalrecordnumber'), { valueString: text('medicalRecordNumber') }),
  infoOf(carin('admissionperiod'), { timingPeriod: period(first(date('admissionDate'), date('admissionDateAndHour')), date('dischargeDate')) }),
  infoOf(info('employmentimpacted'), { timingPeriod: period(date('disabilityDateFrom'), date('disabilityDateTo')) }),
  ...DAYS.map(([path, qualifier]) => dayInfo(path, qualifier)),
  ...CODES.map(([path, element]) => codeInfo(path, element)),
  indicator('providerSignatureIndicator', 'Provider signature on file'),
  indicator('assignmentCertificationIndicator', 'Benefits assigned to the provider'),
  amountInfo('patientPaidAmount', 'F5'),
  amountInfo('patientResponsibilityAmount', 'F3'),
  amountInfos('supplementalAmounts'),
  quantityInfos('supplementalQuantities'),
  billCodes('conditions', 'BG'),
  billCodes('treatmentCodes', 'TC'),
  billCodes('occurrences', 'BH', { timingDate: date('occurrenceDate') }),
  billCodes('occurrenceSpans', 'BI', { timingPeriod: period(date('occurrenceDate'), date('occurrenceEndDate')) }),
  billCodes('valueInfos', 'BE', { valueQuantity: amountQuantity('amount') }),
  notes,
  attachments,
  each('fixedFormatRecords', numberedInfo(info('info'), { code: fixed({ text: 'Fixed format information (K3)' }), valueString: text('') }, ['valueString'])),
  each('toothStatuses', numberedInfo(info('missingtooth'), { code: coded('toothNumber', SYSTEM.tooth), reason: x12('statusCode', '1368') }, ['code'])),
  each('serviceLines', items(each('toothInfos', numberedInfo(carin('additionalbodysite'), { code: coded('code', SYSTEM.tooth) }), 1), notes, attachments)),
);

const DIAGNOSIS_TYPES = Object.fromEntries(
  Object.entries({
    ICD_10_PRINCIPAL: 'principal',
    ICD_9_PRINCIPAL: 'principal',
    ICD_10_ADMITTING: 'admitting',
    ICD_9_ADMITTING: 'admitting',
    ICD_10_REASON_FOR_VISIT: 'patientreasonforvisit',
    ICD_9_REASON_FOR_VISIT: 'patientreasonforvisit',
    ICD_10_EXTERNAL_CAUSE_OF_INJURY: 'externalcauseofinjury',
    ICD_9_EXTERNAL_CAUSE_OF_INJURY: 'externalcauseofinjury',
  }).map(([list_, code]) => [list_, concept(['principal', 'admitting'].includes(code) ? SYSTEM.diagnosisType : SYSTEM.carinDiagnosis, code)]),
);

/** Lists of the diagnoses that service lines point to. */
const POINTED = ['ICD_10_PRINCIPAL', 'ICD_10', 'ICD_9_PRINCIPAL', 'ICD_9', 'SNODENT'];

const diagnosis = list(
  each(
    'diags',
    numbered(
      object(
        {
          diagnosisCodeableConcept: coding(''),
          type: list(lookup('subType', DIAGNOSIS_TYPES)),
          onAdmission: coded('presentOnAdmissionIndicator', SYSTEM.presentOnAdmission),
        },
        ['diagnosisCodeableConcept'],
      ),
    ),
  ),
);

const PRINCIPAL_PROCEDURES = ['ICD_10_PCS_PRINCIPAL', 'ICD_9_PCS_PRINCIPAL', 'HCPCS_PRINCIPAL'];

const procedure = list(
  each(
    'procs',
    numbered(
      object(
        {
          type: list(lookup('subType', Object.fromEntries(PRINCIPAL_PROCEDURES.map((one) => [one, concept(SYSTEM.procedureType, 'primary')])))),
          date: date('occurrenceDate'),
          procedureCodeableConcept: coding(''),
        },
        ['procedureCodeableConcept'],
      ),
    ),
  ),
);

/** Causes of accidents (CLM11) by the codes of FHIR. */
const ACCIDENTS = { AUTO_ACCIDENT: concept(SYSTEM.actCode, 'MVA'), EMPLOYMENT: concept(SYSTEM.actCode, 'WPA') };

const item = numbered(
  object({
    careTeamSequence: list(each('providers', numberOf)),
    diagnosisSequence: list(pointers('diagPointers', '/diags', POINTED)),
    informationSequence: list(each('toothInfos', numberOf), each('notes', numberOf), each('attachments', numberOf)),
    revenue: coding('revenueCode'),
    productOrService,
    modifier,
    ...serviced,
    locationCodeableConcept: first(
      coded('placeOfServiceCode', SYSTEM.placeOfService),
      when('/facilityCode.subType', ['PLACE_OF_SERVICE'], coding('/facilityCode')),
    ),
    quantity: quantityOf('unitCount', 'unitType'),
    unitPrice: money('unitRate'),
    net: money('chargeAmount'),
    bodySite: first(firstOf('toothInfos', coded('code', SYSTEM.tooth)), firstOf('oralCavityDesignationCodes', coded('', SYSTEM.oralArea))),
    subSite: list(firstOf('toothInfos', each('surfaceCodes', coded('', SYSTEM.surface)))),
    detail: list(
      // A drug beside a procedure; a drug alone is the product itself.
      whenGiven(
        'procedure',
        numbered(
          object({ productOrService: coding('drug'), quantity: quantityOf('drugQuantity', 'drugUnitType'), unitPrice: money('drugUnitPrice') }, [
            'productOrService',
          ]),
        ),
      ),
    ),
  }),
);

const insurance = list(
  first(at('subscriber', numbered(object({ focal: fixed(true), coverage: claimCoverage, preAuthRef: list(text('/priorAuthorizationNumber')) }))), {
    ...fixed({ sequence: 1, focal: true, coverage: ABSENT }),
    rows: [],
  }),
  each('otherSubscribers', numbered(object({ focal: fixed(false), coverage: otherCoverage, preAuthRef: list(text('payerPriorAuthorizationNumber')) }))),
);

/** 837: CLAIM. */
export const claim: Element = resource<Claim>({
  identifier: list(
    object({ type: fixed(concept(SYSTEM.carinIdentifier, 'pat')), value: text('patientControlNumber') }, ['value']),
    ...NUMBERS.map(([path, qualifier]) => identifierOf(path, qualifier)),
    each('otherClaimRelatedIds', identification),
  ),
  status: fixed('active'),
  type: required(lookup('/transaction.transactionType', TYPES)),
  use: first(lookup('predeterminationOfBenefitsCode', { PB: 'predetermination' }), fixed('claim', 'else')),
  patient: required(at('patient', patientInPerson), at('subscriber', patientInPerson)),
  billablePeriod: first(period(date('statementDateFrom'), date('statementDateTo')), period(date('serviceDateFrom'), date('serviceDateTo'))),
  created: requiredValue(date('/transaction.creationDate')),
  insurer: at('subscriber.payer', organization),
  provider: required(at('billingProvider', provider)),
  priority: fixed(concept(SYSTEM.priority, 'normal'), 'X12 has no priority of processing; always'),
  related: list(object({ relationship: fixed(concept(SYSTEM.related, 'prior')), reference: object({ value: text('originalReferenceNumber') }) })),
  payee: object({ type: fixed(concept(SYSTEM.payee, 'provider')), party: at('payToPlan', organization) }),
  facility: firstOf('providers', location, ['entityRole', 'SERVICE_FACILITY']),
  careTeam: list(each('providers', careTeamMember), each('serviceLines', each('providers', careTeamMember))),
  supportingInfo,
  diagnosis,
  procedure,
  insurance,
  accident: object({
    date: requiredValue(date('accidentDate')),
    type: first(lookup('relatedCause.relatedCauseType', ACCIDENTS), x12('relatedCause.relatedCauseCode', '1362')),
    locationAddress: object({ state: first(text('relatedCause.stateCode'), text('accidentState')), country: text('relatedCause.countryCode') }),
  }),
  item: list(each('serviceLines', item)),
  total: money('chargeAmount'),
});
