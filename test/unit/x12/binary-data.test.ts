import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { inPieces } from '../../support/pieces';
import { idsOf, readEveryWay, readPieces, textsOf } from '../../support/read-segments';

const withSegment = (segment: string) => writeSegments(envelope([transactionSet([segment, 'CAT*AE*TX'], { set: '275' })]));

describe('data of declared length', () => {
  const data = 'a~b*c:d^e\n~~ISA*00*IEA*1~';

  it('keeps delimiters inside BIN', () => {
    const reading = readEveryWay(withSegment(`BIN*${data.length}*${data}`.replaceAll('^', '!')));
    expect(idsOf(reading)).toBe('ISA GS ST BIN CAT SE GE IEA');
    expect(reading.segments[3]?.elements).toEqual(['BIN', String(data.length), data.replaceAll('^', '!')]);
    expect(reading.issues).toEqual([]);
  });

  it('keeps delimiters inside BDS, and the element after the data', () => {
    const reading = readEveryWay(withSegment(`BDS*ASC*${data.length}*${data}`));
    expect(reading.segments[3]?.elements).toEqual(['BDS', 'ASC', String(data.length), data]);
    expect(idsOf(reading)).toBe('ISA GS ST BDS CAT SE GE IEA');
  });

  it('keeps bytes of every value', () => {
    const bytes = Buffer.concat([Buffer.from('ST*275*1~BIN*256*'), Buffer.from(Uint8Array.from({ length: 256 }, (_, i) => i)), Buffer.from('~SE*3*1~')]);
    const reading = readEveryWay(bytes);
    expect(idsOf(reading)).toBe('ST BIN SE');
    expect(Buffer.from(reading.segments[1]?.elements[2] ?? '', 'latin1')).toEqual(bytes.subarray(17, 17 + 256));
  });

  it('counts the lines inside the data', () => {
    const reading = readEveryWay('ST*275*1~\nBIN*7*a\nb\r\nc\r~\nCAT*AE~\nSE*4*1~\n');
    expect(textsOf(reading)[1]).toBe('BIN*7*a\nb\r\nc\r');
    expect(reading.segments.map(({ place }) => place.lineNumber)).toEqual([1, 2, 6, 7]);
  });

  it('does not take line breaks inside the data for wrapped lines', () => {
    const reading = readEveryWay('ST*275*1~BIN*5*a\nb~c~CAT*AE~SE*4*1~');
    expect(textsOf(reading)).toEqual(['ST*275*1', 'BIN*5*a\nb~c', 'CAT*AE', 'SE*4*1']);
    expect(reading.issues).toEqual([]);
  });

  it('reads data that is larger than the buffers, and gives it as soon as it is there', () => {
    const large = 'x~*'.repeat(100_000);
    const bytes = Buffer.from(`ST*275*1~BIN*${large.length}*${large}~${'REF*1~'.repeat(30_000)}SE*3*1~`);
    const reading = readPieces(inPieces(bytes, 10_000), { maxSegmentBytes: large.length + 20_000 });
    expect(reading.error).toBeUndefined();
    expect(reading.segments).toHaveLength(30_003);
    expect(reading.segments[1]?.elements[2]).toBe(large);
  });

  it('reads text outside ASCII', () => {
    expect(textsOf(readEveryWay('ST*275*1~BIN*6*É~É~~SE*3*1~'))).toEqual(['ST*275*1', 'BIN*6*É~É~', 'SE*3*1']);
  });

  it.each([
    ['is not a number', 'BIN*x*a~'],
    ['is too short', 'BIN*1*abc~'],
    ['is absent', 'BIN**abc~'],
  ])('reads a segment as any other when the length %s', (_name, segment) => {
    const reading = readEveryWay(`ST*275*1~${segment}SE*3*1~`);
    expect(reading.segments.map(({ elements }) => elements)).toEqual([['ST', '275', '1'], segment.slice(0, -1).split('*'), ['SE', '3', '1']]);
  });

  it('reads empty data', () => {
    expect(textsOf(readEveryWay('ST*275*1~BIN*0*~SE*3*1~'))).toEqual(['ST*275*1', 'BIN*0*', 'SE*3*1']);
  });

  it('reports data that the input does not have, and reads nothing as segments that may be data', () => {
    const reading = readEveryWay('ST*275*1~BIN*1000*abc~SE*3*1~');
    expect(idsOf(reading)).toBe('ST');
    expect(reading.issues).toMatchObject([{ segment: 'BIN', dataLoss: true, place: { segmentNumber: 2, byteOffset: 9 } }]);
  });

  it('throws EDI_SEGMENT_TOO_LARGE as soon as the length is over the limit', () => {
    const reading = readPieces([Buffer.from('ST*275*1~BIN*5000*abc')], { maxSegmentBytes: 1000 });
    expect(reading).toMatchObject({ error: 'EDI_SEGMENT_TOO_LARGE' });
    expect(reading.message).toContain('Segment 2 (line 1, byte 9)');
  });
});
