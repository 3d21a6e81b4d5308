import { EdiError } from '../../src/plugin';
import {
  type AnnotatedSegment,
  type ByteWriter,
  type Notice,
  Output,
  type OutputContext,
  type OutputParameters,
  type OutputPlugin,
  type OutputSession,
} from '../../src/plugin/io';

/** What lines with messages begin with. */
const DEFAULT_PREFIX = '!!';

/**
 * The EDI itself, a segment a line, with what is wrong below each segment (interface document, 4.5):
 *
 *     CAS*PR*XX*300~
 *     !!Loop:2110, Element:CAS02, Field: adjustment_reason_code | Claim Adjustment Reason Code XX is not a valid code
 */
@Output({
  id: 'annotated-text',
  contentType: 'text/plain; charset=utf-8',
  extension: 'txt',
  takes: 'segments',
  parameters: { issueStringPrefix: 'string' },
})
export class AnnotatedTextOutput implements OutputPlugin {
  open({ parameters }: OutputContext): OutputSession {
    const issueStringPrefix = readPrefix(parameters);
    return {
      segment: (segment, out) => writeSegment(segment, issueStringPrefix, out),
      notice: (notice, out) => out.text(`${issueStringPrefix}${notice.objectType} | ${notice.message}\n`),
    };
  }
}

/** The parameter `issueStringPrefix`, what lines with messages begin with. */
function readPrefix({ issueStringPrefix = DEFAULT_PREFIX }: OutputParameters): string {
  if (typeof issueStringPrefix === 'string') return issueStringPrefix;
  throw new EdiError('EDI_BAD_PARAMETER', 'issueStringPrefix must be text.');
}

function writeSegment({ segmentNumber, text, notices }: AnnotatedSegment, prefix: string, out: ByteWriter): void {
  out.text(`${text}\n`);
  for (const notice of notices) out.text(`${prefix}${lineOf(notice)}${elsewhere(notice, segmentNumber)}\n`);
}

function lineOf(notice: Notice): string {
  const { loop, segment, element, ediCode, issueObjectClass, fieldName, message, allowedValues } = notice;
  const at = element === undefined ? named('Segment', segment) : `Element:${text(element)}${ediCode === undefined ? '' : `*${text(ediCode)}`}`;
  const field = text(fieldName) === '' ? '' : `Field: ${issueObjectClass === undefined ? '' : `${text(issueObjectClass)}.`}${text(fieldName)}`;
  const place = [named('Loop', loop), at, field].filter((part) => part !== '').join(', ');
  const allowed = Array.isArray(allowedValues) ? `. Allowed values: [${allowedValues.join(', ')}]` : '';
  // A value in a message may hold a line break.
  return `${place === '' ? notice.objectType : place} | ${message}${allowed}`.replace(/[\r\n]+/g, ' ');
}

/** An issue that was found after its segment was written names that segment. */
function elsewhere({ sourceLocation }: Notice, segmentNumber: number): string {
  const at = typeof sourceLocation === 'object' && sourceLocation !== null && 'segmentNumber' in sourceLocation ? sourceLocation.segmentNumber : segmentNumber;
  return at === segmentNumber ? '' : ` (segment ${text(at)})`;
}

const named = (name: string, value: unknown): string => (value === undefined ? '' : `${name}:${text(value)}`);

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
