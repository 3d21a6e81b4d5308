import { type RuleFacts, rule } from '../rule';
import { segmentOrder, segmentRequired } from './loop-content';

/*
 * What reading finds by itself, with validation or without: the rules have no code of their own here. `ruleId` of an issue names one
 * of them. Lost data is always reported.
 */

export const setVersion = rule({
  id: 'set-version',
  level: 1,
  issueType: 'INVALID',
  finds:
    'There is no guide for the version of the transaction set: it is read by the nearest, and compared with the standard only (segments, elements, types, lengths).',
});

export const segmentUnknown = rule({ id: 'segment-unknown', level: 1, issueType: 'INVALID', finds: 'A segment is unknown to the transaction set.' });

const transactionEmpty = rule({
  id: 'transaction-empty',
  level: 2,
  issueType: 'REQUIRED',
  finds: 'A transaction has none of the loops that it is there for, such as claims.',
});

const segmentNotAllowed = rule({
  id: 'segment-not-allowed',
  level: 1,
  issueType: 'NOT_ALLOWED',
  finds: 'A segment of the set has no place in the loop in which it stands.',
});

const segmentLate = rule({
  id: 'segment-late',
  level: 1,
  issueType: 'NOT_ALLOWED',
  finds: 'A segment comes after the objects that it belongs to, and is in none of them.',
});

const levelParent = rule({
  id: 'level-parent',
  level: 1,
  issueType: 'INVALID',
  finds: 'A level (HL) names a parent that does not exist or cannot have it, has a code of no level, or its number stands twice.',
});

/** Findings of the walk by the guide that reads a transaction; they do not count if that guide is of another version. */
export const FOUND_BY_WALK: ReadonlySet<string> = new Set(
  [transactionEmpty, segmentUnknown, segmentNotAllowed, segmentLate, levelParent, segmentOrder, segmentRequired].map(({ id }) => id),
);

export const READING_RULES: readonly RuleFacts[] = [
  rule({ id: 'input-ended', level: 1, issueType: 'INVALID', finds: 'The input ends inside a segment.' }),
  rule({ id: 'input-line-break', level: 1, issueType: 'INVALID', finds: 'A line break stands inside an element.' }),
  rule({ id: 'input-lower-case', level: 1, issueType: 'INVALID', finds: 'Segment ids are in lower case.' }),
  rule({ id: 'input-skipped', level: 1, issueType: 'INVALID', finds: 'Bytes that are not EDI stand in the input.' }),
  rule({ id: 'input-terminator', level: 1, issueType: 'INVALID', finds: 'The last segment has no terminator.' }),
  rule({
    id: 'envelope-pairs',
    level: 1,
    issueType: 'CONTROL',
    finds: 'A segment of the envelope closes nothing, or one is never closed (then the type is REQUIRED).',
  }),
  rule({ id: 'envelope-strays', level: 1, issueType: 'NOT_ALLOWED', finds: 'Segments stand outside a transaction set, or SE, GE or IEA inside one.' }),
  rule({ id: 'control-count', level: 1, issueType: 'CONTROL', finds: 'The count of SE, GE or IEA is not that of the segments, transactions or groups.' }),
  rule({ id: 'control-number', level: 1, issueType: 'CONTROL', finds: 'The control number of SE, GE or IEA is not that of ST, GS or ISA.' }),
  rule({ id: 'set-unsupported', level: 1, issueType: 'INVALID', finds: 'No plugin reads the transaction set.' }),
  setVersion,
  transactionEmpty,
  segmentUnknown,
  segmentNotAllowed,
  rule({
    id: 'segment-unread',
    level: 1,
    issueType: 'NOT_ALLOWED',
    finds: 'Nothing of a segment reaches a field of a record, or a segment stands in a loop of which no record is made.',
  }),
  rule({ id: 'value-unread', level: 1, issueType: 'NOT_ALLOWED', finds: 'An element, component or repetition has no field in a record.' }),
  rule({ id: 'value-unreadable', level: 1, issueType: 'INVALID', finds: 'A number, date or time cannot be read and is in no field of a record.' }),
  segmentLate,
  levelParent,
];
