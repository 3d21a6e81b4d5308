import { dayOf, lastDayOf, type LoopNode, loopRule, rootOf, type Segment, segmentOf, segmentsOf, type SetRule } from '../../src/plugin';
import { REQUEST, RESPONSE } from './guides';

/** Facts of a rule about one segment of a loop. */
interface SegmentRule {
  readonly id: string;
  readonly level: 4 | 5;
  readonly issueType: 'MISMATCH' | 'REQUIRED' | 'NOT_ALLOWED';
  readonly finds: string;
  readonly loop: string | readonly string[];
  readonly guides?: readonly string[];
  readonly element: string;
  /** The wrong segments of a loop. */
  readonly wrong: (loop: LoopNode) => readonly Segment[];
}

const segmentRule = ({ element, wrong, ...rule }: SegmentRule): SetRule =>
  loopRule({
    ...rule,
    check(loop, report) {
      for (const segment of wrong(loop)) report({ segment, loop, element, message: rule.finds });
    },
  });

/** The day on which the transaction was made; Infinity if it is unknown. */
const madeOn = (loop: LoopNode): number => dayOf(segmentOf(rootOf(loop), 'BHT'), 4) || Infinity;

/** Dates of a code that are later than the transaction. */
const laterThanMade = (loop: LoopNode, id: string, element: number, code?: string): readonly Segment[] =>
  segmentsOf(loop, id).filter((one) => (code === undefined || one.element(1) === code) && dayOf(one, element) > madeOn(loop));

/** Periods of a code that end before they begin. */
const reversed = (loop: LoopNode, ...codes: readonly string[]): readonly Segment[] =>
  segmentsOf(loop, 'DTP').filter((one) => codes.includes(one.element(1)) && lastDayOf(one, 3) < dayOf(one, 3) && lastDayOf(one, 3) > 0);

/** The date of a code where it is before that of another one. */
function before(loop: LoopNode, code: string, other: string): readonly Segment[] {
  const segment = segmentOf(loop, 'DTP', [code]);
  const [day, from] = [dayOf(segment, 3), dayOf(segmentOf(loop, 'DTP', [other]), 3)];
  return segment !== undefined && day > 0 && day < from ? [segment] : [];
}

const EVENT = '2000E';
const SERVICE = '2000F';
const LEVELS = [EVENT, SERVICE];

/** The decisions that certify, and those that do not. */
const CERTIFYING = ['A1', 'A6'];
const REFUSING = ['A3'];

/** Certifications (UM02) that refer to an earlier one. */
const OF_EARLIER = ['1', '2', '3', '4', 'R', 'S'];

const decided = (loop: LoopNode, actions: readonly string[], element: number): readonly Segment[] =>
  segmentsOf(loop, 'HCR').filter((one) => actions.includes(one.element(1)) && !one.has(element));

/** Rules of requests and responses in addition to those of their guides, in this order. */
export const reviewRules: readonly SetRule[] = [
  segmentRule({
    id: '278-birth-day',
    level: 4,
    issueType: 'MISMATCH',
    finds: 'The birth date of a person (DMG02) is later than the day on which the transaction was made (BHT04).',
    loop: ['2010C', '2010D'],
    element: 'DMG02',
    wrong: (loop) => laterThanMade(loop, 'DMG', 2),
  }),
  segmentRule({
    id: '278-accident-day',
    level: 4,
    issueType: 'MISMATCH',
    finds: 'The accident (DTP 439) is later than the day on which the transaction was made (BHT04).',
    loop: EVENT,
    element: 'DTP03',
    wrong: (loop) => laterThanMade(loop, 'DTP', 3, '439'),
  }),
  segmentRule({
    id: '278-onset-day',
    level: 4,
    issueType: 'MISMATCH',
    finds: 'The onset of the illness (DTP 431) is later than the day on which the transaction was made (BHT04).',
    loop: EVENT,
    element: 'DTP03',
    wrong: (loop) => laterThanMade(loop, 'DTP', 3, '431'),
  }),
  segmentRule({
    id: '278-event-period',
    level: 4,
    issueType: 'MISMATCH',
    finds: 'A period of the event (DTP AAH, 435) ends before it begins.',
    loop: EVENT,
    element: 'DTP03',
    wrong: (loop) => reversed(loop, 'AAH', '435'),
  }),
  segmentRule({
    id: '278-service-period',
    level: 4,
    issueType: 'MISMATCH',
    finds: 'The period of a service (DTP 472) ends before it begins.',
    loop: SERVICE,
    element: 'DTP03',
    wrong: (loop) => reversed(loop, '472'),
  }),
  segmentRule({
    id: '278-discharge-day',
    level: 4,
    issueType: 'MISMATCH',
    finds: 'The discharge (DTP 096) is before the admission (DTP 435).',
    loop: EVENT,
    element: 'DTP03',
    wrong: (loop) => before(loop, '096', '435'),
  }),
  segmentRule({
    id: '278-certification-period',
    level: 4,
    issueType: 'MISMATCH',
    finds: 'A certification (DTP 036) expires before it takes effect (DTP 007).',
    guides: RESPONSE,
    loop: LEVELS,
    element: 'DTP03',
    wrong: (loop) => before(loop, '036', '007'),
  }),
  segmentRule({
    id: '278-certification-day',
    level: 4,
    issueType: 'MISMATCH',
    finds: 'A certification (DTP 102) is issued later than the day on which the transaction was made (BHT04).',
    guides: RESPONSE,
    loop: LEVELS,
    element: 'DTP03',
    wrong: (loop) => laterThanMade(loop, 'DTP', 3, '102'),
  }),
  segmentRule({
    id: '278-certification-number',
    level: 5,
    issueType: 'REQUIRED',
    finds: 'A decision certifies (HCR01 A1, A6) and has no certification number (HCR02).',
    guides: RESPONSE,
    loop: LEVELS,
    element: 'HCR02',
    wrong: (loop) => decided(loop, CERTIFYING, 2),
  }),
  segmentRule({
    id: '278-decision-reason',
    level: 5,
    issueType: 'REQUIRED',
    finds: 'A decision does not certify (HCR01 A3) and has no reason (HCR03).',
    guides: RESPONSE,
    loop: LEVELS,
    element: 'HCR03',
    wrong: (loop) => decided(loop, REFUSING, 3),
  }),
  segmentRule({
    id: '278-accident-missing',
    level: 5,
    issueType: 'REQUIRED',
    finds: 'An automobile accident (UM05-1 AA) has no day (DTP 439).',
    guides: REQUEST,
    loop: EVENT,
    element: 'UM05',
    wrong: (loop) => segmentsOf(loop, 'UM').filter((um) => um.componentIs(5, 1, 'AA') && segmentOf(loop, 'DTP', ['439']) === undefined),
  }),
  segmentRule({
    id: '278-earlier-certification',
    level: 5,
    issueType: 'REQUIRED',
    finds: 'A request about an earlier certification (UM02) has no number of that (REF BB, NT).',
    guides: REQUEST,
    loop: EVENT,
    element: 'UM02',
    wrong: (loop) => segmentsOf(loop, 'UM').filter((um) => OF_EARLIER.includes(um.element(2)) && segmentOf(loop, 'REF', ['BB', 'NT']) === undefined),
  }),
  segmentRule({
    id: '278-tooth-without-dental-service',
    level: 4,
    issueType: 'NOT_ALLOWED',
    finds: 'A tooth (TOO) is given without a dental service (SV3).',
    loop: SERVICE,
    element: 'TOO02',
    wrong: (loop) => (segmentOf(loop, 'SV3') === undefined ? segmentsOf(loop, 'TOO').slice(0, 1) : []),
  }),
];
