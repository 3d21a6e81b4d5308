import { type LoopNode, rootOf, type Segment, segmentOf, type SetRule, findingAt, hasCode, situationRule } from '../../src/plugin';
import { INQUIRY } from './guides';
import { checkPointers, inquiryPersonRules, isLeaf, namesOf } from './persons.rule';

/** Loops of questions. */
const QUESTIONS = ['2110C', '2110D'];

const OWNER = { issueObjectClass: 'EligibilityInquiryItem' } as const;

/** BHT06 of inquiries about spend down. */
const SPEND_DOWN = ['RT'];

const headOf = (loop: LoopNode): Segment | undefined => segmentOf(rootOf(loop), 'BHT');

const spendDownType = situationRule({
  id: '270-spend-down-type',
  issueType: 'MISMATCH',
  finds: 'An amount of spend down is given (AMT R of 2110), and the transaction is none of spend down (BHT06 is not RT).',
  guides: ['005010X279A1-270'],
  loop: QUESTIONS,
  check: (question) => {
    const amt = segmentOf(question, 'AMT', ['R']);
    const bht = headOf(question);
    if (amt === undefined || bht === undefined || hasCode(bht, 6, SPEND_DOWN)) return [];
    return [findingAt(amt, 1, { ...OWNER, fieldName: 'spendDownAmount' }, 'A spend down amount needs BHT06 RT')];
  },
});

const spendDownAmount = situationRule({
  id: '270-spend-down-amount',
  issueType: 'REQUIRED',
  finds: 'The billed amount of a spend down is given (AMT PB of 2110) without the amount of the spend down (AMT R).',
  guides: INQUIRY,
  loop: QUESTIONS,
  check: (question) => {
    const amt = segmentOf(question, 'AMT', ['PB']);
    if (amt === undefined || segmentOf(question, 'AMT', ['R'])) return [];
    return [findingAt(amt, 1, { ...OWNER, fieldName: 'spendDownTotalBilledAmount' }, 'AMT PB needs AMT R beside it')];
  },
});

const cancellation = situationRule({
  id: '270-cancellation',
  issueType: 'MISMATCH',
  finds: 'A transaction cancels an inquiry (BHT02 is 01) that is none of spend down (BHT06 is not RT): other inquiries cannot be cancelled.',
  guides: ['005010X279A1-270'],
  loop: '2000A',
  check: (source) => {
    const bht = headOf(source);
    if (bht === undefined || !hasCode(bht, 2, ['01']) || hasCode(bht, 6, SPEND_DOWN)) return [];
    return [findingAt(bht, 2, { issueObjectClass: 'Transaction271', fieldName: 'purposeCode' }, 'Only inquiries of spend down (BHT06 RT) are cancelled')];
  },
});

const noQuestion = situationRule({
  id: '270-no-question',
  issueType: 'REQUIRED',
  finds: 'A subscriber without dependents, or a dependent, has no question (EQ).',
  guides: INQUIRY,
  loop: ['2000C', '2000D'],
  check: (level) => {
    const [hl] = level.segments;
    if (hl === undefined || !isLeaf(level) || namesOf(level).some(({ loops }) => loops.length > 0)) return [];
    return [{ segment: hl, issueObjectClass: 'EligibilityInquiry', fieldName: 'inquiries', message: 'The person has no question: EQ is missing' }];
  },
});

const serviceTwice = situationRule({
  id: '270-service-twice',
  issueType: 'MISMATCH',
  finds: 'A service type stands twice in one question (EQ01).',
  guides: INQUIRY,
  loop: QUESTIONS,
  check: (question) => {
    const eq = segmentOf(question, 'EQ');
    const codes = eq === undefined ? [] : eq.element(1).split(/[^A-Z0-9]/);
    if (eq === undefined || new Set(codes).size === codes.length) return [];
    return [findingAt(eq, 1, { ...OWNER, fieldName: 'serviceTypeCodes' }, 'A service type stands twice')];
  },
});

const pointers = situationRule({
  id: '270-diagnosis-pointers',
  issueType: 'MISMATCH',
  finds: 'A diagnosis pointer of a question (EQ05) is larger than the number of diagnoses of the person (HI).',
  guides: ['005010X279A1-270'],
  loop: QUESTIONS,
  check: checkPointers('EQ', 5, 'EligibilityInquiryItem'),
});

/** Rules of inquiries, in this order. */
export const inquiryRules: readonly SetRule[] = [...inquiryPersonRules, spendDownType, spendDownAmount, cancellation, noQuestion, serviceTwice, pointers];
