import {
  addElement,
  dates,
  dayOf,
  type ExactSum,
  findingAt,
  lastDayOf,
  type LoopNode,
  numberOf,
  rootOf,
  type Segment,
  segmentOf,
  segmentsOf,
  type SetRule,
  type SituationFinding,
  situationRule,
} from '../../src/plugin';
import { ACKNOWLEDGMENT, REQUEST, RESPONSE } from './guides';

/** Loops of claims, and of their lines in requests (2210) and responses (2220). */
const CLAIMS = ['2200D', '2200E'];
const LINES = ['2210D', '2210E', '2220D', '2220E'];

/** Levels of persons. */
const PERSONS = ['2000D', '2000E'];

const CLAIM = { issueObjectClass: 'ClaimStatus' } as const;
const STATUS = { issueObjectClass: 'StatusInfo' } as const;
const LINE = { issueObjectClass: 'ServiceLine' } as const;

const SERVICE_DATES = ['472', '232', '233'];

const STC = { status: 1, effective: 2, charge: 4, paid: 5, decided: 6, remitted: 8, check: 9 } as const;

const madeOf = (loop: LoopNode): number => dayOf(segmentOf(rootOf(loop), 'BHT'), 4);

const linesOf = ({ loops }: LoopNode): readonly LoopNode[] => loops.filter(({ def }) => LINES.includes(def.id));

/** A day of a segment that is later than the transaction. */
function later(segment: Segment | undefined, element: number, day: number, made: number, owner: Parameters<typeof findingAt>[2]): readonly SituationFinding[] {
  if (segment === undefined || day === 0 || made === 0 || day <= made) return [];
  return [findingAt(segment, element, owner, `The day ${dates.formatDate(day)} is later than the transaction of ${dates.formatDate(made)}`)];
}

const serviceDay = (loop: LoopNode): readonly SituationFinding[] => {
  const dtp = segmentOf(loop, 'DTP', SERVICE_DATES);
  return later(dtp, 3, lastDayOf(dtp, 3), madeOf(loop), { ...CLAIM, fieldName: 'serviceDateTo' });
};

const birthDay = (level: LoopNode): readonly SituationFinding[] => {
  const dmg = segmentOf(level, 'DMG');
  return later(dmg, 2, dayOf(dmg, 2), madeOf(level), { issueObjectClass: 'StatusPerson', fieldName: 'birthDate' });
};

/** The charges of the lines are more than that of the claim. */
function linesAbove(claim: LoopNode, total: Segment | undefined, element: number): readonly SituationFinding[] {
  if (!total?.has(element)) return [];
  const rest = numberOf(total, element);
  for (const { segments } of linesOf(claim)) for (const svc of segments) if (svc.id === 'SVC') addElement(rest, svc, 2, -1);
  if (!rest.isNumber || Number(rest.text) >= 0) return [];
  return [findingAt(total, element, { ...CLAIM, fieldName: 'chargeAmount' }, 'The charges of the lines are more than the charge of the claim')];
}

/** Numbers of lines that stand twice in a claim. */
function linesTwice(claim: LoopNode): readonly SituationFinding[] {
  const seen = new Set<string>();
  return linesOf(claim).flatMap((line) => {
    const ref = segmentOf(line, 'REF', ['FJ']);
    const number = ref?.element(2) ?? '';
    const isTwice = seen.has(number);
    if (number !== '') seen.add(number);
    return ref !== undefined && isTwice ? [findingAt(ref, 2, { ...LINE, fieldName: 'controlNumber' }, 'The number of the line stands twice in the claim')] : [];
  });
}

const unitsOf = (line: LoopNode): readonly SituationFinding[] => {
  const svc = segmentOf(line, 'SVC');
  if (svc === undefined || !svc.has(7) || Number(svc.element(7)) > 0) return [];
  return [findingAt(svc, 7, { ...LINE, fieldName: 'unitCount' }, 'The number of units is not above zero')];
};

/** A level that has no claim and no level below it. */
const noClaim = (level: LoopNode): readonly SituationFinding[] => {
  const hl = segmentOf(level, 'HL');
  if (hl === undefined || hl.element(4) === '1' || level.loops.some(({ def }) => CLAIMS.includes(def.id)) || hasBelow(level)) return [];
  return [{ segment: hl, ...CLAIM, fieldName: 'traceIdentifier', message: 'The person has no claim: TRN is missing' }];
};

/** Units are no child loops of their levels: a level with units below it is frozen. */
const hasBelow = (level: LoopNode): boolean => level.isFrozen;

const BORN = 'The birth date of a subscriber or dependent (DMG02) is later than the day on which the transaction was made (BHT04).';
const SERVED = 'The service date of a claim or line (DTP 472) is later than the day on which the transaction was made (BHT04).';

/** Rules of both sets. */
const rulesOf = (set: '276' | '277' | '277ca', guides: readonly string[]): readonly SetRule[] => [
  situationRule({ id: `${set}-service-day`, issueType: 'MISMATCH', finds: SERVED, guides, loop: [...CLAIMS, ...LINES], check: serviceDay }),
  situationRule({
    id: `${set}-line-twice`,
    issueType: 'MISMATCH',
    finds: 'The number of a line (REF FJ) stands twice in a claim.',
    guides,
    loop: CLAIMS,
    check: linesTwice,
  }),
  situationRule({
    id: `${set}-line-units`,
    issueType: 'MISMATCH',
    finds: 'The number of units of a line (SVC07) is zero or negative.',
    guides,
    loop: LINES,
    check: unitsOf,
  }),
];

const ofClaim = (id: string, issueType: SetRule['issueType'], finds: string, check: (claim: LoopNode) => readonly SituationFinding[]): SetRule =>
  situationRule({ id: `276-${id}`, issueType, finds, guides: REQUEST, loop: CLAIMS, check });

/** Anything by which a payer finds a claim. */
const KEYS = ['1K', 'EJ', 'EA', 'D9'];

/** Rules of requests (276). */
const requestRules: readonly SetRule[] = [
  ...rulesOf('276', REQUEST),
  situationRule({ id: '276-birth-day', issueType: 'MISMATCH', finds: BORN, guides: REQUEST, loop: PERSONS, check: birthDay }),
  ofClaim('claim-lines', 'MISMATCH', 'The charges of the lines (SVC02) are more than the charge of the claim (AMT T3).', (claim) =>
    linesAbove(claim, segmentOf(claim, 'AMT', ['T3']), 2),
  ),
  ofClaim('claim-day', 'REQUIRED', 'A claim has no service date, neither for itself nor for a line (DTP 472).', (claim) => {
    const [trn] = claim.segments;
    const hasDay = [claim, ...linesOf(claim)].some((loop) => segmentOf(loop, 'DTP', SERVICE_DATES) !== undefined);
    return trn === undefined || hasDay
      ? []
      : [{ segment: trn, ...CLAIM, fieldName: 'serviceDateFrom', message: 'The claim has no service date: DTP 472 is missing' }];
  }),
  ofClaim('claim-key', 'REQUIRED', 'A claim has neither a number (REF 1K, EJ, EA, D9) nor a charge (AMT T3) by which the payer could find it.', (claim) => {
    const [trn] = claim.segments;
    if (trn === undefined || segmentOf(claim, 'REF', KEYS) || segmentOf(claim, 'AMT', ['T3'])) return [];
    return [{ segment: trn, ...CLAIM, fieldName: 'patientControlNumber', message: 'The claim has neither a number nor a charge' }];
  }),
  ofClaim('claim-charge', 'MISMATCH', 'The charge of a claim that is asked about (AMT T3) is negative.', (claim) => {
    const amt = segmentOf(claim, 'AMT', ['T3']);
    return amt === undefined || Number(amt.element(2)) >= 0 ? [] : [findingAt(amt, 2, { ...CLAIM, fieldName: 'chargeAmount' }, 'The charge is negative')];
  }),
  ofClaim('bill-type', 'MISMATCH', 'The type of bill (REF BLT) has not three or four characters.', (claim) => {
    const ref = segmentOf(claim, 'REF', ['BLT']);
    const type = ref?.element(2) ?? '';
    if (ref === undefined || /^0?\w{3}$/.test(type)) return [];
    return [findingAt(ref, 2, { ...CLAIM, fieldName: 'billTypeCode' }, 'A type of bill has three characters, or four with a leading zero')];
  }),
  situationRule({
    id: '276-no-claim',
    issueType: 'REQUIRED',
    finds: 'A person without dependents is asked about without any claim (TRN).',
    guides: REQUEST,
    loop: PERSONS,
    check: noClaim,
  }),
];

const ofStatus = (id: string, finds: string, check: (stc: Segment, loop: LoopNode) => readonly SituationFinding[]): SetRule =>
  situationRule({
    id: `277-${id}`,
    issueType: 'MISMATCH',
    finds,
    guides: RESPONSE,
    loop: CLAIMS,
    check: (claim) => segmentsOf(claim, 'STC').flatMap((stc) => check(stc, claim)),
  });

const categoryOf = (stc: Segment): string => stc.component(STC.status, 1);

const isAbove = (stc: Segment, element: number, limit: number): boolean => {
  const rest: ExactSum = numberOf(stc, limit);
  addElement(rest, stc, element, -1);
  return rest.isNumber && Number(rest.text) < 0;
};

/** Rules of responses (277). */
const responseRules: readonly SetRule[] = [
  ...rulesOf('277', RESPONSE),
  ofStatus('denied-paid', 'A claim is denied (category F2 in STC01), and something was paid (STC05).', (stc) =>
    categoryOf(stc) !== 'F2' || Number(stc.element(STC.paid)) <= 0
      ? []
      : [findingAt(stc, STC.paid, { ...STATUS, fieldName: 'paymentAmount' }, 'A denied claim was paid')],
  ),
  ofStatus('pending-paid', 'A claim is pending (a category of P in STC01), and a check or transfer is named (STC09).', (stc) =>
    !categoryOf(stc).startsWith('P') || !stc.has(STC.check)
      ? []
      : [findingAt(stc, STC.check, { ...STATUS, fieldName: 'remittanceTraceNumber' }, 'A pending claim has a check or transfer')],
  ),
  ofStatus('paid-above-charge', 'More was paid (STC05) than charged (STC04).', (stc) =>
    stc.has(STC.charge) && isAbove(stc, STC.paid, STC.charge)
      ? [findingAt(stc, STC.paid, { ...STATUS, fieldName: 'paymentAmount' }, 'The payment is more than the charge')]
      : [],
  ),
  ofStatus('status-day', 'The effective day of a status (STC02) is later than the day on which the transaction was made (BHT04).', (stc, claim) =>
    later(stc, STC.effective, dayOf(stc, STC.effective), madeOf(claim), { ...STATUS, fieldName: 'effectiveDate' }),
  ),
  ofStatus('decision-day', 'The day of the decision (STC06) is later than the day on which the transaction was made (BHT04).', (stc, claim) =>
    later(stc, STC.decided, dayOf(stc, STC.decided), madeOf(claim), { ...STATUS, fieldName: 'adjudicationDate' }),
  ),
  ofStatus('check-without-day', 'A check or transfer is named (STC09) without its day (STC08).', (stc) =>
    !stc.has(STC.check) || stc.has(STC.remitted)
      ? []
      : [findingAt(stc, STC.check, { ...STATUS, fieldName: 'remittanceDate' }, 'The check or transfer has no day')],
  ),
  situationRule({
    id: '277-claim-lines',
    issueType: 'MISMATCH',
    finds: 'The charges of the lines (SVC02) are more than the charge of the claim (STC04).',
    guides: RESPONSE,
    loop: CLAIMS,
    check: (claim) => linesAbove(claim, segmentOf(claim, 'STC'), STC.charge),
  }),
  situationRule({
    id: '277-line-paid',
    issueType: 'MISMATCH',
    finds: 'More was paid for a line (SVC03) than charged (SVC02).',
    guides: RESPONSE,
    loop: LINES,
    check: (line) => {
      const svc = segmentOf(line, 'SVC');
      if (svc === undefined || !svc.has(2) || !isAbove(svc, 3, 2)) return [];
      return [findingAt(svc, 3, { ...LINE, fieldName: 'paymentAmount' }, 'The payment of the line is more than its charge')];
    },
  }),
];

/** Action of a claim or line that is rejected. */
const REJECTED = 'U';

const ofAcknowledged = (id: string, finds: string, loop: string, check: (loop: LoopNode) => readonly SituationFinding[]): SetRule =>
  situationRule({ id: `277ca-${id}`, issueType: 'MISMATCH', finds, guides: ACKNOWLEDGMENT, loop, check });

/** A day of a level of the source that is later than the transaction. */
const sourceDay = (fieldName: string, qualifier: string) => (level: LoopNode) => {
  const dtp = segmentOf(level, 'DTP', [qualifier]);
  return later(dtp, 3, lastDayOf(dtp, 3), madeOf(level), { issueObjectClass: 'Transaction277', fieldName });
};

/** Rules of acknowledgments (277CA). */
const acknowledgmentRules: readonly SetRule[] = [
  ...rulesOf('277ca', ACKNOWLEDGMENT),
  ofAcknowledged(
    'receipt-day',
    'The day on which claims were received (DTP 050 of 2200A) is later than the day on which the transaction was made (BHT04).',
    '2200A',
    sourceDay('receiptDate', '050'),
  ),
  ofAcknowledged('receipt-order', 'Claims were processed (DTP 009 of 2200A) before they were received (DTP 050).', '2200A', (level) => {
    const received = lastDayOf(segmentOf(level, 'DTP', ['050']), 3);
    const dtp = segmentOf(level, 'DTP', ['009']);
    const processed = dayOf(dtp, 3);
    if (dtp === undefined || received === 0 || processed === 0 || processed >= received) return [];
    const owner = { issueObjectClass: 'Transaction277', fieldName: 'processDate' } as const;
    return [findingAt(dtp, 3, owner, `Processing on ${dates.formatDate(processed)} is before receipt on ${dates.formatDate(received)}`)];
  }),
  ofAcknowledged(
    'status-day',
    'The effective day of the status of a claim (STC02) is later than the day on which the transaction was made (BHT04).',
    '2200D',
    (claim) =>
      segmentsOf(claim, 'STC').flatMap((stc) => later(stc, STC.effective, dayOf(stc, STC.effective), madeOf(claim), { ...STATUS, fieldName: 'effectiveDate' })),
  ),
  ofAcknowledged('claim-lines', 'The charges of the lines (SVC02) are more than the charge of the claim (STC04).', '2200D', (claim) =>
    linesAbove(claim, segmentOf(claim, 'STC'), STC.charge),
  ),
  ofAcknowledged('line-rejected', 'A line is rejected (STC03 of 2220D), and its claim is not.', '2200D', (claim) => {
    const stc = segmentOf(claim, 'STC');
    const isLineRejected = linesOf(claim).some((line) => segmentsOf(line, 'STC').some((one) => one.element(3) === REJECTED));
    if (stc === undefined || !stc.has(3) || stc.element(3) === REJECTED || !isLineRejected) return [];
    return [findingAt(stc, 3, { ...STATUS, fieldName: 'actionCode' }, 'A line is rejected, and the claim is not')];
  }),
];

/** Rules of questions after claims, of the answers and of acknowledgments, in this order. */
export const inquiryRules: readonly SetRule[] = [...requestRules, ...responseRules, ...acknowledgmentRules];
