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

/** How many bits of a word are set. */
const onesOf = (word: number): number => (word >>> 0).toString(2).replaceAll('0', '').length;

/** Longer than two blocks, so that whole blocks and every length of the last one are tried. */
const LENGTHS = Array.from({ length: 40 }, (_, i) => i + 1);

describe('a hash of contents', () => {
  it('is the same in every release: ids that were stored depend on it', () => {
    expect(add(new ContentHash(), Buffer.from('CLP*CLAIM1*1*100*80*20*12*PAYER1*11*1')).finish(7)).toEqual([-841620258, -1278916933, 106803020]);
  });

  it('changes with every single byte, at every place and length', () => {
    for (const length of LENGTHS) {
      const hashes = new Set([hashOf('A'.repeat(length))]);
      for (let at = 0; at < length; at++) for (const other of 'B*a\u0001') hashes.add(hashOf(`${'A'.repeat(at)}${other}${'A'.repeat(length - at - 1)}`));
      expect(hashes.size).toBe(1 + 4 * length);
    }
  });

  it('changes about half of its bits with every single bit', () => {
    const bytes = Buffer.from('CLP*CLAIM1*1*100*80*20*12*PAYER1*11*1');
    const hash = (changed: Buffer): readonly number[] => add(new ContentHash(), changed).finish(7);
    const before = hash(bytes);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const flips = hash(changed).map((word, i) => onesOf(word ^ (before[i] ?? 0)));
      for (const count of flips) expect(count).toBeGreaterThan(0);
      const sum = flips.reduce((total, count) => total + count);
      expect(sum).toBeGreaterThan(22);
      expect(sum).toBeLessThan(74);
    }
  });

  it('has no two alike among changes of two bytes', () => {
    const text = 'REF*1K*0001112223334445';
    const hashes = new Set<string>();
    let changes = 0;
    for (let i = 7; i < text.length; i++)
      for (let j = i + 1; j < text.length; j++)
        for (const [one, two] of ['89', '98', '88', '99']) {
          changes++;
          hashes.add(hashOf(`${text.slice(0, i)}${one}${text.slice(i + 1, j)}${two}${text.slice(j + 1)}`));
        }
    expect(hashes.size).toBe(changes);
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

  it('counts another hash, and where it is added', () => {
    const [one, other] = ['ONE', 'OTHER'].map((text) => add(new ContentHash(), Buffer.from(text)));
    const withHash = (...hashes: readonly (ContentHash | undefined)[]): string => {
      const hash = new ContentHash();
      for (const added of hashes) hash.addHash(added ?? new ContentHash());
      return hash.finish(0).join();
    };
    expect(new Set([withHash(), withHash(one), withHash(other), withHash(one, other), withHash(other, one)]).size).toBe(5);
  });

  it('ends with a number without changing its state', () => {
    const hash = add(new ContentHash(), Buffer.from('ST*835'));
    expect(hash.finish(1)).not.toEqual(hash.finish(2));
    expect(hash.finish(1)).toEqual(hash.finish(1));
  });
});
