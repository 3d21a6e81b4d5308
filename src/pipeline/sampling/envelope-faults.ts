import type { SampleFault } from '../../plugin/sample';

/** A date that is none of the calendar. */
const NO_DATE = '20250231';

/** A name that is longer than any element of X12 for names. */
const LONG_NAME = 'X'.repeat(61);

const increment = (digits: string): string => String(Number(digits) + 1).padStart(digits.length, '0');

/** Faults that every transaction set may have: they are about the envelope and about elements that mean the same everywhere. */
export const X12_FAULTS: readonly SampleFault[] = [
  {
    id: 'segment-count',
    what: 'SE01 counts one segment too many.',
    rule: 'control-count',
    parts: ['tail'],
    apply: (text) => text.replace(/(SE\*)(\d+)/, (_, before: string, count: string) => before + increment(count)),
  },
  {
    id: 'control-number',
    what: 'SE02 is not the number of ST02.',
    rule: 'control-number',
    parts: ['tail'],
    apply: (text) => text.replace(/(SE\*\d+\*)(\d+)/, (_, before: string, number: string) => before + increment(number)),
  },
  {
    id: 'missing-trailer',
    what: 'A transaction set has no SE.',
    rule: 'envelope-pairs',
    parts: ['tail'],
    apply: (text) => text.replace(/SE\*.*\n/, ''),
  },
  {
    id: 'unknown-segment',
    what: 'A segment has an id that no set knows.',
    rule: 'segment-unknown',
    apply: (text) => text.replace(/\n/, '\nZZZ*1~\n'),
  },
  {
    id: 'noise',
    what: 'Text that is not EDI follows a transaction set.',
    rule: 'envelope-strays',
    parts: ['tail'],
    apply: (text) => `${text}PAGE*1 OF 2~\n`,
  },
  {
    id: 'date',
    what: 'A date is none of the calendar.',
    rule: 'element-date',
    parts: ['record', 'head'],
    apply: (text) => text.replace(/(\*R?D8\*|DTM\*\w{3}\*)\d{8}/, `$1${NO_DATE}`),
  },
  {
    id: 'npi',
    what: 'The check digit of a National Provider Identifier is wrong.',
    rule: 'npi-check-digit',
    parts: ['record', 'head'],
    apply: (text) => text.replace(/(\*XX\*\d{9})(\d)/, (_, before: string, digit: string) => before + String((Number(digit) + 1) % 10)),
  },
  {
    id: 'long-name',
    what: 'A name has more characters than the guide allows.',
    rule: 'element-too-long',
    apply: (text) => text.replace(/(NM1\*\w+\*[12]\*)[^*~]+/, `$1${LONG_NAME}`),
  },
  {
    id: 'entity-type',
    what: 'NM102 has a code that no guide allows.',
    rule: 'element-code',
    apply: (text) => text.replace(/(NM1\*\w+\*)[12]/, '$19'),
  },
];
