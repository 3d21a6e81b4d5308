import { decodeText, type Issue, type RuleFacts, type SourcePlace } from '../../src/plugin/io';
import { FRAMING } from './framing';
import type { FieldDef } from './dictionary.types';
import type { TelecomSegment, Transmission } from './transmission';
import { linesIn } from './unit-splitter';

/** Reject codes of errors in the structure of a transmission, if the dictionary has none for the field or segment. */
export const REJECT = {
  header: 'PS',
  version: '1R',
  transaction: '1S',
  transactionCount: '1U',
  transactionsTooMany: 'PB',
  segmentId: 'AM',
  segmentRepeated: 'R7',
  fieldRepeated: 'P9',
  fieldOrder: 'RU',
  syntax: 'R8',
} as const;

/** Facts of an issue in addition to its rule and place. */
export type IssueParts = Omit<Issue, 'issueType' | 'ruleId' | 'place' | 'segment' | 'ediString'>;

/** Maximum of issues per transmission: it is held completely until all of them are found. */
const MAX_ISSUES = 1_000;

/** Bytes of a segment that an issue shows. */
const MAX_SHOWN_BYTES = 4_000;

/** Makes the issues of one transmission, where a rule looks. */
export class IssueMaker {
  issues: Issue[] = [];
  private count = 0;

  /** `segmentsBefore` counts the segments of the file before the header. */
  constructor(
    private readonly transmission: Transmission,
    private readonly segmentsBefore: number,
    private readonly isOn: (rule: RuleFacts) => boolean,
  ) {}

  /** Adds an issue at a segment; at the header if there is none. */
  at(segment: TelecomSegment | undefined, rule: RuleFacts, parts: IssueParts): void {
    if (!this.isOn(rule) || this.count > MAX_ISSUES) return;
    this.count++;
    if (this.count > MAX_ISSUES) {
      const message = `A transmission has more than ${MAX_ISSUES} issues: the others are not shown`;
      this.issues.push({ issueType: 'INVALID', place: this.placeOf(segment), message });
      return;
    }
    this.issues.push({
      issueType: rule.issueType,
      ruleId: rule.id,
      place: this.placeOf(segment),
      segment: segment === undefined ? 'header' : segment.id,
      ediString: this.textOf(segment),
      ...(segment?.def === undefined ? {} : { issueObjectClass: segment.def.name }),
      ...parts,
    });
  }

  private textOf(segment: TelecomSegment | undefined): string {
    const { bytes, headerStart, headerEnd } = this.transmission;
    const { start, end } = segment ?? { start: headerStart, end: headerEnd };
    return `${visibleText(decodeText(bytes, start, Math.min(end, start + MAX_SHOWN_BYTES)))}${end - start > MAX_SHOWN_BYTES ? '...' : ''}`;
  }

  placeOf(segment: TelecomSegment | undefined): SourcePlace {
    const { unit, bytes } = this.transmission;
    const start = segment?.start ?? unit.start;
    return {
      lineNumber: unit.lineNumber + linesIn(bytes, unit.start, start),
      segmentNumber: this.segmentsBefore + (segment?.ordinal ?? 1),
      byteOffset: unit.offsetOf(start),
    };
  }
}

/** What names a field in an issue. */
export function ofField({ id, key, reject }: FieldDef, ownReject = reject): Pick<Issue, 'element' | 'fieldName' | 'rejectCode'> {
  return { element: id, fieldName: key, ...rejectedBy(ownReject) };
}

export const rejectedBy = (code: string | undefined): Pick<Issue, 'rejectCode'> => (code === undefined ? {} : { rejectCode: code });

const VISIBLE: ReadonlyMap<number, string> = new Map<number, string>([
  [FRAMING.field, '\u241c'],
  [FRAMING.group, '\u241d'],
  [FRAMING.segment, '\u241e'],
]);

/** Text with its separators as the characters that show them. */
function visibleText(text: string): string {
  return text.replace(/[\u001c-\u001e]/g, (separator) => VISIBLE.get(separator.charCodeAt(0)) ?? separator).replace(/[\r\n]+/g, '');
}
