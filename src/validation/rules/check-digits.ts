import { packCode, packText } from '../../common/pack-code';
import { BYTE, isDigit } from '../../common/bytes';
import type { Segment } from '../../x12/segment';
import type { ElementCheck } from '../element-check';
import type { FurtherCheck, Reporter, SegmentPlace } from '../reporter';
import { rule } from '../rule';

export const npiCheckDigit = rule({
  id: 'npi-check-digit',
  level: 5,
  isOnRequest: true,
  issueType: 'INVALID',
  finds: 'A National Provider Identifier (qualifier XX) is not ten digits, or its check digit is wrong.',
});

export const routingCheckDigit = rule({
  id: 'routing-check-digit',
  level: 7,
  issueType: 'INVALID',
  finds: 'A bank routing number (qualifier 01) is not nine digits, or its check digit is wrong.',
});

/** Data elements of identifiers, the qualifier next to them, and their check. */
const IDENTIFIERS = [
  { qualifier: '66', identifier: '67', code: packText('XX'), rule: npiCheckDigit, name: 'National Provider Identifier', isGood: isNpi },
  { qualifier: '506', identifier: '507', code: packText('01'), rule: routingCheckDigit, name: 'Routing number', isGood: isRoutingNumber },
] as const;

/** The identifiers of a segment that have a check digit. */
export function checkDigitsOf(elements: readonly ElementCheck[]): readonly FurtherCheck[] {
  return elements.flatMap(({ def }, i) => {
    const known = IDENTIFIERS.find(({ identifier, qualifier }) => def.dataElement === identifier && elements[i - 1]?.def.dataElement === qualifier);
    const check = elements[i];
    if (known === undefined || check === undefined) return [];
    return [{ rule: known.rule, run: (place: SegmentPlace, reporter: Reporter) => checkIdentifier(place, check, i + 1, known, reporter) }];
  });
}

function checkIdentifier(place: SegmentPlace, check: ElementCheck, element: number, known: (typeof IDENTIFIERS)[number], reporter: Reporter): void {
  const { segment } = place;
  if (!segment.has(element) || !hasCode(segment, element - 1, known.code)) return;
  const start = segment.start(element);
  const end = segment.end(element);
  if (known.isGood(segment.chunk.bytes, start, end)) return;
  const value = segment.element(element);
  reporter.element(known.rule, place, check, { value, message: `${known.name} '${value}' is not valid: its check digit does not fit` });
}

function hasCode(segment: Segment, element: number, code: number): boolean {
  return packCode(segment.chunk.bytes, segment.start(element), segment.end(element)) === code;
}

const NPI_LENGTH = 10;

/** The prefix 80840 of health identifiers adds 24 to the sum. */
const NPI_PREFIX_SUM = 24;

/** The formula of Luhn over the digits with the prefix of ISO 7812 (45 CFR 162.406). */
function isNpi(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== NPI_LENGTH) return false;
  let sum = NPI_PREFIX_SUM;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (!isDigit(byte)) return false;
    const digit = byte - BYTE.ZERO;
    const doubled = 2 * digit;
    sum += (i - start) % 2 === 0 ? doubled - (doubled > 9 ? 9 : 0) : digit;
  }
  return sum % 10 === 0;
}

const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** The weights of the American Bankers Association. */
function isRoutingNumber(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== ROUTING_WEIGHTS.length) return false;
  let sum = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (!isDigit(byte)) return false;
    sum += (byte - BYTE.ZERO) * (ROUTING_WEIGHTS[i - start] ?? 0);
  }
  return sum % 10 === 0;
}
