import { EdiError } from '../../common/edi-error';
import { ageLimitsFormat } from './formats/age-limits.format';
import { fshCodeSystemFormat } from './formats/fsh-code-system.format';
import { hcpcsFixedWidthFormat } from './formats/hcpcs-fixed-width.format';
import { hcpcsTableFormat } from './formats/hcpcs-table.format';
import { icd9Format } from './formats/icd9.format';
import { icdCodesFormat } from './formats/icd-codes.format';
import { icdOrderFormat } from './formats/icd-order.format';
import { msDrgAppendixFormat } from './formats/ms-drg-appendix.format';
import { msDrgTable5Format } from './formats/ms-drg-table5.format';
import { ncciMueFormat } from './formats/ncci-mue.format';
import { ncciPtpFormat } from './formats/ncci-ptp.format';
import { ndcFormat } from './formats/ndc.format';
import { nuccFormat } from './formats/nucc.format';
import { placeOfServicePageFormat } from './formats/place-of-service-page.format';
import { placeOfServiceXmlFormat } from './formats/place-of-service-xml.format';
import { plainCsvFormat } from './formats/plain-csv.format';
import { rbcsFormat } from './formats/rbcs.format';
import type { CodeFile, CodeFormat, ImportedRow, ImportHints, RecognisedRelease } from './import.types';
import { invalidFile } from './import-error';
import { stem } from './release-names';

/** All formats. A file belongs to the first that recognises it, so formats with weak signatures come last. */
export const CODE_FORMATS: readonly CodeFormat[] = [
  icdOrderFormat,
  icdCodesFormat,
  icd9Format,
  hcpcsFixedWidthFormat,
  hcpcsTableFormat,
  msDrgTable5Format,
  msDrgAppendixFormat,
  ndcFormat,
  nuccFormat,
  placeOfServiceXmlFormat,
  placeOfServicePageFormat,
  rbcsFormat,
  ncciMueFormat,
  ncciPtpFormat,
  fshCodeSystemFormat,
  ageLimitsFormat,
  plainCsvFormat,
];

/**
 * Finds the releases among files. Releases of a set come in the order of their names; the copy of a file in another form, such as a workbook next to the text,
 * is skipped, and so are files that belong to no release (PDFs, layouts). Throws EDI_CODES_FILE_INVALID with the formats when no release is found.
 */
export function recogniseReleases(files: readonly CodeFile[], hints: ImportHints = {}): RecognisedRelease[] {
  const releases: RecognisedRelease[] = [];
  const taken = new Set<CodeFile>();
  for (const format of CODE_FORMATS) {
    const found = format.recognise(files, hints).filter((release) => !release.files.some((file) => taken.has(file)));
    for (const file of found.flatMap((release) => release.files)) taken.add(file);
    releases.push(...found);
  }
  if (releases.length === 0) throw unrecognised(files);
  return withoutCopies(inOrder(releases)).map((release) => ({ ...release, read: () => readSome(release) }));
}

/** Sets in the order in which they were found, the releases of each by name. */
function inOrder(releases: readonly RecognisedRelease[]): readonly RecognisedRelease[] {
  const sets = [...new Set(releases.map(({ set }) => set))];
  return releases.toSorted((a, b) => sets.indexOf(a.set) - sets.indexOf(b.set) || compareText(a.release, b.release));
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function withoutCopies(releases: readonly RecognisedRelease[]): readonly RecognisedRelease[] {
  const seen = new Set<string>();
  return releases.filter(({ set, release, files }) => {
    const [first] = files;
    const key = JSON.stringify([set, release, first && stem(first)]);
    const isNew = release === '' || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** A file with a header and nothing below it was cut off, so it must not pass for a release. */
async function* readSome(release: RecognisedRelease): AsyncGenerator<ImportedRow, void, undefined> {
  let isEmpty = true;
  for await (const row of release.read()) {
    isEmpty = false;
    yield row;
  }
  if (isEmpty) throw invalidFile(release.files.map(({ name }) => name).join(', '), `has no rows (${release.source})`);
}

function unrecognised(files: readonly CodeFile[]): EdiError {
  const names = files.map(({ name, head }) => (head.length === 0 ? `${name} (empty)` : name)).slice(0, 10);
  const formats = CODE_FORMATS.map(({ name }) => `- ${name}`).join('\n');
  const found = names.length === 0 ? 'There is no file' : `No file is in a format that is known: ${names.join(', ')}`;
  return new EdiError('EDI_CODES_FILE_INVALID', `${found}. Load one of these as its publisher gives it, or as it is unpacked:\n${formats}`);
}
