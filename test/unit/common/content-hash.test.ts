import { ContentHash } from '../../../src/common/content-hash';

/** Room that a hash may read past the end of a run. */
const SLACK = Buffer.from('????');

const add = (hash: ContentHash, bytes: Buffer): ContentHash => {
  const room = Buffer.concat([bytes, SLACK]);
  hash.add(new DataView(room.buffer, room.byteOffset, room.length), 0, bytes.length);
  return hash;
};

const hashOf = (...runs: readonly (string | Buffer)[]): string =>
  runs
    .reduce<ContentHash>((hash, run) => add(hash, Buffer.from(run)), new ContentHash())
    .finish(0)
    .join();

/** Longer than two blocks, so that whole blocks and every length of the last one are tried. */
const LENGTHS = Array.from({ length: 40 }, (_, i) => i + 1);

describe('a hash of contents', () => {
  it('is the same in every release: ids that were stored depend on it', () => {
    expect(add(new ContentHash(), Buffer.from('CLP*CLAIM1*1*100*80*20*12*PAYER1*11*1')).finish(7)).toEqual([-177344168, -1247213253, -1595635915]);
  });

  it('changes with every single byte, at every place and length', () => {
    for (const length of LENGTHS) {
      const hashes = new Set([hashOf('A'.repeat(length))]);
      for (let at = 0; at < length; at++) for (const other of 'B*a\u0001') hashes.add(hashOf(`${'A'.repeat(at)}${other}${'A'.repeat(length - at - 1)}`));
      expect(hashes.size).toBe(1 + 4 * length);
    }
  });

  it('does not depend on the bytes after a run', () => {
    for (const length of LENGTHS) {
      const runs = ['x', 'y'].map((after) => {
        const bytes = Buffer.from('A'.repeat(length) + after.repeat(20));
        const hash = new ContentHash();
        hash.add(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, length);
        return hash.finish(0).join();
      });
      expect(runs[0]).toBe(runs[1]);
    }
  });

  it('changes with the length of zeros, and with the place where a run ends', () => {
    expect(new Set(LENGTHS.map((length) => hashOf(Buffer.alloc(length)))).size).toBe(LENGTHS.length);
    expect(new Set([hashOf('NM1*QC', 'REF'), hashOf('NM1*Q', 'CREF'), hashOf('REF', 'NM1*QC'), hashOf('NM1*QCREF')]).size).toBe(4);
  });

  it('has no two alike among 60,000 short numbers, in any of its words', () => {
    const words = Array.from({ length: 60_000 }, (_, i) => add(new ContentHash(), Buffer.from(`CLM*${i}*100`)).finish(0));
    for (const pair of [0, 1, 2]) expect(new Set(words.map((word) => `${word[pair]} ${word[(pair + 1) % 3]}`)).size).toBe(words.length);
  });

  it('ends with a number without changing its state', () => {
    const hash = add(new ContentHash(), Buffer.from('ST*835'));
    expect(hash.finish(1)).not.toEqual(hash.finish(2));
    expect(hash.finish(1)).toEqual(hash.finish(1));
  });
});
