import { ByteBudget, limitBytes } from '../../../src/io/limit-bytes';
import { endlessBytes, inChunks, textOf } from './collect';

const bytes = (count: number): AsyncIterable<Uint8Array> => inChunks(Buffer.alloc(count, 'x'), 3);

describe('limitBytes', () => {
  it('passes on as many bytes as the limit', async () => {
    expect(await textOf(limitBytes(bytes(10), new ByteBudget(10)))).toHaveLength(10);
  });

  it('throws EDI_BODY_TOO_LARGE one byte over the limit', async () => {
    await expect(textOf(limitBytes(bytes(11), new ByteBudget(10)))).rejects.toMatchObject({ code: 'EDI_BODY_TOO_LARGE', status: 413 });
  });

  it('counts all files that share a budget', async () => {
    const budget = new ByteBudget(10);
    await textOf(limitBytes(bytes(6), budget));
    await expect(textOf(limitBytes(bytes(6), budget))).rejects.toMatchObject({ code: 'EDI_BODY_TOO_LARGE' });
  });

  it('closes its source when the limit is reached', async () => {
    const source = endlessBytes(Buffer.from('xxxx'));
    await expect(textOf(limitBytes(source.bytes, new ByteBudget(10)))).rejects.toThrow();
    expect(source.state.isClosed).toBe(true);
  });
});
