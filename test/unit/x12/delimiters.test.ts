import { envelope, isa, transactionSet, USUAL, writeSegments } from '../../support/edi-text';
import { idsOf, readEveryWay, segmentsOf, textsOf } from '../../support/read-segments';

const SEGMENTS = envelope([transactionSet(['CLP*A*1', 'SVC*HC:99213*5'])]);
const IDS = 'ISA GS ST CLP SVC SE GE IEA';

/** The delimiters of the first segment, as characters. */
function delimitersOf(input: string) {
  const { element, component, repetition, segment } = segmentsOf(input)[0]?.chunk.delimiters ?? {};
  const character = (byte: number | undefined) => byte && String.fromCharCode(byte);
  return { element: character(element), component: character(component), repetition: character(repetition), segment: character(segment) };
}

describe('delimiters', () => {
  it.each([
    ['those of most files', USUAL],
    ['those of mainframes', { element: '\x1d', component: '\x1f', repetition: '\x1e', segment: '\x1c' }],
    ['a tab', { ...USUAL, element: '\t' }],
    ['a vertical tab and a form feed', { ...USUAL, element: '\v', component: '\f' }],
    ['punctuation', { element: '|', component: '>', repetition: '{', segment: '!' }],
    ['others that are quotes and backslashes in JSON', { element: '"', component: "'", repetition: '`', segment: '\\' }],
    ['a question mark and an underscore', { element: '?', component: ';', repetition: '_', segment: '@' }],
  ])('reads %s from the ISA', (_name, characters) => {
    const input = writeSegments(SEGMENTS, characters);
    expect(delimitersOf(input)).toEqual(characters);
    const reading = readEveryWay(input);
    expect(idsOf(reading)).toBe(IDS);
    expect(reading.issues).toEqual([]);
    expect(reading.segments[4]?.elements).toEqual(['SVC', `HC${characters.component}99213`, '5']);
  });

  it.each([
    ['a line feed', '\n', ''],
    ['a carriage return', '\r', ''],
    ['a carriage return with a line feed after it', '\r', '\n'],
  ])('reads %s as terminator', (_name, segment, after) => {
    const input = writeSegments(SEGMENTS, { ...USUAL, segment }, after);
    expect(delimitersOf(input).segment).toBe(segment);
    const reading = readEveryWay(input);
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
    expect(reading.segments.map(({ place }) => place.lineNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it.each(['\n', '\r'])('reads the line break %j as terminator where the lines after it are indented', (segment) => {
    const reading = readEveryWay(writeSegments(SEGMENTS, { ...USUAL, segment }, '  '));
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
  });

  it('reads a terminator that is one byte outside ASCII', () => {
    const input = Buffer.from(writeSegments(SEGMENTS, { ...USUAL, segment: '\u00a7' }), 'latin1');
    const reading = readEveryWay(input);
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
  });

  it('reads a terminator that is two bytes in UTF-8', () => {
    const reading = readEveryWay(writeSegments(SEGMENTS, { ...USUAL, segment: '\u00a7' }, '\n'));
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toEqual([]);
  });

  it('reads each interchange with its own delimiters', () => {
    const other = { element: '|', component: '>', repetition: '!', segment: '\n' };
    const third = { element: '+', component: '~', repetition: '^', segment: '\r' };
    const reading = readEveryWay(writeSegments(SEGMENTS) + writeSegments(SEGMENTS, other) + writeSegments(SEGMENTS, third, '\n'));
    expect(idsOf(reading)).toBe([IDS, IDS, IDS].join(' '));
    expect(reading.issues).toEqual([]);
    expect(reading.segments.filter(({ id }) => id === 'SVC').map(({ elements }) => elements[1])).toEqual(['HC:99213', 'HC>99213', 'HC~99213']);
  });

  it('reads the delimiters of an unpadded ISA', () => {
    const [, ...others] = SEGMENTS;
    const reading = readEveryWay(writeSegments(['ISA*00**00**ZZ*S*ZZ*R*250115*0930*^*00501*1*0*P*:', ...others], { ...USUAL, segment: '|' }));
    expect(idsOf(reading)).toBe(IDS);
    expect(reading.segments[0]?.elements).toHaveLength(17);
    expect(reading.segments[4]?.elements[1]).toBe('HC:99213');
    expect(reading.issues).toEqual([]);
  });

  it('reads an ISA with more padding than it should have', () => {
    const [first = '', ...others] = SEGMENTS;
    const reading = readEveryWay(writeSegments([first.replace('SENDER         ', 'SENDER'.padEnd(40)), ...others]));
    expect(idsOf(reading)).toBe(IDS);
    expect(reading.issues).toEqual([]);
  });

  describe('of repetitions', () => {
    const repeated = (options: { version?: string; isa11?: string }, value: string) => segmentsOf(`${isa(options)}~CLP*${value}~IEA*0*1~`)[1]?.repetitions(1);

    it('come from ISA11 from version 00402 on', () => {
      expect(repeated({ version: '00402', isa11: '^' }, 'A^B')).toEqual(['A', 'B']);
      expect(repeated({ version: '00501', isa11: '{' }, 'A{B')).toEqual(['A', 'B']);
    });

    it('do not exist before version 00402', () => {
      expect(repeated({ version: '00401', isa11: '^' }, 'A^B')).toEqual(['A^B']);
    });

    it.each(['U', 'u', '0', ' '])('are never split at ISA11 = %j', (isa11) => {
      expect(repeated({ isa11 }, `A${isa11}B`)).toEqual([`A${isa11}B`]);
    });

    it('are never split at a character that is another delimiter', () => {
      expect(repeated({ isa11: ':' }, 'A:B')).toEqual(['A:B']);
    });
  });

  describe('of input without an ISA', () => {
    it.each(['GS', 'ST'])('are the usual ones when it begins at %s', (id) => {
      const segments = SEGMENTS.slice(
        SEGMENTS.findIndex((text) => text.startsWith(id)),
        id === 'GS' ? -1 : -2,
      );
      const reading = readEveryWay(writeSegments(segments, USUAL, '\n'));
      expect(textsOf(reading)).toEqual(segments);
      expect(reading.issues).toEqual([]);
    });

    it('take the element separator that stands after the id', () => {
      const reading = readEveryWay('ST|835|0001~CLP|A|1~SE|3|0001~');
      expect(textsOf(reading)).toEqual(['ST*835*0001', 'CLP*A*1', 'SE*3*0001']);
    });

    it.each(['\n', '\r\n', '\r'])('take the line break %j as terminator when there is no tilde', (lineBreak) => {
      const reading = readEveryWay(['ST*835*0001', 'CLP*A*1', 'SE*3*0001', ''].join(lineBreak));
      expect(textsOf(reading)).toEqual(['ST*835*0001', 'CLP*A*1', 'SE*3*0001']);
      expect(reading.issues).toEqual([]);
    });

    it('are those of the interchange before when the element separator is the same', () => {
      const reading = readEveryWay(writeSegments(SEGMENTS, { ...USUAL, segment: '!' }) + 'ST*835*0002!CLP*B~*1!SE*3*0002!');
      expect(textsOf(reading).slice(-3)).toEqual(['ST*835*0002', 'CLP*B~*1', 'SE*3*0002']);
    });
  });
});
