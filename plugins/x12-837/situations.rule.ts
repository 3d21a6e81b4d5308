import { type LoopNode, loopRule, loopsOf, type Report, type Segment, segmentOf, segmentsOf } from '../../src/plugin';
import { INSTITUTIONAL, PROFESSIONAL } from './guides';

/** CLM05-3 of claims that replace or void an earlier one. */
const OF_EARLIER_CLAIM = ['7', '8'];

/** First digits of the types of bill of hospital stays. */
const INPATIENT_BILLS = ['11', '18', '21', '41', '65', '66', '86'];

/** Places of service where the patient is admitted: hospital, psychiatric facility, rehabilitation facility. */
const INPATIENT_PLACES = ['21', '51', '61'];

const isOneOf = (segment: Segment, element: number, component: number, codes: readonly string[]): boolean =>
  codes.some((code) => segment.componentIs(element, component, code));

function reportMissing(claim: LoopNode, clm: Segment, message: string, report: Report): void {
  report({ segment: clm, loop: claim, issueObjectClass: 'Claim', fieldName: 'claim_information', message });
}

/** A claim that replaces or voids another names it. */
export const originalReference = loopRule({
  id: '837-original-reference',
  level: 4,
  issueType: 'REQUIRED',
  finds: "A claim that replaces or voids an earlier one (CLM05-3 is 7 or 8) does not give the payer's number of that claim (REF F8).",
  loop: '2300',
  check(claim, report) {
    const [clm] = claim.segments;
    if (clm === undefined || !isOneOf(clm, 5, 3, OF_EARLIER_CLAIM) || segmentOf(claim, 'REF', ['F8'])) return;
    reportMissing(claim, clm, `Frequency code ${clm.component(5, 3)} needs the payer's number of the earlier claim: REF F8 is missing in loop 2300`, report);
  },
});

/** A subscriber who is the patient is described as one. */
export const subscriberIsPatient = loopRule({
  id: '837-subscriber-is-patient',
  level: 4,
  issueType: 'REQUIRED',
  finds: 'The subscriber is the patient (SBR02 is 18), and the address or the birth date and gender are missing (N3, N4, DMG of 2010BA).',
  loop: '2000B',
  check(level, report) {
    const [subscriber] = loopsOf(level, '2010BA');
    const name = subscriber?.segments[0];
    if (subscriber === undefined || name === undefined || !segmentOf(level, 'SBR')?.componentIs(2, 1, '18')) return;
    for (const id of ['N3', 'N4', 'DMG']) {
      if (segmentOf(subscriber, id)) continue;
      const message = `The subscriber is the patient: segment ${id} is required in loop 2010BA`;
      report({ segment: name, loop: subscriber, issueObjectClass: 'Subscriber', fieldName: 'person', message });
    }
  },
});

/** A hospital stay requires the date of its begin. */
export const admissionOfBill = loopRule({
  id: '837-admission-of-bill',
  level: 4,
  issueType: 'REQUIRED',
  finds: 'The type of bill is that of a hospital stay, and the admission is missing (DTP 435 or CL1 of 2300).',
  guides: INSTITUTIONAL,
  loop: '2300',
  check(claim, report) {
    const [clm] = claim.segments;
    if (clm === undefined || !isOneOf(clm, 5, 1, INPATIENT_BILLS)) return;
    const bill = clm.component(5, 1);
    if (!segmentOf(claim, 'DTP', ['435']))
      reportMissing(claim, clm, `Type of bill ${bill} is an inpatient stay: DTP 435 (admission date) is missing in loop 2300`, report);
    if (!segmentOf(claim, 'CL1'))
      reportMissing(claim, clm, `Type of bill ${bill} is an inpatient stay: CL1 (institutional claim code) is missing in loop 2300`, report);
  },
});

/** A visit to an admitted patient requires the date of the admission. */
export const admissionOfVisit = loopRule({
  id: '837-admission-of-visit',
  level: 4,
  issueType: 'REQUIRED',
  finds: 'The place of service is one where patients are admitted (21, 51, 61), and the admission date is missing (DTP 435 of 2300).',
  guides: PROFESSIONAL,
  loop: '2300',
  check(claim, report) {
    const [clm] = claim.segments;
    if (clm === undefined || !isOneOf(clm, 5, 1, INPATIENT_PLACES) || segmentOf(claim, 'DTP', ['435'])) return;
    reportMissing(claim, clm, `Place of service ${clm.component(5, 1)} is one of admitted patients: DTP 435 (admission date) is missing in loop 2300`, report);
  },
});

/** CLM11-1 to CLM11-3: an accident with a car, another accident. */
const ACCIDENTS = ['AA', 'OA'];

/** An accident has a date, and one with a car a state. */
export const accident = loopRule({
  id: '837-accident',
  level: 4,
  issueType: 'REQUIRED',
  finds:
    'The claim is related to an accident (CLM11 AA or OA), and the date (DTP 439) or, of an accident with a car, the state (CLM11-4) or country (CLM11-5) is missing.',
  guides: PROFESSIONAL,
  loop: '2300',
  check(claim, report) {
    const [clm] = claim.segments;
    if (clm === undefined || ![1, 2, 3].some((component) => isOneOf(clm, 11, component, ACCIDENTS))) return;
    if (!segmentOf(claim, 'DTP', ['439']))
      reportMissing(claim, clm, 'The claim is related to an accident: DTP 439 (accident date) is missing in loop 2300', report);
    const isCar = [1, 2, 3].some((component) => clm.componentIs(11, component, 'AA'));
    if (isCar && clm.component(11, 4) === '' && clm.component(11, 5) === '') {
      const message = 'The claim is related to a car accident: the state is missing';
      report({ segment: clm, loop: claim, element: 'CLM11-4', issueObjectClass: 'Claim', fieldName: 'relatedCause', message });
    }
  },
});

/** Qualifiers of HI whose diagnoses lines can point to. */
const POINTED = ['ABK', 'ABF', 'BK', 'BF', 'TQ'];

/** Where a line points to diagnoses: the segment, and its element. */
const POINTERS = [
  ['SV1', 7],
  ['SV3', 11],
] as const;

/** A line points to a diagnosis that is there. */
export const diagnosisPointer = loopRule({
  id: '837-diagnosis-pointer',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'A line points to a diagnosis (SV107, SV311) that the claim does not have.',
  loop: '2300',
  check(claim, report) {
    const diagnoses = countDiagnoses(claim);
    for (const line of loopsOf(claim, '2400')) for (const [id, element] of POINTERS) checkPointers(line, id, element, diagnoses, report);
  },
});

function countDiagnoses(claim: LoopNode): number {
  let count = 0;
  for (const hi of segmentsOf(claim, 'HI')) for (let i = 1; i <= hi.elementCount; i++) if (isOneOf(hi, i, 1, POINTED)) count++;
  return count;
}

function checkPointers(line: LoopNode, id: string, element: number, diagnoses: number, report: Report): void {
  const segment = segmentOf(line, id);
  if (!segment?.has(element)) return;
  for (let component = 1; component <= 4; component++) {
    const value = segment.component(element, component);
    if (!/^\d{1,2}$/.test(value) || Number(value) <= diagnoses) continue;
    const ref = `${id}${String(element).padStart(2, '0')}-${component}`;
    const message = `The line points to diagnosis ${value}, but the claim has ${diagnoses}`;
    report({ segment, loop: line, element: ref, issueObjectClass: 'ServiceLine', fieldName: 'diagPointers', value, message });
  }
}
