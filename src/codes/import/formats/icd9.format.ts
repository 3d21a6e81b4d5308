import type { CodeType } from '../../code-type';
import { clean, codeRow } from '../code-row';
import type { CodeFile, CodeFormat, ImportedRow, ImportHints, RecognisedRelease } from '../import.types';
import { invalidLine } from '../import-error';
import { headLines, type Line, readLines } from '../read-lines';
import { stem } from '../release-names';
import { withDot } from './icd-10';

const NAME = /(?<!\d)(?<version>\d\d)_DESC_(?<length>LONG|SHORT)_(?<kind>DX|SG)/i;

const TEXT_FILE = /\.txt(\.gz)?$/i;

/** ICD-10 took over on October 1, 2015, whatever the version. */
const LAST_DAY = '2015-09-30';

/** Version 1 was that of fiscal year 1984. */
const YEAR_BEFORE_VERSION_1 = 1983;

interface Kind {
  readonly type: CodeType;
  readonly subType: string;
  /** Code padded with blanks, a blank, description. */
  readonly line: RegExp;
  /** Number of characters before the dot. */
  beforeDot(code: string): number;
}

const DIAGNOSES: Kind = {
  type: 'DIAGNOSIS',
  subType: 'ICD_9',
  line: /^(?<code>[0-9EV]\d{2,4}) *(?<=^.{5}) (?<text>\S.*)$/,
  beforeDot: (code) => (code.startsWith('E') ? 4 : 3),
};

const PROCEDURES: Kind = { type: 'PROCEDURE', subType: 'ICD_9_PCS', line: /^(?<code>\d{2,4}) *(?<=^.{4}) (?<text>\S.*)$/, beforeDot: () => 2 };

interface DescriptionFile {
  readonly file: CodeFile;
  readonly kind: Kind;
  readonly isShort: boolean;
  readonly release: string;
}

/** Long and short descriptions of diagnoses and procedures, each in a file; only the names distinguish them. */
export const icd9Format: CodeFormat = {
  id: 'icd9',
  name: 'CMS ICD-9-CM master descriptions (CMS32_DESC_LONG_DX.txt and the three beside it)',
  recognise: (files, hints) => {
    const found = files.flatMap((file) => findDescriptions(file, hints));
    return [...new Set(found.map(({ release }) => release))].map((release) => toRelease(release, found));
  },
};

function findDescriptions(file: CodeFile, hints: ImportHints): readonly DescriptionFile[] {
  const { version, length, kind: letters } = NAME.exec(stem(file))?.groups ?? {};
  if (version === undefined || !TEXT_FILE.test(file.name)) return [];
  const kind = letters?.toUpperCase() === 'DX' ? DIAGNOSES : PROCEDURES;
  if (!headLines(file, 5).some((line) => kind.line.test(line))) return [];
  return [{ file, kind, isShort: length?.toUpperCase() === 'SHORT', release: hints.release ?? String(YEAR_BEFORE_VERSION_1 + Number(version)) }];
}

function toRelease(release: string, found: readonly DescriptionFile[]): RecognisedRelease {
  const parts = found.filter((each) => each.release === release);
  return {
    set: 'ICD-9-CM',
    release,
    source: 'CMS ICD-9-CM master descriptions',
    replacesEdits: false,
    files: parts.map(({ file }) => file),
    read: async function* () {
      for (const part of parts) yield* readDescriptions(part);
    },
  };
}

async function* readDescriptions({ file, kind, isShort }: DescriptionFile): AsyncGenerator<ImportedRow, void, undefined> {
  for await (const line of readLines(file)) {
    if (line.text.trim() !== '') yield readDescription(line, kind, isShort);
  }
}

function readDescription(line: Line, kind: Kind, isShort: boolean): ImportedRow {
  const { code, text } = kind.line.exec(line.text)?.groups ?? {};
  if (code === undefined || text === undefined) throw invalidLine(line, 'is no line of a description file: expected a code, a blank and its description');
  const formattedCode = withDot(code, kind.beforeDot(code));
  return codeRow({ type: kind.type, subType: kind.subType, code, formattedCode, [isShort ? 'shortDesc' : 'desc']: clean(text), endDate: LAST_DAY });
}
