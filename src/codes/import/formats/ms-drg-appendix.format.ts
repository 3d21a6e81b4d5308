import type { CodeFile, CodeFormat, ImportedRow, ImportHints, RecognisedRelease } from '../import.types';
import { invalidLine } from '../import-error';
import { cut, headLines, headText, readLines } from '../read-lines';
import { findTable, readTable, type Table } from '../read-table';
import { msDrgRelease, msDrgRows } from './ms-drg';

/** The header below the preamble: number in 1-3, category in 5-6, M or P in 9, title from 12. */
const TEXT_HEADER = /^DRG MDC MS Description\s*$/;

const TEXT_ROW = /^\d{3} [0-9 ]{2} {2}[MP ] {2}\S/;

const HEAD_LINES = 30;

const VERSION_IN_TEXT = /Version (?<version>\d\d)(?:\.(?<update>\d))?/;
const VERSION_IN_NAME = /v(?<version>\d\d)(?:[._](?<update>\d))?(?!\d)/i;

const CSV_LAYOUT = { columns: { code: /^drg$/, mdc: /^mdc$/, kind: /^(drg abb|ms|type)$/, title: /^(drg )?(description|title)$/ } };

/** The list of all groups in the definitions manual, as its text or as a CSV with the same columns. */
export const msDrgAppendixFormat: CodeFormat = {
  id: 'ms-drg-appendix',
  name: 'CMS MS-DRG definitions manual, Appendix A, text or CSV (appendix_A.txt)',
  recognise: (files, hints) => files.flatMap((file) => recogniseAppendix(file, hints)),
};

function recogniseAppendix(file: CodeFile, hints: ImportHints): readonly RecognisedRelease[] {
  const read = chooseReader(file);
  return read === undefined ? [] : [{ ...msDrgRelease(versionOf(file), hints, 'CMS MS-DRG definitions manual, Appendix A'), files: [file], read }];
}

function chooseReader(file: CodeFile): RecognisedRelease['read'] | undefined {
  if (headLines(file, HEAD_LINES).some((line) => TEXT_HEADER.test(line))) return () => readText(file);
  const table = findTable(file, CSV_LAYOUT);
  return table && (() => readRows(table));
}

function versionOf(file: CodeFile): string | undefined {
  const { version, update = '0' } = (VERSION_IN_TEXT.exec(headText(file)) ?? VERSION_IN_NAME.exec(file.path))?.groups ?? {};
  return version === undefined ? undefined : `${version}.${update}`;
}

async function* readText(file: CodeFile): AsyncGenerator<ImportedRow, void, undefined> {
  let isBelowHeader = false;
  for await (const line of readLines(file)) {
    const isRow = isBelowHeader && line.text.trim() !== '';
    isBelowHeader ||= TEXT_HEADER.test(line.text);
    if (!isRow) continue;
    if (!TEXT_ROW.test(line.text)) throw invalidLine(line, 'is no row of Appendix A: expected MS-DRG (1-3), MDC (5-6), M or P (9) and title (from 12)');
    yield* msDrgRows(line, { code: cut(line.text, 1, 3), mdc: cut(line.text, 5, 6), kind: cut(line.text, 9, 9), title: cut(line.text, 12) });
  }
}

async function* readRows(table: Table<keyof typeof CSV_LAYOUT.columns>): AsyncGenerator<ImportedRow, void, undefined> {
  for await (const row of readTable(table)) {
    yield* msDrgRows(row, { code: row.get('code'), mdc: row.get('mdc'), kind: row.get('kind'), title: row.get('title') });
  }
}
