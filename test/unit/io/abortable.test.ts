import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { abortable } from '../../../src/io/abortable';
import { until } from '../../support/until';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MEGABYTE = 1 << 20;
const BUFFERS = 50;

describe('an abortable source', () => {
  it('keeps nothing of what it passed on', async () => {
    async function* source(): AsyncGenerator<Buffer> {
      for (let i = 0; i < BUFFERS; i++) yield await Promise.resolve(Buffer.alloc(MEGABYTE));
    }
    const passed: WeakRef<Buffer>[] = [];
    for await (const buffer of abortable(source(), new AbortController().signal)) {
      passed.push(new WeakRef(buffer));
      // Once: a collection takes seconds where a test process has grown large.
      if (passed.length !== BUFFERS - 1) continue;
      // A reference lives to the end of its turn, or longer: what is kept is never collected.
      await until(() => {
        collectGarbage();
        return passed.filter((one) => one.deref() !== undefined).length < 5;
      });
    }
    expect(passed).toHaveLength(BUFFERS);
  });
});
