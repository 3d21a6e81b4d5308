import { SegmentReader } from '../../../src/x12/segment-reader';
import { envelope, transactionSet, USUAL, writeSegments } from '../../support/edi-text';
import { readEveryWay, textsOf } from '../../support/read-segments';

const SEGMENTS = envelope([transactionSet(['CLP*A*1'])]);
const TEXT = writeSegments(SEGMENTS);

describe('noise between segments', () => {
  it.each([
    ['line feeds', '\n'],
    ['carriage returns', '\r'],
    ['both', '\r\n'],
    ['blank lines', '\n\n  \n\r\n'],
    ['tabs and blanks', ' \t '],
    ['indentation', '\n  '],
    ['doubled terminators', '~'],
    ['many terminators with blanks between', '~ ~\n~~'],
    ['NUL bytes', '\0\0'],
    ['^Z', '\x1a'],
    ['next lines, which end lines of EBCDIC', '\u0085'],
    ['no-break spaces', '\n\u00a0\u00a0'],
    ['byte order marks, which each of the files has that were joined', '\n\ufeff'],
    ['two byte order marks', '\ufeff\ufeff'],
  ])('passes over %s', (_name, after) => {
    const reading = readEveryWay(writeSegments(SEGMENTS, USUAL, after));
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
  });

  it.each([
    ['blank lines', '\n\r\n \t\n'],
    ['NUL bytes', '\0\0\0'],
  ])('passes over %s before the ISA', (_name, before) => {
    const reading = readEveryWay(before + TEXT);
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
    expect(reading.segments[0]?.place.byteOffset).toBe(before.length);
  });

  it.each([
    ['^Z', '\x1a'],
    ['a block of ^Z', '\x1a'.repeat(500)],
    ['padding with NUL bytes', '\0'.repeat(5000)],
    ['padding with blanks', ' '.repeat(300)],
    ['a line break and ^Z', '\r\n\x1a'],
  ])('passes over %s at the end', (_name, after) => {
    const reading = readEveryWay(TEXT + after);
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
  });

  it.each(['\u0085', '\u00a0'])('passes over %j in Latin-1', (after) => {
    const reading = readEveryWay(Buffer.from(writeSegments(SEGMENTS, USUAL, after), 'latin1'));
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
  });

  it.each(['   ', ' '])('passes over %j before the terminator of the ISA', (blanks) => {
    const reading = readEveryWay(TEXT.replace('~', `${blanks}~`));
    expect(textsOf(reading).slice(1)).toEqual(SEGMENTS.slice(1));
    expect(reading.issues).toEqual([]);
  });

  it('passes over blanks and blank lines between interchanges', () => {
    const reading = readEveryWay(`${TEXT}\n\n \0 \n${TEXT}`);
    expect(textsOf(reading)).toEqual([...SEGMENTS, ...SEGMENTS]);
    expect(reading.issues).toEqual([]);
  });

  it('should skip the byte order marks of files that were joined', () => {
    const reading = readEveryWay(`\ufeff${TEXT}\ufeff${TEXT}\n\ufeff\n${TEXT}\ufeff`);
    expect(textsOf(reading)).toEqual([...SEGMENTS, ...SEGMENTS, ...SEGMENTS]);
    expect(reading.issues).toEqual([]);
    expect(reading.segments[SEGMENTS.length]?.place.byteOffset).toBe(TEXT.length + 6);
  });

  it.each(['GS*', 'ST*', 'CLP*', 'SE*', 'GE*', 'IEA*'])('should read %s after the byte order mark of a file that begins there', (start) => {
    for (const delimiters of [USUAL, { ...USUAL, segment: '\n' }]) {
      const text = writeSegments(SEGMENTS, delimiters, delimiters === USUAL ? '\n' : '');
      const at = text.indexOf(start);
      const reading = readEveryWay(`${text.slice(0, at)}\ufeff${text.slice(at)}`);
      expect(textsOf(reading)).toEqual(SEGMENTS);
      expect(reading.issues).toEqual([]);
      expect(reading.segments[SEGMENTS.findIndex((segment) => segment.startsWith(start))]?.place.byteOffset).toBe(at + 3);
    }
  });

  it('should read the ISA after a byte order mark where the interchange before has no IEA', () => {
    const reading = readEveryWay(`${writeSegments(SEGMENTS.slice(0, -1), USUAL, '\n')}\ufeff${TEXT}`);
    expect(textsOf(reading)).toEqual([...SEGMENTS.slice(0, -1), ...SEGMENTS]);
    expect(reading.issues).toEqual([]);
  });

  it.each(['GS*', 'ST*', 'CLP*', 'SE*', 'IEA*'])('should read %s after lines of text without a terminator', (start) => {
    for (const lineBreak of ['\n', '\r\n']) {
      for (const lines of [['-- page 2 --'], ['*** total 5 ***'], ['page', '', '2 of 3']]) {
        const text = writeSegments(SEGMENTS, USUAL, lineBreak);
        const at = text.indexOf(start);
        const index = SEGMENTS.findIndex((segment) => segment.startsWith(start));
        const reading = readEveryWay(`${text.slice(0, at)}${lines.join(lineBreak)}${lineBreak}${text.slice(at)}`);
        expect(textsOf(reading)).toEqual([...SEGMENTS.slice(0, index), lines.join(lineBreak), ...SEGMENTS.slice(index)]);
        expect(reading.segments[index + 1]?.place.lineNumber).toBe(index + 1 + lines.length);
      }
    }
  });

  it('should read the ISA after a line of text where the interchange before has no IEA', () => {
    const reading = readEveryWay(`${writeSegments(SEGMENTS.slice(0, -1), USUAL, '\n')}-- next file --\n${TEXT}`);
    expect(textsOf(reading)).toEqual([...SEGMENTS.slice(0, -1), '-- next file --', ...SEGMENTS]);
  });

  it('keeps text with line breaks that no segment follows', () => {
    expect(textsOf(readEveryWay('ST*835*1~\npage 2\nof 3~\nSE*3*1~'))[1]).toBe('page 2\nof 3');
  });

  it.each([
    ['CR LF, then LF', ['\r\n', '\n', '\n', '\n']],
    ['CR LF and LF in turns', ['\r\n', '\n']],
    ['LF, then CR LF', ['\n', '\r\n', '\r\n', '\r\n']],
    ['CR, then LF', ['\r', '\n', '\n', '\n']],
    ['CR and CR LF in turns', ['\r', '\r\n']],
  ])('should end segments at %s', (_name, ends) => {
    const reading = readEveryWay(SEGMENTS.map((segment, i) => segment + (ends[i % ends.length] ?? '')).join(''));
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
    expect(reading.segments.map(({ place }) => place.lineNumber)).toEqual(SEGMENTS.map((_, i) => i + 1));
  });

  it('should read lines that end with LF as they come, where those before end with CR LF', () => {
    let count = 0;
    const reader = new SegmentReader({ onSegments: ({ length }) => (count += length) });
    reader.write(
      Buffer.from(
        SEGMENTS.slice(0, 3)
          .map((segment) => `${segment}\r\n`)
          .join(''),
      ),
    );
    for (let i = 1; i <= 5; i++) {
      reader.write(Buffer.from(`CLP*A*${i}\nCLP*B`));
      reader.write(Buffer.from(`*${i}\n`));
      expect(count).toBe(3 + 2 * i);
    }
  });

  it('keeps byte order marks inside elements', () => {
    expect(textsOf(readEveryWay('ST*835*1~N1*PR*\ufeffA~SE*3*1~'))[1]).toBe('N1*PR*\ufeffA');
  });

  it('keeps blanks and tabs inside elements', () => {
    expect(textsOf(readEveryWay('ST*835*1~N1*PR* A\t B ~SE*3*1~'))[1]).toBe('N1*PR* A\t B ');
  });

  it('keeps other control characters, in a segment that no guide knows', () => {
    const reading = readEveryWay('ST*835*1~\x01CLP*A~SE*3*1~');
    expect(reading.segments[1]?.elements).toEqual(['\x01CLP', 'A']);
  });

  it('keeps a segment without an id', () => {
    expect(readEveryWay('ST*835*1~*A*B~SE*3*1~').segments[1]).toMatchObject({ id: '', elements: ['', 'A', 'B'] });
  });

  it.each(['?', '?~', "?'"])('reads %j as data: X12 has no release character', (data) => {
    const [value = ''] = data.split('~');
    expect(textsOf(readEveryWay(`ST*835*1~N1*PR*A${data}~SE*3*1~`))[1]).toBe(`N1*PR*A${value}`);
  });
});
