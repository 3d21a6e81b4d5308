import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { CodeExport, EXPORT_COLUMNS } from '../../../src/codes/code-export';
import { CodeSearch } from '../../../src/codes/code-search';
import type { CodeRecord, ExportRequest } from '../../../src/codes/code.types';
import { clearCodes, describeDatabases, diagnosis, hcpcs, importRecords } from '../../support/code-databases';
import { gather } from '../../support/gather';
import { budget, everyNth } from '../../support/fuzz';

const HEADER = 'code,formattedCode,desc,shortDesc,type,subType,enumName,startDate,endDate';

/** The cells that a reader of the CSV must find. */
const asCells = (codes: readonly CodeRecord[]): readonly (readonly string[])[] => codes.map((code) => EXPORT_COLUMNS.map((column) => code[column] ?? ''));

/** The same CSV as csv-stringify writes it, which quotes by column when it is asked to for each cell. */
function stringified(codes: readonly CodeRecord[]): string {
  const isQuoted = (column: string | number | undefined): boolean => column === 'desc' || column === 'type';
  return stringify([...codes], {
    columns: [...EXPORT_COLUMNS],
    header: true,
    eof: false,
    quoted_match: /[\r\n]/,
    cast: { string: (value, { column, header }) => (!header && isQuoted(column) ? { value, quoted: true } : value) },
  });
}

describeDatabases('code export', (store, it) => {
  const pieces = (request: ExportRequest): AsyncGenerator<string, void, undefined> => new CodeExport(store(), new CodeSearch(store())).csv(request);
  const csv = async (request: ExportRequest): Promise<string> => (await gather(pieces(request))).join('');
  const lines = async (request: ExportRequest): Promise<readonly string[]> => (await csv(request)).split('\n');
  const codesOf = async (request: ExportRequest): Promise<readonly string[]> => (await lines(request)).slice(1).map((line) => line.split(',')[0] ?? '');

  describe('of a few codes', () => {
    beforeAll(async () => {
      await clearCodes(store());
      await importRecords(store(), [
        diagnosis('E119', 'Type 2 diabetes mellitus, without complications', { shortDesc: 'Type 2 diabetes, plain', startDate: '2015-10-01' }),
        diagnosis('E1165', 'The "sweet" one', { endDate: '2024-09-30', fullDesc: 'Not exported' }),
        hcpcs('A9', 'Line 1\nline 2\rline 3'),
        hcpcs('A10'),
        { type: 'X12_AMOUNT_QUALIFIER_CODE', subType: 'X12_AMOUNT_QUALIFIER_CODE', code: 'A8', desc: 'Noncovered charges', enumName: 'NON_COVERED' },
        { type: 'UB04_VALUE_CODE', subType: 'VALUE', code: 'A10', desc: 'Value' },
      ]);
    });

    it('has nine columns, description and type always in quotes, others where they need them', async () => {
      expect(await lines({ types: ['DIAGNOSIS'] })).toEqual([
        HEADER,
        'E1165,E11.65,"The ""sweet"" one",,"DIAGNOSIS",ICD_10,,,2024-09-30',
        'E119,E11.9,"Type 2 diabetes mellitus, without complications","Type 2 diabetes, plain","DIAGNOSIS",ICD_10,,2015-10-01,',
      ]);
      expect(await lines({ types: ['X12_AMOUNT_QUALIFIER_CODE'] })).toEqual([
        HEADER,
        'A8,,"Noncovered charges",,"X12_AMOUNT_QUALIFIER_CODE",X12_AMOUNT_QUALIFIER_CODE,NON_COVERED,,',
      ]);
    });

    it('leaves a description that is absent empty, without quotes, and keeps line breaks', async () => {
      expect(await csv({ types: ['PROCEDURE'] })).toBe(`${HEADER}\nA10,,,,"PROCEDURE",HCPCS,,,\nA9,,"Line 1\nline 2\rline 3",,"PROCEDURE",HCPCS,,,`);
    });

    it('is the header alone where nothing fits', async () => {
      expect(await csv({ types: ['DRG'] })).toBe(HEADER);
      expect(await csv({ query: 'nothing' })).toBe(HEADER);
    });

    it('is sorted by code as text, then by type, over all types', async () => {
      const types = ['UB04_VALUE_CODE', 'DIAGNOSIS', 'PROCEDURE'] as const;
      expect((await codesOf({ types })).filter((cell) => !cell.startsWith('line'))).toEqual(['A10', 'A10', 'A9', 'E1165', 'E119']);
      expect((await lines({ types })).filter((line) => line.startsWith('A10')).map((line) => line.split('"').at(-2))).toEqual(['PROCEDURE', 'UB04_VALUE_CODE']);
    });

    it('has the codes of a query, sorted by code and not by fit', async () => {
      expect(await codesOf({ query: 'E119, A10, E11' })).toEqual(['A10', 'A10', 'E1165', 'E119']);
    });

    it('has the codes of a query in a type', async () => {
      expect(await codesOf({ query: 'A10, E119', types: ['PROCEDURE'] })).toEqual(['A10']);
      expect(await codesOf({ query: 'type sweet', types: ['DIAGNOSIS'] })).toEqual(['E1165', 'E119']);
    });

    it('has at most so many codes: the first by code, of a query the best', async () => {
      expect(await codesOf({ types: ['DIAGNOSIS'], howMany: 1 })).toEqual(['E1165']);
      expect(await codesOf({ query: 'E119, E11', howMany: 1 })).toEqual(['E119']);
      expect(await codesOf({ types: ['DIAGNOSIS'], howMany: 2 ** 31 - 1 })).toHaveLength(2);
    });

    it.each([{}, { query: '' }, { howMany: 5 }])('is refused without query and type, before anything is written: %j', async (request) => {
      await expect(pieces(request).next()).rejects.toMatchObject({
        code: 'EDI_BAD_PARAMETER',
        message: expect.stringContaining('Give a query, a type, or both'),
      });
    });

    it.each(['%', ' ', 'a'.repeat(1001)])('is refused for a query that cannot be used, before anything is written: %#', async (query) => {
      await expect(pieces({ query, types: ['DIAGNOSIS'] }).next()).rejects.toMatchObject({ code: 'EDI_BAD_PARAMETER' });
    });
  });

  describe('of many codes', () => {
    const COUNT = 4_500;
    const codeAt = (i: number): string => String((i * 7_919) % 100_003).padStart(6, '0');

    beforeAll(async () => {
      await clearCodes(store());
      const codes = Array.from({ length: COUNT }, (_, i) => hcpcs(codeAt(i), `Procedure number ${i}`, { subType: i % 2 === 0 ? 'CPT' : 'HCPCS' }));
      await importRecords(store(), [...codes, ...codes.slice(0, 10).map((code) => ({ ...code, subType: 'ADA' })), diagnosis('000000', 'Another type')]);
    });

    const expected = (): readonly string[] =>
      [...Array.from({ length: COUNT }, (_, i) => codeAt(i)), ...Array.from({ length: 10 }, (_, i) => codeAt(i))].sort();

    it('gives every code once, in order, page by page', async () => {
      const found = await gather(pieces({ types: ['PROCEDURE'] }));
      expect(found[0]).toBe(HEADER);
      expect(found.slice(1).map((piece) => piece.trimStart().split('\n').length)).toEqual([2_000, 2_000, 510]);
      expect(await codesOf({ types: ['PROCEDURE'] })).toEqual(expected());
      expect(new Set(await lines({ types: ['PROCEDURE'] })).size).toBe(COUNT + 10 + 1);
    });

    it('gives every code of a query once, in order, page by page', async () => {
      const found = await gather(pieces({ query: 'procedure' }));
      expect(found.slice(1).map((piece) => piece.trimStart().split('\n').length)).toEqual([2_000, 2_000, 510]);
      expect(await codesOf({ query: 'procedure' })).toEqual(expected());
    });

    it.each(everyNth(3, [1, 1_999, 2_000, 2_001, 4_000, 4_509]))('stops after %d codes', async (howMany) => {
      expect(await codesOf({ types: ['PROCEDURE'], howMany })).toEqual(expected().slice(0, howMany));
      expect(await codesOf({ query: 'procedure', howMany })).toHaveLength(howMany);
    });

    it('reads no page that nobody asks for', async () => {
      const rows = pieces({ types: ['PROCEDURE'] });
      await rows.next();
      expect((await rows.next()).value?.split('\n')).toHaveLength(2_001);
      await rows.return();
      expect(await rows.next()).toEqual({ value: undefined, done: true });
    });
  });

  describe('of any text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', ' ', ',', '"', "'", '\n', '\r', ';', '\t', '=', 'é', '𝄞', '\\'), minLength: 1, maxLength: 12 });
    const day = fc.constantFrom('2024-01-01', '2025-12-31');
    const values = fc.record({ formattedCode: text, desc: text, shortDesc: text, enumName: text, startDate: day, endDate: day }, { requiredKeys: [] });
    const codes = fc.uniqueArray(fc.tuple(fc.integer({ min: 100, max: 999 }), values), { minLength: 1, maxLength: 30, selector: ([number]) => number });

    it('is what csv-stringify writes, and csv-parse reads the values back', async () => {
      const property = fc.asyncProperty(codes, async (some) => {
        const records: CodeRecord[] = some.map(([number, more]): CodeRecord => ({ type: 'DRG', subType: 'DRG', code: String(number), ...more }));
        records.sort((a, b) => (a.code < b.code ? -1 : 1));
        await clearCodes(store());
        await importRecords(store(), records);
        const written = await csv({ types: ['DRG'] });
        expect(written).toBe(stringified(records));
        expect(parse(written, { record_delimiter: '\n', from_line: 2 })).toEqual(asCells(records));
      });
      await fc.assert(property, budget(20));
    });
  });
});
