import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import type { Issue } from '../../src/common/issue';
import { convertText, type Json, linesOf, readRecords, sourceOf } from './conversion';
import { envelope, transactionSet, USUAL, writeSegments } from './edi-text';

/** The guides of coverages. */
export const GUIDE = { of5010: '005010X220A1', of4010: '004010X095A1' } as const;

/** What stands before the first member of every 834 here. */
export const COVERAGE_HEAD = ['BGN*00*FILE1*20260301*0715****2', 'REF*38*CONTRACT', 'N1*P5*SPONSOR*FI*001111111', 'N1*IN*INSURER*FI*002222222'] as const;

/** A member, who is called by the letter; `more` follows the name. */
export const member = (letter: string, ...more: readonly string[]): string[] => [
  'INS*Y*18*021*20*A***FT',
  `REF*0F*ID${letter}`,
  `NM1*IL*1*MEMBER ${letter}*ANN`,
  ...more,
];

export interface CoverageFileOptions {
  readonly guide?: string;
  /** What stands before the first member. */
  readonly head?: readonly string[];
}

/** The text of an interchange with one 834. */
export function coverageFile(segments: readonly string[], { guide = GUIDE.of5010, head = COVERAGE_HEAD }: CoverageFileOptions = {}): string {
  const isOld = guide.startsWith('004010');
  const set = transactionSet([...head, ...segments], { set: '834', ...(isOld ? {} : { guide }) });
  return writeSegments(envelope([set], { guide, functionalId: 'BE', version: isOld ? '00401' : '00501', ...(isOld ? { isa11: 'U' } : {}) }), USUAL, '\n');
}

/** What an 834 gave. */
export interface ReadCoverages {
  readonly coverages: readonly Json[];
  readonly objects: readonly Json[];
  readonly issues: readonly Issue[];
}

/** Converts the text of an 834; demands that reading it as objects gives the same. */
export async function readCoverages(text: string, options: ConversionOptions = {}): Promise<ReadCoverages> {
  const settings: ConversionOptions = { maxWarnings: -1, ...options };
  const converted = await convertText([sourceOf('members.edi', text)], settings);
  const objects = linesOf(converted.text);
  expect(await readRecords([sourceOf('members.edi', text)], settings)).toEqual(objects);
  return { objects, coverages: objects.filter(({ objectType }) => objectType === 'MEMBER_COVERAGE'), issues: converted.issues };
}
