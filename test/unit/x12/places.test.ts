import { readEveryWay } from '../../support/read-segments';

/** Line, segment number and byte offset of each segment. */
const places = (input: string | Buffer) =>
  readEveryWay(input).segments.map(({ place: { lineNumber, segmentNumber, byteOffset } }) => [lineNumber, segmentNumber, byteOffset]);

describe('places', () => {
  it('count lines from 1, segments from 1 and bytes from 0', () => {
    expect(places('ST*835*1~\nCLP*A~\nSE*3*1~\n')).toEqual([
      [1, 1, 0],
      [2, 2, 10],
      [3, 3, 17],
    ]);
  });

  it('are on one line when there are no line breaks', () => {
    expect(places('ST*835*1~CLP*A~SE*3*1~')).toEqual([
      [1, 1, 0],
      [1, 2, 9],
      [1, 3, 15],
    ]);
  });

  it.each([
    ['LF', '\n', 1],
    ['CR', '\r', 1],
    ['CR LF', '\r\n', 1],
    ['two LF', '\n\n', 2],
    ['LF CR', '\n\r', 2],
    ['CR CR LF', '\r\r\n', 2],
  ])('count %s after a terminator as line breaks', (_name, after, lines) => {
    const step = 9 + after.length;
    expect(places(`ST*835*1~${after}SE*2*001~${after}`)).toEqual([
      [1, 1, 0],
      [1 + lines, 2, step],
    ]);
  });

  it('count blank lines and blanks before and between segments', () => {
    expect(places('\n\n  ST*835*1~\n \n\tSE*2*1~')).toEqual([
      [3, 1, 4],
      [5, 2, 17],
    ]);
  });

  it('count doubled terminators as bytes, not as segments', () => {
    expect(places('ST*835*1~~~SE*2*1~')).toEqual([
      [1, 1, 0],
      [1, 2, 11],
    ]);
  });

  it('count bytes of UTF-8, not characters', () => {
    expect(places('ST*835*1~N1*PR*ÉÉ~SE*3*1~')).toEqual([
      [1, 1, 0],
      [1, 2, 9],
      [1, 3, 20],
    ]);
  });

  it('count segments through several interchanges', () => {
    const one = 'ST*835*1~\nSE*2*1~\n';
    const isa = `ISA*00**00**ZZ*S*ZZ*R*250115*0930*^*00501*1*0*P*:~\nIEA*0*1~\n`;
    expect(places(isa + isa + one)).toEqual([
      [1, 1, 0],
      [2, 2, 51],
      [3, 3, 60],
      [4, 4, 111],
      [5, 5, 120],
      [6, 6, 130],
    ]);
  });

  it('begin at the id, after junk of several lines', () => {
    expect(places(`one\ntwo\nISA*00**00**ZZ*S*ZZ*R*250115*0930*^*00501*1*0*P*:~IEA*0*1~`)).toEqual([
      [3, 1, 8],
      [3, 2, 58],
    ]);
  });
});
