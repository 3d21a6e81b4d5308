import { envelope, transactionSet, USUAL, writeSegments } from '../../support/edi-text';
import { readEveryWay, readPieces, textsOf } from '../../support/read-segments';

const SEGMENTS = envelope([transactionSet(['N1*PR*A PAYER WITH A LONG NAME THAT GOES ON*XV*12345', 'CLP*A*1*100*80*20*12*PAYERNUMBER', 'SVC*HC:99213*5*4'])]);

/** Breaks text into lines of a width, like a mainframe or a mailer does. */
function wrap(text: string, width: number, lineBreak: string): string {
  return text.match(new RegExp(`[^]{1,${width}}`, 'g'))?.join(lineBreak) ?? '';
}

/** Where each segment of the unwrapped text stands after wrapping. */
function placesIn(text: string, width: number, lineBreak: string) {
  let start = 0;
  return text
    .split('~')
    .slice(0, -1)
    .map((segment, i) => {
      const breaks = Math.floor(start / width);
      const place = { lineNumber: 1 + breaks, segmentNumber: i + 1, byteOffset: start + breaks * lineBreak.length };
      start += segment.length + 1;
      return place;
    });
}

describe('wrapped lines', () => {
  it.each([
    [80, '\n'],
    [80, '\r\n'],
    [80, '\r'],
    [72, '\r\n'],
    [41, '\n'],
    [17, '\r\n'],
  ])('are joined when they are %d characters wide and end with %j', (width, lineBreak) => {
    const text = writeSegments(SEGMENTS);
    const reading = readEveryWay(wrap(text, width, lineBreak));
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
    expect(reading.segments.map(({ place }) => place)).toEqual(placesIn(text, width, lineBreak));
  });

  it.each([80, 41, 17])('are joined when a tab separates elements and lines are %d characters wide', (width) => {
    const reading = readEveryWay(wrap(writeSegments(SEGMENTS, { ...USUAL, element: '\t' }), width, '\r\n'));
    expect(reading.segments.map(({ elements }) => elements.join('*'))).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
  });

  it('are joined when text is glued to an ISA that is broken', () => {
    const reading = readEveryWay(`TEXT${wrap(writeSegments(SEGMENTS), 80, '\n')}`);
    expect(textsOf(reading)).toEqual(SEGMENTS);
  });

  it.each([104, 105])('are joined when the ISA is broken after %d characters', (width) => {
    const text = writeSegments(SEGMENTS);
    const reading = readEveryWay(wrap(text, width, '\n'));
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
  });

  it('are not joined, but reported, when the first one ends with the ISA: then segments seem to stand on lines of their own', () => {
    const reading = readEveryWay(wrap(writeSegments(SEGMENTS), 106, '\n'));
    expect(reading.segments).toHaveLength(SEGMENTS.length);
    expect(reading.issues).toMatchObject([{ segment: 'N1', message: 'A line break stands inside an element' }]);
  });

  it('are joined where a segment crosses several of them', () => {
    const reading = readEveryWay(`ST*835*1~N1*PR*${wrap('A'.repeat(40), 10, '\n')}~SE*3*1~`);
    expect(textsOf(reading)[1]).toBe(`N1*PR*${'A'.repeat(40)}`);
    expect(reading.segments[2]?.place).toEqual({ lineNumber: 4, segmentNumber: 3, byteOffset: 15 + 43 + 1 });
  });

  it('are joined in each interchange of a file', () => {
    const text = writeSegments(SEGMENTS);
    const reading = readEveryWay(wrap(text + text, 80, '\n'));
    expect(textsOf(reading)).toEqual([...SEGMENTS, ...SEGMENTS]);
    expect(reading.segments.map(({ place }) => place)).toEqual(placesIn(text + text, 80, '\n'));
  });

  it('are followed by the next interchange, whatever the last piece of the input ended with', () => {
    const text = writeSegments(SEGMENTS);
    const pieces = ['PROSE', ` BEFORE\n${wrap(text, 80, '\n')}${text}`];
    expect(textsOf(readPieces(pieces.map((piece) => Buffer.from(piece))))).toEqual([...SEGMENTS, ...SEGMENTS]);
  });

  it('are counted, whatever the last piece of the input ended with', () => {
    const isa = (element: string, last: string) => writeSegments(envelope([]).slice(0, 1), { ...USUAL, element }).replace(/..$/, last);
    const input = `\r${isa('<', '@~')}^\r${isa('<', '@~')}AA~AA~AA~IEA<1<000000001~ \nqqq\n${isa('|', ')~')}IEA|1|000000001~`;
    const whole = readPieces([Buffer.from(input)]);
    expect(readPieces([Buffer.from(input.slice(0, 4)), Buffer.from(input.slice(4))])).toEqual(whole);
    expect(readPieces([Buffer.from(input.slice(0, 1)), Buffer.from(input.slice(1))])).toEqual(whole);
  });

  it('do not keep a later interchange from having a line feed as terminator', () => {
    const reading = readEveryWay(`${wrap(writeSegments(SEGMENTS), 80, '\n')}\n${writeSegments(SEGMENTS, { ...USUAL, segment: '\n' })}`);
    expect(textsOf(reading)).toEqual([...SEGMENTS, ...SEGMENTS]);
  });

  it('report a line break inside an element, once segments stand on lines of their own', () => {
    const text = writeSegments(SEGMENTS, USUAL, '\n').replace('LONG NAME', 'LONG\nNAME');
    const reading = readEveryWay(text);
    expect(reading.segments[3]?.elements[2]).toBe('A PAYER WITH A LONG\nNAME THAT GOES ON');
    expect(reading.issues).toEqual([
      {
        issueType: 'INVALID',
        ruleId: 'input-line-break',
        at: { element: 2 },
        segment: 'N1',
        place: { lineNumber: 4, segmentNumber: 4, byteOffset: text.indexOf('N1*') },
        message: 'A line break stands inside an element',
      },
    ]);
    expect(reading.segments[4]?.place.lineNumber).toBe(6);
  });

  it.each(['ST*835*1\n~CLP*A\r\n~SE*3*1\n~', 'ST*835*1~\nCLP*A\r\n~SE*3*1\n~'])('are no data just before the terminator: %j', (input) => {
    const reading = readEveryWay(input);
    expect(textsOf(reading)).toEqual(['ST*835*1', 'CLP*A', 'SE*3*1']);
    expect(reading.issues).toEqual([]);
  });
});
