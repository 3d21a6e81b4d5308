import {
  amount,
  code,
  constant,
  each,
  from,
  group,
  type LoopNode,
  loops,
  named,
  ownOrItemDates,
  periodFrom,
  periodTo,
  recordId,
  text,
  transactionReference,
  unlessGiven,
  unlessTopLevel,
  unusualCode,
  variant,
  within,
} from '../../src/plugin';
import { delayReason, type FacilityList, party, provider, qualifiedFacility } from '../vocabulary';
import { specialProgram } from './enumerations/special-program';
import { otherSubscriber } from './other-subscriber';
import { patient, subscriber } from './subscriber';
import { note, relatedCause } from './supporting-information';
import { transaction } from './transaction';

/** What every claim begins with. */
export const claimHead = {
  id: recordId(),
  objectType: constant('CLAIM'),
  transactionId: transactionReference(),
  patientControlNumber: text('CLM01'),
  chargeAmount: amount('CLM02'),
} as const;

/** AMT F5, the patient's payment. */
export const patientPaidAmount = amount('AMT[F5]02');

/** CLM05, the place of the services, by the usual list unless the claim names one, and the frequency of the bill. */
export const billType = (usual: FacilityList) =>
  ({
    ...qualifiedFacility('CLM05', usual),
    frequencyCode: code('FREQUENCY_CODE', 'CLM05-3'),
  }) as const;

/** Dates of the services: those of the claim itself, by default the days of its lines. */
export const serviceDates = ownOrItemDates('serviceDate', { loop: '2400', items: 'serviceLines' }, 'DTP[472]03');

/** 'twice' for a claim that contains its days itself although its lines do too. */
function statesDates({ segments, loops: lines }: LoopNode): 'twice' | undefined {
  const states = (list: LoopNode['segments']): boolean => list.some((segment) => segment.id === 'DTP' && segment.element(1) === '472');
  return states(segments) && lines.some((line) => states(line.segments)) ? 'twice' : undefined;
}

/** `serviceDates`, and DTP 472 of a claim whose lines have one too: `serviceDates` cannot distinguish it from theirs. */
export const ownServiceDates = {
  serviceDateFrom: unlessGiven('claimServiceDateFrom', serviceDates.serviceDateFrom),
  serviceDateTo: unlessGiven('claimServiceDateTo', unlessGiven('claimServiceDateFrom', serviceDates.serviceDateTo)),
  claimServiceDateFrom: variant<string, 'twice'>(statesDates, { twice: periodFrom('DTP[472]03') }),
  claimServiceDateTo: variant<string, 'twice'>(statesDates, { twice: periodTo('DTP[472]03') }),
} as const;

/** Who is insured and treated. */
export const insuredPeople = {
  subscriber: from('2000B', subscriber),
  patient: from('2000C', patient),
  otherSubscribers: loops('2320', otherSubscriber),
} as const;

/** CLM07 to CLM09, assignments and release, that every kind of claim has. */
export const assignments = {
  assignmentParticipationCode: text('CLM07'),
  assignmentCertificationIndicator: text('CLM08'),
  releaseOfInformationCode: text('CLM09'),
} as const;

/** CLM11 and CLM12, causes and programs of claims by persons. */
export const circumstances = {
  relatedCause: group(relatedCause),
  specialProgramCode: text('CLM12'),
  specialProgramType: named(specialProgram, 'CLM12'),
} as const;

export const delay = {
  delayReasonCode: text('CLM20'),
  delayReasonType: named(delayReason, 'CLM20'),
} as const;

/** REF of 2300: the value of one qualifier. */
export const reference = (qualifier: string) => text(`REF[${qualifier}]02`);

/** DTP of 2300 or 2400: the day of one qualifier. */
export const day = (qualifiers: string) => periodFrom(`DTP[${qualifiers}]03`);

/** The qualifier of a `day` that may have several, unless it is the first of them. */
export const qualifierOfDay = (qualifiers: string) => unusualCode(`DTP[${qualifiers}]01`, ...qualifiers.split('|', 1));

/** NTE, all notes. */
export const notes = each('NTE', note);

/** K3, records in a layout that a payer or state has agreed on. */
export const fixedFormatRecords = each('K3', text('01'));

/** Who bills, who is paid, and who treated. */
export const claimProviders = {
  currencyCode: within('2000A', text('CUR02')),
  billingProvider: from('NM1[85]', provider('2000A')),
  payToAddress: from('NM1[87]', party()),
  payToPlan: from('NM1[PE]', party()),
  providers: loops('NM1', provider()),
} as const;

export const embeddedTransaction = unlessTopLevel(from('0000', transaction));
