import { inPieces } from '../../support/pieces';
import { idsOf, readEveryWay, readPieces } from '../../support/read-segments';
import { expectLinear } from '../../support/growth';

const REMITTANCE_START =
  'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260101*1200*^*00501*000000001*0*P*:~GS*HP*A*B*20260101*1200*1*X*005010X221A1~ST*835*1~';

const limits = { maxSegmentBytes: 100 };

describe('the limit of a segment', () => {
  it('throws EDI_SEGMENT_TOO_LARGE with the place where the segment begins', () => {
    const reading = readEveryWay(`ST*835*1~\nN1*PR*${'x'.repeat(200)}~SE*3*1~`, limits);
    expect(reading.error).toBe('EDI_SEGMENT_TOO_LARGE');
    expect(reading.message).toBe(
      'Segment 2 (line 2, byte 10) is longer than 100 bytes. Is a segment terminator missing? The limit of bytes can be configured.',
    );
    expect(idsOf(reading)).toBe('ST');
  });

  it('accepts a segment of exactly the limit', () => {
    const segment = 'N1*PR*'.padEnd(100, 'x');
    expect(idsOf(readEveryWay(`ST*835*1~${segment}~SE*3*1~`, limits))).toBe('ST N1 SE');
  });

  it('does not count the noise between segments', () => {
    expect(idsOf(readEveryWay(`ST*835*1~${'\n'.repeat(500)}SE*2*1~`, limits))).toBe('ST SE');
  });

  it('is ten million bytes unless it is set', () => {
    const piece = Buffer.alloc(1 << 20, 'x');
    const pieces = [Buffer.from('ST*835*1~N1*'), ...Array<Buffer>(10).fill(piece)];
    expect(readPieces(pieces.slice(0, 10)).error).toBeUndefined();
    expect(readPieces(pieces).error).toBe('EDI_SEGMENT_TOO_LARGE');
  });

  it.each(['*', ':', '^'])('holds for 100,000 values that %s separates, and not for one less', (separator) => {
    const segmentOf = (count: number): string => `${REMITTANCE_START}N1*PR${`${separator}1`.repeat(count)}~SE*3*1~`;
    expect(readPieces([Buffer.from(segmentOf(100_001))])).toMatchObject({
      error: 'EDI_SEGMENT_TOO_LARGE',
      message: expect.stringContaining('more than 100000'),
    });
    expect(readPieces([Buffer.from(segmentOf(99_999))]).error).toBeUndefined();
  });

  it('holds for a segment that comes in small pieces, at a cost that does not grow with the square of its length', () =>
    expectLinear(200_000, (length) => {
      const bytes = Buffer.from(`ST*835*1~N1*${'x'.repeat(length)}~SE*3*1~`);
      expect(readPieces(inPieces(bytes, 50)).segments[1]?.elements[1]).toHaveLength(length);
    }));
});
