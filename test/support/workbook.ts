import { SaxesParser } from 'saxes';
import { fromBuffer } from 'yauzl';
import { tableCrc32 } from '../../src/common/crc32';

/** A cell of a workbook. */
export interface WorkbookCell {
  readonly text: string;
  readonly kind: 'text' | 'number';
  /** Format of its number, such as yyyy\-mm\-dd; undefined for a format that every program knows. */
  readonly format: string | undefined;
  readonly formatId: number;
}

/** A sheet of a workbook. */
export interface ReadSheet {
  readonly name: string;
  readonly xml: string;
  /** By row and by letters of the column, such as AB. */
  readonly rows: readonly ReadonlyMap<string, WorkbookCell>[];
}

/** The entries of a zip archive by name. Fails where a checksum is wrong. */
export async function readZip(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Buffer>();
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('error', reject);
      zip.on('end', () => resolve(entries));
      zip.on('entry', (entry: { fileName: string; crc32: number }) => {
        zip.openReadStream(entry as never, (failure, stream) => {
          if (failure) return reject(failure);
          const pieces: Buffer[] = [];
          stream.on('data', (piece: Buffer) => pieces.push(piece));
          stream.on('error', reject);
          stream.on('end', () => {
            const content = Buffer.concat(pieces);
            if (tableCrc32(content, 0) !== entry.crc32) return reject(new Error(`${entry.fileName} has a wrong checksum.`));
            entries.set(entry.fileName, content);
            return zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}

/** Calls back for each element of XML with its attributes, and for its text. Fails where the XML is not well-formed. */
function parseXml(
  xml: string,
  onOpen: (name: string, attributes: Readonly<Record<string, string>>) => void,
  onText: (text: string) => void = () => undefined,
): void {
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => onOpen(name, attributes));
  parser.on('text', onText);
  parser.write(xml).close();
}

/** Undoes the escapes that spreadsheets have for characters which XML has not. */
const unescaped = (text: string): string => text.replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Reads the sheets of a workbook, in their order. */
export async function readWorkbook(bytes: Buffer): Promise<readonly ReadSheet[]> {
  const entries = await readZip(bytes);
  const text = (name: string): string => entries.get(name)?.toString('utf8') ?? '';
  const targets = new Map<string, string>();
  parseXml(text('xl/_rels/workbook.xml.rels'), (_, { Id = '', Target = '' }) => targets.set(Id, Target.replace(/^\//, '')));
  const formats = new Map<string, string>();
  const styles: number[] = [];
  let isInCells = false;
  parseXml(text('xl/styles.xml'), (name, { numFmtId = '', formatCode = '' }) => {
    if (name === 'numFmt') formats.set(numFmtId, formatCode);
    if (name === 'cellXfs') isInCells = true;
    if (name === 'cellStyles') isInCells = false;
    if (name === 'xf' && isInCells) styles.push(Number(numFmtId));
  });
  const sheets: ReadSheet[] = [];
  parseXml(text('xl/workbook.xml'), (name, attributes) => {
    if (name !== 'sheet') return;
    const xml = text(targets.get(attributes['r:id'] ?? '') ?? '');
    sheets.push({ name: attributes['name'] ?? '', xml, rows: readRows(xml, styles, formats) });
  });
  return sheets;
}

function readRows(xml: string, styles: readonly number[], formats: ReadonlyMap<string, string>): Map<string, WorkbookCell>[] {
  const rows: Map<string, WorkbookCell>[] = [];
  let letters = '';
  let cell: WorkbookCell | undefined;
  parseXml(
    xml,
    (name, { r = '', t = '', s = '0' }) => {
      if (name === 'row') rows.push(new Map());
      if (name === 'c') {
        expect(r.replace(/\D/g, '')).toBe(String(rows.length));
        const formatId = styles[Number(s)] ?? 0;
        letters = r.replace(/\d/g, '');
        cell = { text: '', kind: t === 'inlineStr' ? 'text' : 'number', formatId, format: formats.get(String(formatId)) };
      }
    },
    (text) => {
      if (cell === undefined) return;
      cell = { ...cell, text: cell.text + unescaped(text) };
      rows.at(-1)?.set(letters, cell);
    },
  );
  return rows;
}

/** What CSV has in the place of a cell: numbers with a format of dates are days. */
export function csvTextOf(cell: WorkbookCell | undefined): string {
  if (cell === undefined) return '';
  if (cell.kind === 'text' || cell.format === undefined) return cell.text;
  const moment = new Date(Date.UTC(1899, 11, 30) + Math.round(Number(cell.text) * 86_400) * 1000).toISOString();
  return Number(cell.text) % 1 === 0 && !cell.format.includes('hh') ? moment.slice(0, 10) : moment.slice(0, 19);
}

/** The cells of a row in the order of columns, as CSV has them. */
export const csvRow = (row: ReadonlyMap<string, WorkbookCell> | undefined, columns: number): string[] =>
  Array.from({ length: columns }, (_, i) => csvTextOf(row?.get(lettersOf(i))));

const lettersOf = (column: number): string => {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last;
};
