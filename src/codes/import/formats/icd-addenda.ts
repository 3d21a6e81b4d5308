import { clean, type CodeParts, codeRow } from '../code-row';
import { dayBefore } from '../../../common/dates';
import type { CodeFile, ImportedRow } from '../import.types';
import { invalidLine } from '../import-error';
import { headLines, type Line, readLines } from '../read-lines';
import { ICD_10_CM, ICD_10_PCS, type Icd10Release, type Icd10Set } from './icd-10';

/** `Add:         1 B8801   Infestation by Demodex mites   Infestation by Demodex mites`; those of PCS and of codes files have no flag. */
const CHANGE = /^(?<action>Add|Delete|Revise from|Revise to): +(?:(?<flag>[01]) )?(?<code>[0-9A-Z]{3,7})(?: {1,5}(?<text>\S.*))?$/;

/** Line below the changes: `23324 headers in icd10cm_order_2025.txt`. */
const COUNTS = /^\s*(Headers|Codes|of which|\d+ .*)?$/;

/** Width of a short description, where the long one follows it. */
const SHORT_WIDTH = 60;

/** Returns the code set whose changes a file lists; undefined when it is no list of changes. */
export function addendaSet(file: CodeFile): Icd10Set | undefined {
  const { flag, code } = CHANGE.exec(headLines(file, 1)[0] ?? '')?.groups ?? {};
  if (code === undefined) return undefined;
  const isPcs = flag === undefined && (/^[0-9]/.test(code) || !/^[A-Z][0-9]/.test(code) || /order/i.test(file.name));
  return isPcs ? ICD_10_PCS : ICD_10_CM;
}

/**
 * Reads the changes: added codes get the first day of the release as their start, deleted ones the day before as their end. Revised
 * descriptions are skipped, since the main file has the new ones.
 */
export async function* readAddenda(file: CodeFile, set: Icd10Set, { period }: Icd10Release, hasShort: boolean): AsyncGenerator<ImportedRow, void, undefined> {
  let isBelow = false;
  for await (const line of readLines(file)) {
    const change = isBelow ? undefined : CHANGE.exec(line.text)?.groups;
    if (change === undefined) {
      if (!COUNTS.test(line.text)) throw invalidLine(line, 'is no change: expected Add:, Delete: or Revise, a code and its description');
      isBelow = true;
      continue;
    }
    const parts = readChange(line, set, change, hasShort);
    if (parts === undefined) continue;
    if (change['action'] === 'Add') yield codeRow({ ...parts, startDate: period.from });
    if (change['action'] === 'Delete') yield codeRow({ ...parts, endDate: dayBefore(period.from) });
  }
}

function readChange(line: Line, set: Icd10Set, change: Readonly<Record<string, string>>, hasShort: boolean): CodeParts | undefined {
  const { flag, code = '', text = '' } = change;
  const isHeader = flag === '0' || (set === ICD_10_PCS && code.length < 'PCSCODE'.length);
  const subType = isHeader ? set.headerSubType : set.subType;
  const long = hasShort ? text.slice(SHORT_WIDTH) : text;
  if (long.trim() === '') throw invalidLine(line, 'has no description');
  if (subType === undefined) return undefined;
  const desc = clean(long);
  const short = hasShort ? clean(text.slice(0, SHORT_WIDTH)) : '';
  return { type: set.type, subType, code, formattedCode: set.formatCode(code), desc, shortDesc: short === desc ? undefined : short };
}
