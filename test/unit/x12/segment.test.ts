import { chunkOf } from '../../support/chunk';
import { isa } from '../../support/edi-text';
import { readEveryWay, segmentsOf, textsOf } from '../../support/read-segments';

/** A segment read from an interchange that has `^` for repetitions. */
function read(text: string) {
  const segment = segmentsOf(`${isa()}~${text}~IEA*0*000000001~`)[1];
  if (segment === undefined) throw new Error('No segment was read.');
  return segment;
}

describe('chunk', () => {
  it('gives the same texts in any order, near each other or not', () => {
    const text = Array.from({ length: 900 }, (_, i) => `REF*${i}~`).join('');
    const { chunk, end } = chunkOf(text);
    const starts = [...Array.from({ length: end }, (_, i) => (i * 7_919) % end), ...Array.from({ length: end }, (_, i) => i)];
    const spans = starts.flatMap((start) => [1, 30, 500, 2_000].map((length) => [start, Math.min(end, start + length)] as const));
    expect(spans.filter(([from, to]) => chunk.text(from, to) !== text.slice(from, to))).toEqual([]);
  });
});

describe('segment', () => {
  it('gives elements by number, the id as element 0', () => {
    const segment = read('CLP*A**100');
    expect([0, 1, 2, 3].map((number) => segment.element(number))).toEqual(['CLP', 'A', '', '100']);
    expect(segment.elementCount).toBe(3);
  });

  it('gives the empty string for an element or component that is absent', () => {
    const segment = read('SVC*HC:99213');
    expect([segment.element(2), segment.element(40), segment.component(1, 3), segment.component(2, 1), segment.component(9, 2)]).toEqual(['', '', '', '', '']);
  });

  it('counts trailing empty elements', () => {
    expect(read('CLP*A***').elementCount).toBe(4);
  });

  it('gives components by number, the element itself as the first of one without components', () => {
    const segment = read('SVC*HC:99213::25*5');
    expect([1, 2, 3, 4, 5].map((number) => segment.component(1, number))).toEqual(['HC', '99213', '', '25', '']);
    expect(segment.component(2, 1)).toBe('5');
  });

  it('gives repetitions, none of an empty element', () => {
    const segment = read('DMG*A^B:C^D**E');
    expect([1, 2, 3].map((number) => segment.repetitions(number))).toEqual([['A', 'B:C', 'D'], [], ['E']]);
  });

  it('gives its text without the terminator', () => {
    expect(read('CLP*A**100:2*').text).toBe('CLP*A**100:2*');
  });

  it.each(['clp', 'Clp', 'longer'])('has the id in upper case and element 0 as it stands in the input: %s', (id) => {
    const segment = read(`${id}*a`);
    expect([segment.id, segment.element(0), segment.text]).toEqual([id.toUpperCase(), id, `${id}*a`]);
  });

  it.each(['N1', 'CLP', 'K3', 'TS3', 'A', 'LONG', 'TOOLONG', 'A-B', ''])('reads the id %j', (id) => {
    expect(read(`${id}*1`)).toMatchObject({ id, elementCount: 1 });
  });

  it('stays valid when the next bytes are read', () => {
    const segments = segmentsOf(`${isa()}~N1*PR*FIRST~${'N1*PR*OTHER~'.repeat(20_000)}IEA*0*000000001~`);
    expect(segments[1]?.text).toBe('N1*PR*FIRST');
  });

  it('reports lower-case ids once for a file, and reads them', () => {
    const reading = readEveryWay('st*835*1~clp*A~se*3*1~');
    expect(textsOf(reading)).toEqual(['st*835*1', 'clp*A', 'se*3*1']);
    expect(reading.segments.map(({ id }) => id)).toEqual(['ST', 'CLP', 'SE']);
    expect(reading.issues).toEqual([
      {
        issueType: 'INVALID',
        ruleId: 'input-lower-case',
        segment: 'ST',
        message: 'Segment ids are in lower case; they are read as upper case',
        place: { lineNumber: 1, segmentNumber: 1, byteOffset: 0 },
      },
    ]);
  });

  it('reads a segment that is an id alone', () => {
    expect(textsOf(readEveryWay('ST*835*1~LX~SE*3*1~'))).toEqual(['ST*835*1', 'LX', 'SE*3*1']);
  });
});
