import {
  dates,
  dayOf,
  type LoopNode,
  loopsOf,
  rootOf,
  type Segment,
  segmentOf,
  segmentsOf,
  findingAt,
  situationRule,
  type SituationFinding,
} from '../../src/plugin';
import { INQUIRY, RESPONSE } from './guides';

/** Name loops of persons. */
const NAMES = ['2100C', '2100D'];

const PERSON = { issueObjectClass: 'EligibilityPerson' } as const;

/** The birth date lies before the day of the transaction. */
function checkBirth(name: LoopNode): readonly SituationFinding[] {
  const dmg = segmentOf(name, 'DMG');
  const born = dayOf(dmg, 2);
  const made = dayOf(segmentOf(rootOf(name), 'BHT'), 4);
  if (dmg === undefined || born === 0 || made === 0 || born <= made) return [];
  const message = `The birth date ${dates.formatDate(born)} is later than the transaction of ${dates.formatDate(made)}`;
  return [findingAt(dmg, 2, { ...PERSON, fieldName: 'birthDate' }, message)];
}

/** Trace numbers that stand twice in one level. */
function checkTraces(level: LoopNode): readonly SituationFinding[] {
  const seen = new Set<string>();
  return segmentsOf(level, 'TRN').flatMap((trn) => {
    const key = `${trn.element(1)} ${trn.element(2)} ${trn.element(3)}`;
    const isTwice = seen.has(key);
    seen.add(key);
    if (!isTwice) return [];
    return [findingAt(trn, 2, { issueObjectClass: 'TraceNumber', fieldName: 'traceIdentifier' }, 'The trace number stands twice in this level')];
  });
}

/** Diagnoses that stand twice. */
function checkDiagnoses(name: LoopNode): readonly SituationFinding[] {
  const hi = segmentOf(name, 'HI');
  if (hi === undefined) return [];
  const codes = diagnosesOf(hi);
  const twice = codes.findIndex((code, i) => codes.indexOf(code) < i);
  return twice < 0 ? [] : [findingAt(hi, twice + 1, { ...PERSON, fieldName: 'diags' }, 'The diagnosis stands twice')];
}

const diagnosesOf = (hi: Segment): readonly string[] => Array.from({ length: hi.elementCount }, (_, i) => hi.component(i + 1, 2));

/** Pointers of a question or benefit to more diagnoses than the person has. `element` holds the pointers. */
export const checkPointers =
  (id: string, element: number, issueObjectClass: string) =>
  (loop: LoopNode): readonly SituationFinding[] => {
    const segment = segmentOf(loop, id);
    if (segment === undefined || loop.parent === undefined || !segment.has(element)) return [];
    const hi = segmentOf(loop.parent, 'HI');
    const count = hi === undefined ? 0 : diagnosesOf(hi).filter(Boolean).length;
    const pointers = segment.element(element).split(/\D/).map(Number);
    if (pointers.every((pointer) => pointer <= count)) return [];
    const message = `A diagnosis pointer is larger than the number of diagnoses, ${count}`;
    return [findingAt(segment, element, { issueObjectClass, fieldName: 'diagPointers' }, message)];
  };

/** Names without anything by which a person is found. */
const checkIdentity = (name: LoopNode): readonly SituationFinding[] => {
  const [nm1] = name.segments;
  if (nm1 === undefined || nm1.has(9) || (nm1.has(3) && segmentOf(name, 'DMG')?.has(2) === true) || segmentOf(name, 'AAA')) return [];
  const message = 'The person has neither an identifier nor a name with a birth date';
  return [{ segment: nm1, ...PERSON, fieldName: 'identifier', message }];
};

const BORN = 'The birth date of a subscriber or dependent (DMG02) is later than the day on which the transaction was made (BHT04).';
const TRACES = 'A trace number (TRN01 to TRN03) stands twice in the level of one person.';
const DIAGNOSES = 'A diagnosis stands twice in HI.';
const IDENTITY = 'A subscriber has neither an identifier (NM109) nor a last name with a birth date (NM103, DMG02).';

/** Rules about persons, of one of the two sets. */
const rulesOf = (set: '270' | '271', guides: readonly string[]) => [
  situationRule({ id: `${set}-birth-day`, issueType: 'MISMATCH', finds: BORN, guides, loop: NAMES, check: checkBirth }),
  situationRule({ id: `${set}-trace-twice`, issueType: 'MISMATCH', finds: TRACES, guides, loop: ['2000C', '2000D'], check: checkTraces }),
  situationRule({ id: `${set}-diagnosis-twice`, issueType: 'MISMATCH', finds: DIAGNOSES, guides, loop: NAMES, check: checkDiagnoses }),
  situationRule({ id: `${set}-subscriber-identity`, issueType: 'REQUIRED', finds: IDENTITY, guides, loop: '2100C', check: checkIdentity }),
];

/** Rules about the persons of inquiries. */
export const inquiryPersonRules = rulesOf('270', INQUIRY);

/** Rules about the persons of responses. */
export const responsePersonRules = rulesOf('271', RESPONSE);

/** True for a level without levels below it (HL04). */
export const isLeaf = (level: LoopNode): boolean => segmentOf(level, 'HL')?.element(4) !== '1';

/** The name loops in a level. */
export const namesOf = (level: LoopNode): readonly LoopNode[] => NAMES.flatMap((id) => loopsOf(level, id));
