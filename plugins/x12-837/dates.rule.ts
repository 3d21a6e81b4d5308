import { dates, dayOf, lastDayOf, type LoopNode, loopRule, rootOf, segmentOf } from '../../src/plugin';

/** Services in a claim are in the past. */
export const serviceDay = loopRule({
  id: '837-service-day',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The service date of a line (DTP 472) is later than the day on which the transaction was made (BHT04).',
  loop: '2400',
  check(line, report) {
    const dtp = segmentOf(line, 'DTP', ['472']);
    const day = lastDayOf(dtp, 3);
    const made = dayOf(segmentOf(rootOf(line), 'BHT'), 4);
    if (dtp === undefined || day === 0 || made === 0 || day <= made) return;
    const message = `The service date ${dates.formatDate(day)} is later than the transaction of ${dates.formatDate(made)}`;
    report({
      segment: dtp,
      loop: line,
      element: 'DTP03',
      ediCode: '472',
      issueObjectClass: 'ServiceLine',
      fieldName: 'serviceDateFrom',
      value: dtp.element(3),
      message,
    });
  },
});

/** A patient goes home after coming. */
export const dischargeDay = loopRule({
  id: '837-discharge-day',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The discharge (DTP 096) is before the admission (DTP 435).',
  loop: '2300',
  check(claim, report) {
    const discharge = segmentOf(claim, 'DTP', ['096']);
    const admitted = dayOf(segmentOf(claim, 'DTP', ['435']), 3);
    const left = dayOf(discharge, 3);
    if (discharge === undefined || admitted === 0 || left === 0 || admitted <= left) return;
    const message = `The discharge on ${dates.formatDate(left)} is before the admission on ${dates.formatDate(admitted)}`;
    report({
      segment: discharge,
      loop: claim,
      element: 'DTP03',
      ediCode: '096',
      issueObjectClass: 'Claim',
      fieldName: 'dischargeDate',
      value: discharge.element(3),
      message,
    });
  },
});

/** People are born before a claim is made for them. */
export const birthDay = loopRule({
  id: '837-birth-day',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The birth date of a subscriber or patient (DMG02) is later than the day on which the transaction was made (BHT04).',
  loop: ['2010BA', '2010CA'],
  check(person, report) {
    const dmg = segmentOf(person, 'DMG');
    const born = dayOf(dmg, 2);
    const made = dayOf(segmentOf(rootOf(person), 'BHT'), 4);
    if (dmg === undefined || made === 0 || born <= made) return;
    const message = `The birth date ${dates.formatDate(born)} is later than the transaction of ${dates.formatDate(made)}`;
    report({ segment: dmg, loop: person, element: 'DMG02', issueObjectClass: 'Person', fieldName: 'birthDate', value: dmg.element(2), message });
  },
});

/**
 * Lists whose dates do not apply to the service: reasons and remarks are those of another payer on another day, and the dates of a place of service are those
 * of its last change.
 */
export const undatedLists = ['CARC', 'RARC', 'PLACE_OF_SERVICE'];

/** The day on which a code has to be valid: that of its service line, else the first of the claim, else of its statement. */
export function codeDay(loop: LoopNode): number {
  for (let node: LoopNode | undefined = loop; node !== undefined; node = node.parent) {
    if (node.def.id === '2400') return dayOf(segmentOf(node, 'DTP', ['472']), 3) || statementDay(node.parent);
    if (node.def.id === '2300') return statementDay(node) || firstServiceDay(node);
  }
  return 0;
}

const statementDay = (claim: LoopNode | undefined): number => (claim === undefined ? 0 : dayOf(segmentOf(claim, 'DTP', ['434']), 3));

function firstServiceDay(claim: LoopNode): number {
  const days = claim.loops.map((line) => (line.def.id === '2400' ? dayOf(segmentOf(line, 'DTP', ['472']), 3) : 0)).filter((day) => day > 0);
  return days.length === 0 ? 0 : Math.min(...days);
}
