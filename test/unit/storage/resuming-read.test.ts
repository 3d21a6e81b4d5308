import { isTransient } from '../../../src/storage/retrying';
import { resumingRead } from '../../../src/storage/resuming-read';
import { textOf } from '../io/collect';

const reset = (): Error => Object.assign(new Error('reset'), { code: 'ECONNRESET' });
const TEXT = 'ISA*00*~GS*HP~ST*835~';

/** A file whose connections end as the list says: after so many bytes, with an error or without. */
function file(ends: readonly (readonly [number, Error?])[], bytes: number | undefined = TEXT.length) {
  const offsets: number[] = [];
  const waits: number[] = [];
  const open = async (offset: number): Promise<AsyncIterable<Uint8Array>> => {
    const [length, error] = ends[offsets.length] ?? [TEXT.length];
    offsets.push(offset);
    return (async function* () {
      if (length > 0) yield Buffer.from(TEXT.slice(offset, offset + length));
      if (error !== undefined) throw error;
    })();
  };
  const retries = { attempts: 3, wait: async (milliseconds: number) => void waits.push(milliseconds) };
  return { offsets, waits, read: () => textOf(resumingRead({ open, bytes }, retries)) };
}

describe('resumingRead', () => {
  it('continues where a connection broke, and waits before it does', async () => {
    const { read, offsets, waits } = file([
      [4, reset()],
      [3, reset()],
    ]);
    await expect(read()).resolves.toBe(TEXT);
    expect(offsets).toEqual([0, 4, 7]);
    expect(waits).toHaveLength(2);
    expect(waits.every((one) => one >= 100 && one <= 200)).toBe(true);
  });

  it('continues where a connection ended too early', async () => {
    const { read, offsets } = file([[4]]);
    await expect(read()).resolves.toBe(TEXT);
    expect(offsets).toEqual([0, 4]);
  });

  it('gives up when nothing more arrives', async () => {
    const { read, offsets } = file([
      [4, reset()],
      [0, reset()],
      [0, reset()],
      [0, reset()],
    ]);
    await expect(read()).rejects.toThrow('reset');
    expect(offsets).toEqual([0, 4, 4]);
  });

  it('counts tries anew with every byte', async () => {
    const { read, offsets } = file(Array.from({ length: 6 }, () => [2, reset()] as const));
    await expect(read()).resolves.toBe(TEXT);
    expect(offsets).toHaveLength(7);
  });

  it('does not try again what cannot pass', async () => {
    const { read, offsets } = file([[4, Object.assign(new Error('denied'), { code: 'EACCES' })]]);
    await expect(read()).rejects.toThrow('denied');
    expect(offsets).toEqual([0]);
  });

  it('refuses a file that is longer than it was', async () => {
    await expect(file([], 5).read()).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE', message: expect.stringContaining('changed') });
  });

  it('refuses a file that is shorter than it was', async () => {
    await expect(file([[4], [0], [0], [0]]).read()).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE' });
  });
});

describe('isTransient', () => {
  it.each([
    ['a busy server', { $metadata: { httpStatusCode: 503 } }, true],
    ['too many requests', { httpStatus: 429 }, true],
    ['a missing file', { $metadata: { httpStatusCode: 404 }, code: 'ECONNRESET' }, false],
    ['what fetch hides', new TypeError('fetch failed', { cause: reset() }), true],
    ['an error of the program', new TypeError('x is undefined'), false],
  ])('judges %s', (_what, error, expected) => {
    expect(isTransient(error)).toBe(expected);
  });
});
