import { dates, dayOf, loopRule, loopsOf, rootOf, segmentOf } from '../../src/plugin';

/** A subscriber is the self of the family. */
export const subscriberIsSelf = loopRule({
  id: '834-subscriber-is-self',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The member is the subscriber (INS01 is Y) and somebody else to the subscriber (INS02 is not 18), or the reverse.',
  loop: '2000',
  check(member, report) {
    const ins = segmentOf(member, 'INS');
    if (ins === undefined || !ins.has(1) || !ins.has(2) || ins.componentIs(1, 1, 'Y') === ins.componentIs(2, 1, '18')) return;
    const message = `Member indicator ${ins.element(1)} does not go with relationship ${ins.element(2)}: only the subscriber has 18`;
    report({ segment: ins, loop: member, element: 'INS02', issueObjectClass: 'MemberCoverage', fieldName: 'relationshipCode', value: ins.element(2), message });
  },
});

/** People are born before they are enrolled, except children who are to be born. */
export const birthDay = loopRule({
  id: '834-birth-day',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The birth date of a member (DMG02) is later than the day on which the transaction was made (BGN03).',
  loop: '2000',
  check(member, report) {
    const made = dayOf(segmentOf(rootOf(member), 'BGN'), 3);
    const [name] = loopsOf(member, '2100A');
    const dmg = name && segmentOf(name, 'DMG');
    const born = dayOf(dmg, 2);
    if (name === undefined || dmg === undefined || made === 0 || born <= made) return;
    const message = `The birth date ${dates.formatDate(born)} is later than the transaction of ${dates.formatDate(made)}`;
    report({ segment: dmg, loop: name, element: 'DMG02', issueObjectClass: 'Member', fieldName: 'birthDate', value: dmg.element(2), message });
  },
});

/** Nobody dies before being born. */
export const deathDay = loopRule({
  id: '834-death-day',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The death of a member (INS12) is before the birth (DMG02).',
  loop: '2000',
  check(member, report) {
    const ins = segmentOf(member, 'INS');
    const [name] = loopsOf(member, '2100A');
    const born = dayOf(name && segmentOf(name, 'DMG'), 2);
    const died = dayOf(ins, 12);
    if (ins === undefined || born === 0 || died === 0 || born <= died) return;
    const message = `The death on ${dates.formatDate(died)} is before the birth on ${dates.formatDate(born)}`;
    report({ segment: ins, loop: member, element: 'INS12', issueObjectClass: 'MemberCoverage', fieldName: 'deathDate', value: ins.element(12), message });
  },
});

/** A transaction reports deaths that have happened. */
export const deathReported = loopRule({
  id: '834-death-reported',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The death of a member (INS12) is later than the day on which the transaction was made (BGN03).',
  loop: '2000',
  check(member, report) {
    const ins = segmentOf(member, 'INS');
    const made = dayOf(segmentOf(rootOf(member), 'BGN'), 3);
    const died = dayOf(ins, 12);
    if (ins === undefined || made === 0 || died <= made) return;
    const message = `The death on ${dates.formatDate(died)} is later than the transaction of ${dates.formatDate(made)}`;
    report({ segment: ins, loop: member, element: 'INS12', issueObjectClass: 'MemberCoverage', fieldName: 'deathDate', value: ins.element(12), message });
  },
});

/** Which insurance pays first, second and third is known of one each; U is unknown. */
const ORDERS: ReadonlySet<string> = new Set(['P', 'S', 'T']);

/** Two other insurances of a coverage cannot both pay first. */
export const coordinationOrder = loopRule({
  id: '834-coordination-order',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'Two other insurances of a coverage (COB01) have the same order of payment.',
  loop: '2300',
  check(coverage, report) {
    const seen = new Set<string>();
    for (const loop of loopsOf(coverage, '2320')) {
      const cob = segmentOf(loop, 'COB');
      const value = cob?.element(1) ?? '';
      if (cob !== undefined && seen.has(value)) {
        const message = `Two other insurances of the coverage have order ${value}`;
        report({ segment: cob, loop, element: 'COB01', issueObjectClass: 'CoordinationOfBenefits', fieldName: 'payerResponsibilitySequence', value, message });
      }
      if (ORDERS.has(value)) seen.add(value);
    }
  },
});
