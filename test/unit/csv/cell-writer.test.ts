import { CellWriter } from '../../../plugins/csv/cell-writer';
import { ByteWriter, tableReading } from '../../../src/plugin/io';
import { expectLinear } from '../../support/growth';

/** tableReading.Cells of a row; an empty text is a column without value. */
function cellsWith(values: readonly string[]): tableReading.Cells {
  const cells = new tableReading.Cells(values.length);
  values.forEach((value, i) => {
    if (value === '') return;
    const mark = cells.out.length;
    cells.out.text(value);
    cells.set(i, mark);
  });
  return cells;
}

function written(
  values: readonly string[],
  { separator = ',', isSpreadsheetSafe = false, isForExcel = false, capacity = 1024, only = [] as readonly number[] } = {},
): string {
  const out = new ByteWriter(capacity);
  new CellWriter({ separator, isSpreadsheetSafe, isForExcel }).cells(
    cellsWith(values),
    out,
    new Uint8Array(values.length).fill(1),
    only.length === 0 ? undefined : Uint8Array.from(only),
  );
  return out.bytes.toString('utf8', 0, out.length);
}

describe('cells', () => {
  it.each([
    ['a comma', 'a,b', '"a,b"'],
    ['a quotation mark, which is doubled', 'say "x"', '"say ""x"""'],
    ['a line feed', 'a\nb', '"a\nb"'],
    ['a carriage return', 'a\rb', '"a\rb"'],
    ['nothing but a quotation mark', '"', '""""'],
  ])('with %s stand in quotes', (_what, value, expected) => {
    expect(written(['x', value, 'y'])).toBe(`x,${expected},y`);
  });

  it.each(['a;b', 'a b', ' a ', "it's", '007', 'Ä日😀', '=1+1', 'a\tb'])('without need stand as they are: %j', (value) => {
    expect(written([value, value])).toBe(`${value},${value}`);
  });

  it('take the separator of the format for the one that needs quotes', () => {
    expect(written(['a;b', 'a,b'], { separator: ';' })).toBe('"a;b";a,b');
    expect(written(['a\tb', 'a,b'], { separator: '\t' })).toBe('"a\tb"\ta,b');
  });

  it('without value are empty, first and last too', () => {
    expect(written(['', 'a', '', 'b', ''])).toBe(',a,,b,');
    expect(written(['', '', ''])).toBe(',,');
  });

  it('that a list does not mark are empty', () => {
    expect(written(['a', 'b', 'c'], { only: [1, 0, 1] })).toBe('a,,c');
  });

  it.each([1, 2, 16, 17, 64, 65, 200])('are whole in a buffer of %d bytes, however many quotation marks they have', (capacity) => {
    const quotes = '"'.repeat(50);
    const blanks = Array<string>(100).fill('');
    expect(written([quotes, ...blanks], { capacity })).toBe(`"${quotes}${quotes}"${','.repeat(100)}`);
    expect(written([quotes, ...blanks, '=x'], { capacity, isSpreadsheetSafe: true })).toBe(`"${quotes}${quotes}"${','.repeat(101)}'=x`);
  });
});

describe('cells for spreadsheets', () => {
  const safe = (value: string): string => written([value, 'x'], { isSpreadsheetSafe: true });

  it.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '-', '+', '=', '--1', '-1e5', '-1.2.3', '+A1'])('have an apostrophe before %j', (value) => {
    expect(safe(value)).toBe(`'${value},x`);
  });

  it('have it inside the quotes', () => {
    expect(safe('=HYPERLINK("a",1)')).toBe(`"'=HYPERLINK(""a"",1)",x`);
    expect(safe('\r=1')).toBe(`"'\r=1",x`);
  });

  it.each(['-3', '-0.5', '+7', '-.5', '384', '007', 'a=b', 'a-b', "'=1", ''])('are as they are without danger: %j', (value) => {
    expect(safe(value)).toBe(`${value},x`);
  });

  it('of many digits that are no number are judged at a cost that does not grow with the square of their length', () =>
    expectLinear(100_000, (length) => {
      expect(safe(`-${'1'.repeat(length)}x`)).toHaveLength(length + 5);
    }));
});
