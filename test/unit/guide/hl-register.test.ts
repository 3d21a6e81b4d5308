import { ClosedLevel } from '../../../src/guide/closed-level';
import { HlRegister, MAX_LEAVES } from '../../../src/guide/hl-register';

const levelAt = (byteOffset: number): ClosedLevel =>
  new ClosedLevel(undefined, byteOffset, () => {
    throw new Error('Nobody asked for this level.');
  });

describe('numbers of levels', () => {
  it('are those of the newest level, where they stand twice', () => {
    const levels = new HlRegister();
    const [first, higher, second, leaf] = [levelAt(1), levelAt(2), levelAt(3), levelAt(4)];
    levels.add(5, first, false);
    levels.add(9, higher, false);
    levels.add(5, second, false);
    expect([first, higher, second].map((level) => levels.has(level))).toEqual([false, true, true]);
    levels.add(9, leaf, true);
    expect([higher, leaf].map((level) => levels.has(level))).toEqual([false, true]);
    expect(levels.highest).toBe(9);
  });

  it('are forgotten for all but the newest that say they have none below them', () => {
    const levels = new HlRegister();
    const all = Array.from({ length: MAX_LEAVES + 3 }, (_, i) => levelAt(i));
    for (const [i, level] of all.entries()) levels.add(i + 1, level, true);
    expect(all.filter((level) => levels.has(level))).toEqual(all.slice(3));
    expect(levels.hasForgotten).toBe(false);
  });
});
