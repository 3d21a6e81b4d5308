import { EdiError } from '../../../src/common/edi-error';
import { SegmentReader } from '../../../src/x12/segment-reader';
import { inPieces } from '../../support/pieces';

/** A segment as one line: its number, line, byte and bytes. */
type Line = string;

const EDI = `ST*835*1~\n${Array.from({ length: 40 }, (_, i) => `CLP*${i}*1~\r\nSVC*HC:${i}~SVC*HC:X~\n`).join('')}SE*122*1~\n`;

/** Reads segments, and gives back those from the last CLP on wherever that is possible; `given` counts all that were given. */
function readGivingBack(pieces: readonly Buffer[], maxSegmentBytes?: number): { lines: Line[]; given: number; error: string | undefined } {
  const lines: Line[] = [];
  let given = 0;
  const reader = new SegmentReader({
    onSegments: (segments, mayWait) => {
      given += segments.length;
      const all = [...segments];
      const last = mayWait ? all.findLastIndex(({ id }) => id === 'CLP') : -1;
      const taken = last > 0 ? all.slice(0, last) : all;
      for (const segment of taken) lines.push(`${segment.segmentNumber} ${segment.lineNumber} ${segment.place.byteOffset} ${segment.ediString}`);
      return taken.length;
    },
    mayWait: true,
    ...(maxSegmentBytes === undefined ? {} : { maxSegmentBytes }),
  });
  try {
    for (const piece of pieces) reader.write(piece);
    reader.settle();
    reader.end();
  } catch (error) {
    return { lines, given, error: error instanceof EdiError ? error.message : String(error) };
  }
  return { lines, given, error: undefined };
}

describe('segments that are given again', () => {
  const bytes = Buffer.from(EDI);
  const whole = readGivingBack([bytes]);

  it.each([1, 7, 64, 300, 5_000])('have the same numbers, lines and places in pieces of %d bytes', (size) => {
    const read = readGivingBack(inPieces(bytes, size));
    expect(read.lines).toEqual(whole.lines);
    expect(read.lines).toHaveLength(122);
  });

  it('are given with those of the next bytes, or when the reader has to settle', () => {
    expect(readGivingBack(inPieces(bytes, 300)).given).toBeGreaterThan(122);
    const seen: number[] = [];
    const reader = new SegmentReader({
      onSegments: (segments, mayWait) => {
        seen.push(segments.length);
        return mayWait ? 1 : segments.length;
      },
      mayWait: true,
    });
    reader.write(Buffer.from('ST*835*1~CLP*1~SVC*1~'));
    expect([seen, reader.heldBytes]).toEqual([[3], 12]);
    reader.settle();
    expect([seen, reader.heldBytes]).toEqual([[3, 2], 0]);
  });

  it('do not count for the limit of the segment after them', () => {
    const long = Buffer.from(`${EDI}N1*${'x'.repeat(60)}~`);
    const error = readGivingBack([long], 40).error;
    expect(error).toContain('Segment 123 ');
    for (const size of [7, 64, 300]) expect(readGivingBack(inPieces(long, size), 40).error).toBe(error);
    expect(readGivingBack(inPieces(bytes, 300), 40).error).toBeUndefined();
  });

  it('do not let a segment without an end grow past the limit', () => {
    const reader = new SegmentReader({ onSegments: (segments) => (segments.at(0).id === 'ST' ? 1 : segments.length), mayWait: true, maxSegmentBytes: 40 });
    reader.write(Buffer.from('ST*835*1~CLP*1~N1*'));
    expect(() => {
      for (let i = 0; i < 5; i++) reader.write(Buffer.from('x'.repeat(20)));
    }).toThrow('Segment 3 ');
  });
});
