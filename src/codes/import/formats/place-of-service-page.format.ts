import { parseDate } from '../dates';
import type { CodeFile, CodeFormat, ImportedRow } from '../import.types';
import { invalidFile, invalidLine } from '../import-error';
import { headText, readLines } from '../read-lines';
import { placeOfServiceRow } from './place-of-service';

const IS_PAGE = /<html[\s>]|<!doctype html/i;
const IS_PLACE_OF_SERVICE = /place[- ]of[- ]service code/i;
const MODIFIED = /(?:page last modified:|last updated)\s*(?:<[^>]*>\s*)*(?<date>\d{1,2}\/\d{1,2}\/\d{4})/i;

const TABLE_ROW = /<tr[\s>](?<cells>.*?)<\/tr>/gis;
const CELL = /<td(?:\s[^>]*)?>(?<content>.*?)<\/td>/gis;

/** Numbers that no place has: `28-30` and `Unassigned`. */
const UNASSIGNED = /unassigned/i;

const MAX_PAGE_BYTES = 20_000_000;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  gt: '>',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  rdquo: '”',
  rsquo: '’',
};

/** The page of CMS with the table of codes, names and descriptions, as a browser saves it. */
export const placeOfServicePageFormat: CodeFormat = {
  id: 'place-of-service-page',
  name: 'CMS place of service web page, saved as HTML',
  recognise: (files, hints) =>
    files.filter(isPage).map((file) => ({
      set: 'PLACE-OF-SERVICE',
      release: hints.release ?? parseDate(MODIFIED.exec(headText(file))?.groups?.['date'] ?? '') ?? '',
      source: 'CMS place of service web page',
      replacesEdits: false,
      files: [file],
      read: () => readPage(file),
    })),
};

function isPage(file: CodeFile): boolean {
  const text = headText(file);
  return IS_PAGE.test(text) && IS_PLACE_OF_SERVICE.test(text);
}

async function* readPage(file: CodeFile): AsyncGenerator<ImportedRow, void, undefined> {
  const page = await readWhole(file);
  let count = 0;
  for (const row of page.matchAll(TABLE_ROW)) {
    const cells = Array.from((row.groups?.['cells'] ?? '').matchAll(CELL), (cell) => plainText(cell.groups?.['content'] ?? ''));
    const [code = '', name = '', description = ''] = cells;
    if (cells.length === 0 || UNASSIGNED.test(name)) continue;
    const place = { file: file.name, line: page.slice(0, row.index).split('\n').length };
    if (cells.length < 2) throw invalidLine(place, `the row of the table has ${cells.length} cells, expected code, name and description`);
    count++;
    yield placeOfServiceRow(place, code, name, description);
  }
  if (count === 0) throw invalidFile(file.name, 'has no table of places of service', 'Save the page with its content, not as a shortcut.');
}

/** A page is small; a table of it may span lines in any way. */
async function readWhole(file: CodeFile): Promise<string> {
  let page = '';
  for await (const { text } of readLines(file)) {
    page += `${text}\n`;
    if (page.length > MAX_PAGE_BYTES) throw invalidFile(file.name, `is larger than ${MAX_PAGE_BYTES} characters`);
  }
  return page;
}

function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(?<decimal>\d+)|#x(?<hex>[0-9a-f]+)|(?<name>[a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      return String.fromCodePoint(Math.min(parseInt(decimal ?? hex ?? '', hex === undefined ? 10 : 16), 0x10ffff));
    })
    .trim();
}
