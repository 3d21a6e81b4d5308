import { clean, codeRow } from '../code-row';
import type { CodeFile, CodeFormat, ImportedRow, ImportHints, RecognisedRelease } from '../import.types';
import { invalidLine } from '../import-error';
import { headLines, readLines } from '../read-lines';
import { findIcd10Release, ICD_10_CM, ICD_10_PCS, type Icd10Release, type Icd10Set, isOfRelease } from './icd-10';
import { addendaSet, readAddenda } from './icd-addenda';
import { orderFileSet } from './icd-order.format';

/** `A000    Cholera due to Vibrio cholerae 01, biovar cholerae`: code in 1-7, long description from 9. */
const CODES_LINE = /^(?<code>[0-9A-Z]{3,7}) *(?<=^.{7}) (?<long>\S.*)$/;

const HEAD_LINES = 3;

const FIRST_CODE_OF_CM = /^[A-Z]\d[0-9A-Z]{1,5}$/;
const CODE_OF_PCS = /^[0-9B-DF-HX][0-9A-HJ-NP-Z]{6}$/;

/**
 * The valid codes of a year with long descriptions, for those who have no order file. Since headers are not there, the release has no
 * period: codes that it lacks end by the addenda only.
 */
export const icdCodesFormat: CodeFormat = {
  id: 'icd-codes',
  name: 'CMS ICD-10-CM and ICD-10-PCS codes files (icd10cm_codes_2026.txt)',
  recognise: (files, hints) => files.flatMap((file) => recogniseCodesFile(file, files, hints)),
};

function recogniseCodesFile(file: CodeFile, files: readonly CodeFile[], hints: ImportHints): readonly RecognisedRelease[] {
  const set = codesFileSet(file);
  if (set === undefined) return [];
  const release = findIcd10Release(file, hints);
  // The order file contains the same and more.
  if (files.some((each) => orderFileSet(each) === set && findIcd10Release(each, hints).release === release.release)) return [];
  const addenda = files.filter((each) => addendaSet(each) === set && /codes/i.test(each.name) && isOfRelease(each, file, release));
  return [
    {
      set: set.set,
      release: release.release,
      source: `CMS ${set.set} codes file`,
      replacesEdits: false,
      files: [file, ...addenda],
      read: () => readRelease(file, addenda, set, release),
    },
  ];
}

function codesFileSet(file: CodeFile): Icd10Set | undefined {
  if (!/icd|codes/i.test(file.name) || orderFileSet(file) !== undefined) return undefined;
  const lines = headLines(file, HEAD_LINES).filter((line) => line.trim() !== '');
  const codes = lines.map((line) => CODES_LINE.exec(line)?.groups?.['code'] ?? '');
  if (codes.length === 0) return undefined;
  if (codes.every((code) => CODE_OF_PCS.test(code))) return ICD_10_PCS;
  return codes.every((code) => FIRST_CODE_OF_CM.test(code)) ? ICD_10_CM : undefined;
}

async function* readRelease(file: CodeFile, addenda: readonly CodeFile[], set: Icd10Set, release: Icd10Release): AsyncGenerator<ImportedRow, void, undefined> {
  for await (const line of readLines(file)) {
    if (line.text.trim() === '') continue;
    const { code, long } = CODES_LINE.exec(line.text)?.groups ?? {};
    if (code === undefined || long === undefined) throw invalidLine(line, 'is no line of a codes file: expected code (1-7) and description (from 9)');
    yield codeRow({ type: set.type, subType: set.subType, code, formattedCode: set.formatCode(code), desc: clean(long) });
  }
  for (const each of addenda) yield* readAddenda(each, set, release, false);
}
