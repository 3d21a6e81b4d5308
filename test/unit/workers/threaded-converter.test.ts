import { ThreadedConverter } from '../../../src/pipeline/workers/threaded-converter';
import type { PartRunner } from '../../../src/pipeline/workers/worker-pool';
import { Output } from '../../../src/plugin/io';
import type { OutputSession } from '../../../src/plugin/output.plugin';
import { gather } from '../../support/gather';
import { engineWith } from '../../support/plugin-engine';

describe('a conversion in a worker thread', () => {
  it('leaves no output open in the thread that asks for it, whether it is read or not', async () => {
    const sessions = { opened: 0, closed: 0 };
    @Output({ id: 'counted', contentType: 'text/plain', extension: 'txt' })
    class CountedOutput {
      open(): OutputSession {
        sessions.opened++;
        return { record: () => undefined, notice: () => undefined, close: () => sessions.closed++ };
      }
    }
    const engine = engineWith([new CountedOutput()]);
    const runner: Pick<PartRunner, 'converse'> = { converse: () => Promise.reject(new Error('The thread has ended.')) };
    Object.defineProperty(engine.context, 'workers', { value: runner });
    const threads = new ThreadedConverter(engine, 1);
    const conversion = threads.convert([], { output: 'counted' });
    expect(conversion).toMatchObject({ contentType: 'text/plain', summary: { files: 0 } });
    expect(threads.convertToFiles([], { output: 'counted' })).toMatchObject({ contentType: 'text/plain' });
    await expect(gather(conversion)).rejects.toThrow('The thread has ended.');
    expect(sessions).toEqual({ opened: 2, closed: 2 });
  });
});
