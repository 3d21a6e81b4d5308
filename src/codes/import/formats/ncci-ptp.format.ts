import { clean } from '../code-row';
import { readDate } from '../dates';
import type { CodeFile, CodeFormat, ImportedRow, RecognisedRelease } from '../import.types';
import { invalidFile, invalidLine, quote } from '../import-error';
import { headLines, type Line, readLines } from '../read-lines';
import { monthInName } from '../release-names';
import { findSetting, type NcciSetting, readProcedure } from './ncci';

/** `A4263	A4262			19960101	9	More extensive procedure`: two codes, `*`, effective and deletion date, modifier, rationale. */
const EDIT = /^[0-9A-Z]{5}\t[0-9A-Z]{5}\t/;
/** Not the title `Column1/Column2 Edits` above it. */
const HEADER = /^"?column ?1"?\t"?column ?2/i;

/** Lines over which the header is wrapped. */
const REST_OF_HEADER = /prior to 1996|=\s*no data|=\s*(?:not )?allowed|not applicable|^"?modifier|^\t*(?:effective |deletion )?date\b/i;

const HEAD_LINES = 30;
const MIN_CELLS = 6;

/** `ccipra-v302r0-f1.TXT`: version 30.2 revision 0, part 1. Versions count years from 1994 and quarters from 0. */
const VERSION = /v(?<major>\d\d)\.?(?<minor>[0-3])r(?<revision>\d)/i;
const YEAR_OF_VERSION_0 = 1994;

/** Means that there is no deletion date. */
const NO_DATE = '*';

/** 9 (not applicable) marks edits that were taken back. */
const MODIFIER_ALLOWED: Readonly<Record<string, boolean>> = { '0': false, '1': true, '9': false };

interface EditFile {
  readonly file: CodeFile;
  readonly setting: NcciSetting;
  readonly release: string;
}

/** Pairs of procedures that are not paid side by side. The parts of a version (f1, f2 ...) are one release. */
export const ncciPtpFormat: CodeFormat = {
  id: 'ncci-ptp',
  name: 'CMS NCCI procedure-to-procedure edits, text or Excel (ccipra-v302r0-f1.TXT, ccioph-v302r0-f1.TXT)',
  recognise: (files, hints) => {
    const found = files.filter(isEditFile).map((file) => ({ file, setting: settingOf(file), release: hints.release ?? releaseOf(file) }));
    const keyOf = ({ setting, release }: EditFile): string => `${setting.claimType} ${release}`;
    return [...new Set(found.map(keyOf))].flatMap((key) => toRelease(found.filter((each) => keyOf(each) === key)));
  },
};

function isEditFile(file: CodeFile): boolean {
  const lines = headLines(file, HEAD_LINES);
  return lines.some((line) => HEADER.test(line)) && lines.some((line) => EDIT.test(line));
}

function settingOf(file: CodeFile): NcciSetting {
  const setting = findSetting(file.name, file.path, ...headLines(file, 3));
  if (setting?.claimType === 'HOSPITAL' || setting?.claimType === 'PRACTITIONER') return setting;
  throw invalidFile(file.name, 'does not name the claims that its edits are for', 'Put Practitioner or Hospital into its name.');
}

function releaseOf(file: CodeFile): string {
  const { major, minor, revision } = (VERSION.exec(file.name) ?? VERSION.exec(file.path))?.groups ?? {};
  if (major === undefined || minor === undefined || revision === undefined) return monthInName(file) ?? '';
  const month = String(Number(minor) * 3 + 1).padStart(2, '0');
  return `${YEAR_OF_VERSION_0 + Number(major)}-${month}${revision === '0' ? '' : `-r${revision}`}`;
}

function toRelease(parts: readonly EditFile[]): readonly RecognisedRelease[] {
  const [first] = parts;
  if (first === undefined) return [];
  return [
    {
      set: `NCCI-PTP-${first.setting.nameOfSet}`,
      release: first.release,
      source: 'CMS NCCI procedure-to-procedure edits',
      replacesEdits: true,
      files: parts.map(({ file }) => file),
      read: async function* () {
        for (const part of parts) yield* readEdits(part);
      },
    },
  ];
}

async function* readEdits({ file, setting }: EditFile): AsyncGenerator<ImportedRow, void, undefined> {
  let part: 'notice' | 'header' | 'edits' = 'notice';
  for await (const line of readLines(file)) {
    if (line.text.trim() === '') continue;
    if (part === 'notice') {
      if (HEADER.test(line.text)) part = 'header';
      continue;
    }
    if (part === 'header' && isRestOfHeader(line.text)) continue;
    part = 'edits';
    yield readEdit(line, setting);
  }
}

function isRestOfHeader(text: string): boolean {
  return !EDIT.test(text) && REST_OF_HEADER.test(text);
}

function readEdit(line: Line, { claimType }: NcciSetting): ImportedRow {
  const cells = line.text.split('\t');
  if (cells.length < MIN_CELLS) throw invalidLine(line, `has ${cells.length} cells, expected ${MIN_CELLS} or more`);
  const [column1 = '', column2 = '', , effective = '', deletion = '', modifier = '', rationale = ''] = cells;
  const modifierAllowed = MODIFIER_ALLOWED[modifier.trim()];
  if (modifierAllowed === undefined) throw invalidLine(line, `${quote(modifier)} is no modifier indicator: expected 0, 1 or 9`);
  const startDate = readDate(line, effective);
  const endDate = deletion.trim() === NO_DATE ? undefined : readDate(line, deletion);
  return {
    kind: 'pair',
    of: { type: 'PROCEDURE', code: readProcedure(line, column1) },
    partner: readProcedure(line, column2),
    claimType,
    rationale: clean(rationale),
    modifierAllowed,
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
  };
}
