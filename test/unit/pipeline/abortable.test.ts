import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { abortable } from '../../../src/pipeline/abortable';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MEGABYTE = 1 << 20;

describe('an abortable source', () => {
  it('keeps nothing of what it passed on', async () => {
    async function* source(): AsyncGenerator<Buffer> {
      for (let i = 0; i < 200; i++) yield await Promise.resolve(Buffer.alloc(MEGABYTE));
    }
    let most = 0;
    let count = 0;
    for await (const buffer of abortable(source(), new AbortController().signal)) {
      count += buffer.length / MEGABYTE;
      if (count % 50 !== 0) continue;
      collectGarbage();
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    }
    expect(count).toBe(200);
    expect(most).toBeLessThan(40 * MEGABYTE);
  });
});
