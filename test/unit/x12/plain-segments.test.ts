import fc from 'fast-check';
import { inPieces } from '../../support/pieces';
import { budget } from '../../support/fuzz';
import { readPieces } from '../../support/read-segments';

/*
 * Long chunks are read in WebAssembly as far as segments are plain, short ones never: both have to give the same.
 */

const SHORT_PIECE_BYTES = 24;

/** Each delimits segments and elements in one of the inputs. */
const SEPARATORS = [
  ['~', '*'],
  ['~\r\n', '*'],
  ['\n', '|'],
  ['\r\n', '*'],
  ["'", '\x1d'],
  ['~', 'A'],
  ['"', '*'],
] as const;

const plainText = fc.stringMatching(/^[0-9A-Z .:-]{0,9}$/);
const anyText = fc.oneof({ weight: 12, arbitrary: plainText }, { weight: 1, arbitrary: fc.constantFrom('"', '\\', 'é', '\t', '\n', '\r', 'x\x00') });
const id = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('N1', 'CLP', 'DTM', 'SV1', 'III', 'LX', 'K3') },
  { weight: 1, arbitrary: fc.constantFrom('nm1', 'ISAX', 'N', 'IE', 'ISB', 'BIN*3', 'BDS*ASC*2', 'LONG', '') },
);
const oneSegment = fc.tuple(id, fc.array(anyText, { maxLength: 20 }));
const input = fc.tuple(fc.constantFrom(...SEPARATORS), fc.array(oneSegment, { minLength: 12, maxLength: 60 }), fc.integer({ min: 10, max: 400 }));

const fileOf = ([end, separator]: readonly [string, string], segments: readonly (readonly [string, readonly string[]])[]): Buffer =>
  Buffer.from(
    ['GS*HP*A*B*20260101*1200*1*X*005010X221A1'.replaceAll('*', separator), ...segments.map(([name, texts]) => [name, ...texts].join(separator))]
      .map((one) => one + end)
      .join(''),
  );

describe('plain segments', () => {
  it('are the same in long chunks, where WebAssembly finds them, and in short ones', () => {
    fc.assert(
      fc.property(input, ([separators, segments, maxSegmentBytes]) => {
        const bytes = fileOf(separators, segments);
        expect(readPieces([bytes], { maxSegmentBytes })).toEqual(readPieces(inPieces(bytes, SHORT_PIECE_BYTES), { maxSegmentBytes }));
      }),
      budget(150),
    );
  });

  it('count lines from a CR at the end of the piece before', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `DTM*472*2026010${i % 10}~`);
    const bytes = Buffer.from(`GS*HP*A*B*20260101*1200*1*X*005010X221A1~\r\n${lines.join('\r\n')}`);
    const cut = bytes.indexOf('\r') + 1;
    const { segments } = readPieces([bytes.subarray(0, cut), bytes.subarray(cut)]);
    expect(segments.map(({ place }) => place.lineNumber)).toEqual(Array.from({ length: 41 }, (_, i) => i + 1));
  });
});
