import { bytesOf, PartWriter } from '../../../src/pipeline/workers/part-output';

describe('the output of a part', () => {
  it('is the same bytes from any place, across its blocks', () => {
    const text = Buffer.from(new Uint8Array(10_000_000).map((_, i) => i * 31 + (i >> 13)));
    const writer = new PartWriter([]);
    for (let at = 0; at < text.length; at += 300_007) writer.write('', text.subarray(at, at + 300_007));
    const { blocks } = writer;
    const runs = writer.takeRuns();
    expect(runs).toEqual([{ file: '', start: 0, end: text.length }]);
    expect(blocks.length).toBeGreaterThan(1);
    const ranges = [
      [0, text.length],
      [4_000_000, 9_000_000],
    ] as const;
    for (const [from, to] of ranges) expect(Buffer.concat([...bytesOf({ blocks, runs }, from, to)]).equals(text.subarray(from, to))).toBe(true);
  });

  it('goes into the blocks that an earlier part has left', () => {
    const earlier = new PartWriter([]);
    earlier.write('', Buffer.alloc(5_000_000, 'a'));
    const text = Buffer.alloc(4_500_000, 'b');
    const writer = new PartWriter([...earlier.blocks]);
    writer.write('', text);
    const { blocks } = writer;
    expect(blocks.every((block, i) => block === earlier.blocks[i])).toBe(true);
    expect(Buffer.concat([...bytesOf({ blocks, runs: writer.takeRuns() }, 0, text.length)]).equals(text)).toBe(true);
  });
});
