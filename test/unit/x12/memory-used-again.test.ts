import { CopiedSegments, FewSegments } from '../../../src/x12/copied-segments';
import type { SegmentList } from '../../../src/x12/segment';
import { SegmentReader } from '../../../src/x12/segment-reader';
import { isa } from '../../support/edi-text';
import { inPieces } from '../../support/pieces';
import { factsOf } from '../../support/read-segments';

/** Segments of equal length, so that no piece has a part of one. */
const SEGMENT = 'CLP*A1234*100~';
const PIECE = SEGMENT.repeat(50);

/** Reads pieces of one length after an ISA and a segment; `onPiece` is called with the segments of each. */
function readPieces(count: number, onPiece: (segments: SegmentList, piece: number) => void): void {
  let piece = -1;
  const reader = new SegmentReader({ onSegments: (segments) => (piece >= 0 ? onPiece(segments, piece) : undefined) });
  reader.write(Buffer.from(`${isa()}~${SEGMENT}`));
  for (piece = 0; piece < count; piece++) reader.write(Buffer.from(PIECE.replace('A1234', `A${1000 + piece}`)));
}

const memoryOf = ({ chunk }: SegmentList): readonly unknown[] => [chunk.bytes.buffer, chunk.marks.buffer];

describe('memory of pieces of input', () => {
  it('is used again if no segment became an object', () => {
    const seen: (readonly unknown[])[] = [];
    const lists: SegmentList[] = [];
    readPieces(5, (segments) => {
      expect(segments.look(0).element(1)).toBe(`A${1000 + lists.length}`);
      expect(segments.keyAt(49)).toBe(segments.keyAt(0));
      seen.push(memoryOf(segments));
      lists.push(segments);
    });
    expect(seen.slice(1)).toEqual(Array(4).fill(seen[0]));
    expect(() => lists[0]?.at(0)).toThrow(RangeError);
  });

  it('stays while a segment of it is kept', () => {
    const kept: ReturnType<SegmentList['at']>[] = [];
    readPieces(6, (segments, piece) => {
      if (piece % 2 === 1) kept.push(segments.at(0), segments.at(49));
    });
    expect(kept.map((segment) => segment.text)).toEqual([1, 3, 5].flatMap((piece) => [`CLP*A${1000 + piece}*100`, SEGMENT.slice(0, -1)]));
  });

  it('is used again if few segments became objects, which keep what they show', () => {
    const seen: (readonly unknown[])[] = [];
    const kept: ReturnType<SegmentList['at']>[] = [];
    readPieces(4, (segments) => {
      const objects = new FewSegments(segments);
      kept.push(objects.at(0), objects.at(1), objects.at(49));
      expect(kept.slice(-3).map(factsOf)).toEqual([0, 1, 49].map((i) => factsOf(segments.look(i))));
      expect(() => objects.at(50)).toThrow(RangeError);
      seen.push(memoryOf(segments));
    });
    expect(seen.slice(1)).toEqual(Array(3).fill(seen[0]));
    expect(kept.map((segment) => segment.element(1))).toEqual([0, 1, 2, 3].flatMap((piece) => [`A${1000 + piece}`, 'A1234', 'A1234']));
  });

  it('stays if many segments became objects', () => {
    const seen: (readonly unknown[])[] = [];
    readPieces(2, (segments) => {
      const objects = new FewSegments(segments);
      for (const i of [40, 0, 20, 40, 0, 20]) expect(factsOf(objects.at(i))).toEqual(factsOf(segments.look(i)));
      seen.push(memoryOf(segments));
    });
    expect(seen[1]?.[0]).not.toBe(seen[0]?.[0]);
  });

  it('stays if long segments became objects: copies would take memory twice', () => {
    const reader = new SegmentReader({
      onSegments: (list) => {
        const objects = new FewSegments(list);
        for (let i = 0; i < list.length; i++) expect(objects.at(i).chunk === list.chunk).toBe(list.length > 1);
      },
    });
    reader.write(Buffer.from(`${isa()}~`));
    reader.write(Buffer.from(`NTE*ADD*${'X'.repeat(900)}~`.repeat(4)));
  });

  it('stays while somebody still has to read what was made of it', () => {
    const reader = { isRead: false };
    const lists: SegmentList[] = [];
    readPieces(3, (segments, piece) => {
      if (piece === 0) segments.chunk.keepFor(reader);
      lists.push(segments);
    });
    reader.isRead = true;
    expect(lists[0]?.at(0).element(1)).toBe('A1000');
    expect(() => lists[1]?.at(0)).toThrow(RangeError);
  });

  it('stays for a reader whose segments are read when another one of the thread has read', () => {
    const texts: string[] = [];
    readPieces(2, (segments) => {
      readPieces(2, () => undefined);
      texts.push(segments.look(0).element(1));
    });
    expect(texts).toEqual(['A1000', 'A1001']);
  });
});

describe('copies of segments', () => {
  const lines = inPieces(Buffer.from(`${isa()}~GS*HP*S*R*20250101*1200*1*X*005010X221A1~ST*835*0001~${PIECE}SE*52*0001~GE*1*1~IEA*1*000000001~`), 80);
  const wrapped = lines.map((line) => `${line.toString()}\n`).join('');

  it.each([
    ['usual input', `${isa()}~\nST*835*0001~\nN1*PR*A:B~\nCLP*1**3~\n${SEGMENT}\nSE*5*0001~\n`],
    ['wrapped lines', wrapped],
  ])('have the texts, numbers and places of those of %s, and memory of their own', (_, text) => {
    let copied = 0;
    const reader = new SegmentReader({
      onSegments: (list) => {
        const { length } = list;
        const runs = [
          { from: 0, to: 1 },
          { from: Math.min(2, length - 1), to: Math.min(4, length) },
          { from: length - 1, to: length },
        ];
        const copies = new CopiedSegments(list, runs);
        runs.forEach(({ from, to }, i) => {
          const copy = copies.at(i);
          expect([...copy].map(factsOf)).toEqual([...list.slice(from, to)].map(factsOf));
          expect(copy.byteOffsetAt(0)).toBe(list.byteOffsetAt(from));
          expect(copy.keyAt(0)).toBe(list.keyAt(from));
          expect(copy.chunk.bytes.buffer).not.toBe(list.chunk.bytes.buffer);
          copied++;
        });
        expect(() => copies.at(3)).toThrow(RangeError);
        const few = new FewSegments(list);
        for (const i of [0, length >> 1, length - 1]) expect(factsOf(few.at(i))).toEqual(factsOf(list.look(i)));
      },
    });
    reader.write(Buffer.from(text));
    reader.end();
    expect(copied).toBeGreaterThan(2);
  });

  it('are refused when the memory of the segments is used again', () => {
    const lists: SegmentList[] = [];
    readPieces(2, (segments) => lists.push(segments));
    const [first] = lists;
    expect(() => first && new CopiedSegments(first, [{ from: 0, to: 1 }])).toThrow(RangeError);
  });
});
