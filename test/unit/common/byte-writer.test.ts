import { ByteWriter } from '../../../src/common/byte-writer';

/** Memory that may move, with 'held' in it. */
function memory() {
  const held = { bytes: new TextEncoder().encode('not held yet'), start: 4, end: 8 };
  const move = (): void => {
    const moved = held.bytes.slice();
    held.bytes.fill(0x3f);
    held.bytes = moved;
  };
  return { held, move };
}

function writer(mayHold: boolean): ByteWriter {
  const out = new ByteWriter(16);
  out.mayHold = mayHold;
  return out;
}

describe('bytes that a writer holds', () => {
  it('are a copy for a writer that may not hold them, and after other bytes', () => {
    for (const [mayHold, before] of [
      [false, ''],
      [true, 'before '],
    ] as const) {
      const { held, move } = memory();
      const out = writer(mayHold);
      out.text(before);
      out.hold(held);
      held.bytes.fill(0x3f);
      move();
      expect(out.written.toString()).toBe(`${before}held`);
    }
  });

  it('are those of the memory, wherever it is by then', () => {
    const { held, move } = memory();
    const out = writer(true);
    out.hold(held);
    expect(out.written.buffer).toBe(held.bytes.buffer);
    move();
    expect([out.length, out.written.toString()]).toEqual([4, 'held']);
  });

  it.each([1, 12, 40])('are copied before %d bytes that follow them', (count) => {
    const { held, move } = memory();
    const out = writer(true);
    out.hold(held);
    move();
    out.text('x'.repeat(count));
    held.bytes.fill(0x3f);
    out.byte(0x21);
    expect(out.written.toString()).toBe(`held${'x'.repeat(count)}!`);
    expect(out.copyFrom(2).toString()).toBe(`ld${'x'.repeat(count)}!`);
  });

  it('are held together with those right behind them, and with no others', () => {
    const { held, move } = memory();
    const behind = (start: number, end: number) => ({
      get bytes() {
        return held.bytes;
      },
      start,
      end,
    });
    const out = writer(true);
    for (const one of [behind(0, 3), behind(3, 4), behind(4, 8)]) out.hold(one);
    expect([out.length, out.written.buffer === held.bytes.buffer]).toEqual([8, true]);
    move();
    expect(out.written.toString()).toBe('not held');
    out.length = 7;
    out.hold(behind(8, 9));
    out.hold(behind(0, 3));
    move();
    expect(out.written.toString()).toBe('not hel not');
    out.clear();
    out.hold(behind(4, 8));
    out.hold(behind(0, 3));
    out.hold({ bytes: new TextEncoder().encode('...other'), start: 3, end: 8 });
    move();
    expect(out.written.toString()).toBe('heldnotother');
  });

  it('are gone when the writer is cleared, or goes back to before them', () => {
    const { held } = memory();
    const out = writer(true);
    for (const goBack of [() => out.clear(), () => (out.length = 0)]) {
      out.hold(held);
      goBack();
      expect(out.written.toString()).toBe('');
      out.hold(held);
      out.clear();
      out.text('next');
      expect(out.written.toString()).toBe('next');
      out.clear();
      out.hold(held);
      out.length = 2;
      expect(out.written.toString()).toBe('he');
      const taken = out.take();
      expect([taken.toString(), taken.buffer === held.bytes.buffer]).toEqual(['he', false]);
    }
    expect(held.bytes.toString()).toBe(memory().held.bytes.toString());
  });
});
