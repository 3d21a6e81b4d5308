import { MAX_BYTES, MAX_MARKS } from '../../../src/kernel/areas';
import { MAX_PIECE_BYTES } from '../../../src/io/pieces';
import { AREA, ROW } from '../../../src/x12/scan-layout';

/** Segments that wait, and the beginning of one. */
const MOST_WAITING = 1 << 17;

describe('a piece of input, with what waits before it', () => {
  const most = MAX_PIECE_BYTES + MOST_WAITING;

  it('has room in the scanner, with its marks', () => {
    expect(AREA.MAX_BYTES).toBeGreaterThanOrEqual(most);
    expect(AREA.MARKS - AREA.BYTES).toBeGreaterThan(AREA.MAX_BYTES);
    // Each byte is at most one mark, and a segment of three bytes has one more.
    expect(AREA.ROWS - AREA.MARKS).toBeGreaterThanOrEqual(4 * AREA.MAX_BYTES * (4 / 3));
    expect(AREA.END - AREA.ROWS).toBe(ROW.SIZE * ROW.MAX_COUNT);
  });

  it('has room in the kernel', () => {
    expect(MAX_BYTES).toBeGreaterThanOrEqual(most);
    expect(MAX_MARKS).toBeGreaterThanOrEqual(most);
  });
});
