import { readDate } from '../dates';
import type { CodeFile, CodeFormat, ImportedRow } from '../import.types';
import { invalidLine } from '../import-error';
import { cut, headLines, type Line, readLines } from '../read-lines';
import { hcpcsRelease, hcpcsRow } from './hcpcs';

/** Code (1-5; a modifier in 4-5), sequence number (6-10) and record: 3 procedure, 7 modifier, 4 and 8 more of their descriptions (11). */
const RECORD = /^(?<code>[A-Z]\d{4}| {3}[0-9A-Z]{2})\d{5}(?<record>[3478])/;

/** The character that distinguishes records from disclaimers: their kind. */
const BEGIN_OF_RECORD = /^.{10}[3478]/;

const LONG_DESCRIPTION = [12, 91] as const;
const SHORT_DESCRIPTION = [92, 119] as const;
const ADDED = [269, 276] as const;
const TERMINATED = [285, 292] as const;

const HEAD_LINES = 40;

/** The first record of a code and the descriptions of those that continue it. */
interface Joined {
  readonly line: Line;
  readonly code: string;
  readonly descriptions: string[];
}

/** Records of 320 bytes (recent ones stop at 293), with lines of disclaimers before the first one in some years. */
export const hcpcsFixedWidthFormat: CodeFormat = {
  id: 'hcpcs-fixed-width',
  name: 'CMS HCPCS Level II alpha-numeric file, fixed width (HCPC2019_CONTR_ANWEB.txt)',
  recognise: (files, hints) => files.filter(isFixedWidth).map((file) => ({ ...hcpcsRelease(file, hints), files: [file], read: () => readFixedWidth(file) })),
};

function isFixedWidth(file: CodeFile): boolean {
  return headLines(file, HEAD_LINES).some((line) => line.length >= TERMINATED[1] && RECORD.test(line));
}

async function* readFixedWidth(file: CodeFile): AsyncGenerator<ImportedRow, void, undefined> {
  let joined: Joined | undefined;
  for await (const line of readLines(file)) {
    const { code, record } = RECORD.exec(line.text)?.groups ?? {};
    if (code === undefined) {
      if (isDisclaimer(line, joined)) continue;
      throw invalidLine(line, 'is no HCPCS record: expected code (1-5), sequence number (6-10) and 3, 4, 7 or 8 (11)');
    }
    if (record === '4' || record === '8') {
      continueWith(line, joined, code.trim());
      continue;
    }
    if (joined !== undefined) yield toRow(joined);
    if (line.text.length < TERMINATED[1]) throw invalidLine(line, `has ${line.text.length} characters, expected ${TERMINATED[1]} or more`);
    joined = { line, code: code.trim(), descriptions: [cut(line.text, ...LONG_DESCRIPTION)] };
  }
  if (joined !== undefined) yield toRow(joined);
}

function isDisclaimer(line: Line, joined: Joined | undefined): boolean {
  return line.text.trim() === '' || (joined === undefined && !BEGIN_OF_RECORD.test(line.text));
}

function continueWith(line: Line, joined: Joined | undefined, code: string): void {
  if (joined?.code !== code) throw invalidLine(line, `continues the code ${code}, which does not stand before it`);
  joined.descriptions.push(cut(line.text, ...LONG_DESCRIPTION));
}

function toRow({ line, code, descriptions }: Joined): ImportedRow {
  return hcpcsRow(line, {
    code,
    longDescription: descriptions.join(' '),
    shortDescription: cut(line.text, ...SHORT_DESCRIPTION),
    added: readDate(line, cut(line.text, ...ADDED)),
    terminated: readDate(line, cut(line.text, ...TERMINATED)),
  });
}
