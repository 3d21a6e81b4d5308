import type { CodeFile } from './import.types';

const ISO_MONTH = /(?<!\d)(?<year>20\d\d)[-_](?<month>0[1-9]|1[0-2])(?!\d)/;
const US_DATE = /(?<!\d)(?<month>0[1-9]|1[0-2])[-_](?:[0-2]\d|3[01])[-_](?<year>20\d\d)(?!\d)/;
const YEAR = /(?<!\d)20\d\d(?!\d)/;

/** Returns the month in a file name or the folders around it as yyyy-mm: from `Eff_04-01-2024` or `2024-06`. */
export function monthInName(file: CodeFile): string | undefined {
  for (const text of [file.name, file.path]) {
    const { year, month } = (US_DATE.exec(text) ?? ISO_MONTH.exec(text))?.groups ?? {};
    if (year !== undefined && month !== undefined) return `${year}-${month}`;
  }
  return undefined;
}

/** Returns the year in a file name or the folders around it. */
export function yearInName(file: CodeFile): string | undefined {
  return YEAR.exec(file.name)?.[0] ?? YEAR.exec(file.path)?.[0];
}

/** Returns the name without its extension, in small letters: the same for a text file and its copy as a workbook. */
export function stem(file: CodeFile): string {
  return file.name.replace(/\.[a-z]+$/i, '').toLowerCase();
}
