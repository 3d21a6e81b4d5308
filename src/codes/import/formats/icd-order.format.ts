import { clean, codeRow } from '../code-row';
import type { CodeFile, CodeFormat, ImportedRow, ImportHints, RecognisedRelease } from '../import.types';
import { invalidLine } from '../import-error';
import { headLines, type Line, readLines } from '../read-lines';
import { findIcd10Release, ICD_10_CM, ICD_10_PCS, type Icd10Release, type Icd10Set, isOfRelease } from './icd-10';
import { addendaSet, readAddenda } from './icd-addenda';

/**
 * The lines of an order file:
 *
 *     00002 A000    1 Cholera due to Vibrio cholerae 01, biovar cholerae           Cholera due to ...
 *           ^ code (7-13), flag (15: 0 header, 1 valid), short description (17-76) ^ long description (78-end)
 */
const ORDER_LINE = /^\d{5} (?<code>[0-9A-Z]{3,7}) *(?<=^.{13}) (?<flag>[01]) (?<short>.{60}) (?<long>.*\S.*)$/;

const MIN_LINE_LENGTH = 78;

/** One valid line among the first ones identifies the format, so that an invalid one is reported with its line. */
const HEAD_LINES = 5;

/** Every valid code and header of a year, with the changes from `Add:` and `Delete:` of the addenda file. */
export const icdOrderFormat: CodeFormat = {
  id: 'icd-order',
  name: 'CMS ICD-10-CM and ICD-10-PCS order files (icd10cm_order_2026.txt)',
  recognise: (files, hints) => files.flatMap((file) => recogniseOrderFile(file, files, hints)),
};

/** Returns the code set of an order file; undefined when it is none. */
export function orderFileSet(file: CodeFile): Icd10Set | undefined {
  const [code] = headLines(file, HEAD_LINES).flatMap((line) => ORDER_LINE.exec(line)?.groups?.['code'] ?? []);
  if (code === undefined) return undefined;
  return /^[A-Z]\d/.test(code) ? ICD_10_CM : ICD_10_PCS;
}

function recogniseOrderFile(file: CodeFile, files: readonly CodeFile[], hints: ImportHints): readonly RecognisedRelease[] {
  const set = orderFileSet(file);
  if (set === undefined) return [];
  const release = findIcd10Release(file, hints);
  const addenda = files.filter((each) => addendaSet(each) === set && !/codes/i.test(each.name) && isOfRelease(each, file, release));
  return [
    {
      set: set.set,
      ...release,
      source: `CMS ${set.set} order file`,
      replacesEdits: false,
      files: [file, ...addenda],
      read: () => readRelease(file, addenda, set, release),
    },
  ];
}

async function* readRelease(file: CodeFile, addenda: readonly CodeFile[], set: Icd10Set, release: Icd10Release): AsyncGenerator<ImportedRow, void, undefined> {
  for await (const line of readLines(file)) {
    if (line.text.trim() === '') continue;
    const row = readOrderLine(line, set);
    if (row !== undefined) yield row;
  }
  for (const each of addenda) yield* readAddenda(each, set, release, true);
}

function readOrderLine(line: Line, set: Icd10Set): ImportedRow | undefined {
  const { code, flag, short, long } = ORDER_LINE.exec(line.text)?.groups ?? {};
  if (code === undefined || short === undefined || long === undefined) throw noOrderLine(line);
  const subType = flag === '1' ? set.subType : set.headerSubType;
  if (subType === undefined) return undefined;
  const desc = clean(long);
  const shortDesc = clean(short);
  return codeRow({ type: set.type, subType, code, formattedCode: set.formatCode(code), desc, shortDesc: shortDesc === desc ? undefined : shortDesc });
}

function noOrderLine(line: Line): Error {
  if (line.text.length < MIN_LINE_LENGTH) return invalidLine(line, `has ${line.text.length} characters, expected ${MIN_LINE_LENGTH} or more`);
  return invalidLine(line, 'is no order line: expected number (1-5), code (7-13), 0 or 1 (15), short (17-76) and long description (from 78)');
}
