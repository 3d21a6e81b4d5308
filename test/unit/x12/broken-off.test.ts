import { envelope, isa, transactionSet, writeSegments } from '../../support/edi-text';
import { idsOf, readEveryWay, textsOf } from '../../support/read-segments';

const SEGMENTS = envelope([transactionSet(['CLP*A*1'])]);
const TEXT = writeSegments(SEGMENTS);

describe('input that breaks off', () => {
  it.each([1, 2, 3, 4, 50, 104, 105])('throws EDI_INPUT_ENDED inside the ISA, after %d bytes', (length) => {
    const reading = readEveryWay(TEXT.slice(0, length));
    expect(reading).toMatchObject({ segments: [], issues: [] });
    expect(reading.error).toBe(length < 4 ? 'EDI_NOT_EDI' : 'EDI_INPUT_ENDED');
  });

  it.each(['GS*HP*SEN', 'ST*83'])('throws EDI_INPUT_ENDED inside a first %s', (input) => {
    expect(readEveryWay(input)).toMatchObject({
      error: 'EDI_INPUT_ENDED',
      segments: [],
      message: `The input ends inside its first segment, after ${input.length} bytes. Is the file complete?`,
    });
  });

  it('reports a segment that breaks off, with place and length', () => {
    const start = TEXT.indexOf('CLP');
    const reading = readEveryWay(TEXT.slice(0, start + 5));
    expect(idsOf(reading)).toBe('ISA GS ST');
    expect(reading.issues).toEqual([
      {
        issueType: 'INVALID',
        ruleId: 'input-ended',
        message: `The input ends inside segment CLP (line 1, byte ${start}); its 5 bytes were not read`,
        errorCode: 'EDI_INPUT_ENDED',
        place: { lineNumber: 1, segmentNumber: 4, byteOffset: start },
        segment: 'CLP',
        dataLoss: true,
      },
    ]);
  });

  it('reports an ISA that breaks off after another interchange', () => {
    const reading = readEveryWay(`${TEXT}\n${isa().slice(0, 60)}`);
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toMatchObject([{ segment: 'ISA', dataLoss: true, place: { lineNumber: 2, byteOffset: TEXT.length + 1 } }]);
  });

  it.each([
    ['SE', 5],
    ['GE', 6],
    ['IEA', 7],
  ])('reads a last %s that has no terminator, and says so', (id, count) => {
    const reading = readEveryWay(TEXT.slice(0, TEXT.indexOf('~', TEXT.indexOf(`~${id}*`) + 1)));
    expect(textsOf(reading)).toEqual(SEGMENTS.slice(0, count));
    expect(reading.issues).toEqual([
      {
        issueType: 'INVALID',
        ruleId: 'input-terminator',
        segment: id,
        message: `The last segment ${id} has no terminator`,
        place: { lineNumber: 1, segmentNumber: count, byteOffset: TEXT.indexOf(`~${id}*`) + 1 },
      },
    ]);
  });

  it.each(['\n', '\r\n', ' ', '\x1a', '\0\0'])('reads a last IEA that has %j in place of its terminator', (after) => {
    const reading = readEveryWay(TEXT.slice(0, -1) + after);
    expect(textsOf(reading)).toEqual(SEGMENTS);
    expect(reading.issues).toMatchObject([{ message: 'The last segment IEA has no terminator' }]);
  });

  it('gives a segment that is whole, but for its terminator, as broken off: its last element may be cut', () => {
    const reading = readEveryWay('ST*835*1~CLP*A*1');
    expect(idsOf(reading)).toBe('ST');
    expect(reading.issues).toMatchObject([{ segment: 'CLP', dataLoss: true }]);
  });

  it('counts the line breaks of wrapped lines among the bytes that were not read', () => {
    const reading = readEveryWay('ST*835*1~N1*P\nR*A~N1*PR*\nABC\r\n');
    expect(reading.issues).toMatchObject([{ message: 'The input ends inside segment N1 (line 2, byte 18); its 12 bytes were not read' }]);
  });

  it('reports bytes that have no segment id', () => {
    expect(readEveryWay('ST*835*1~*A*B').issues).toMatchObject([
      { message: 'The input ends inside a segment (line 1, byte 9); its 4 bytes were not read', dataLoss: true },
    ]);
  });

  it.each(['ST*835*1~SE*2*1~', `${isa()}~`, `${isa()}~GS*HP*S*R*20250115*0930*1*X*005010X221A1~`])('does not report missing closings itself: %j', (input) => {
    expect(readEveryWay(input).issues).toEqual([]);
  });
});
