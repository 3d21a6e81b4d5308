import { MessageChannel } from 'node:worker_threads';
import { PortCalls } from '../../../src/pipeline/workers/port-calls';

describe('calls over a port', () => {
  it('reject with the failure of the port, those that wait and those that follow', async () => {
    const { port1 } = new MessageChannel();
    const calls = new PortCalls(port1, {});
    const waiting = calls.call('pull');
    calls.fail(new Error('The thread has ended.'));
    calls.fail(new Error('Another failure.'));
    await expect(waiting).rejects.toThrow('The thread has ended.');
    await expect(calls.call('pull')).rejects.toThrow('The thread has ended.');
    calls.close();
  });

  it('reject after the error of a call without an answer', async () => {
    const { port1, port2 } = new MessageChannel();
    const calls = new PortCalls(port1, {
      issue: () => {
        throw new Error('The listener has failed.');
      },
    });
    const others = new PortCalls(port2, { pull: () => others.notify('issue') });
    // The other thread answers after its call.
    await expect(calls.call('pull')).rejects.toThrow('The listener has failed.');
    await expect(calls.call('pull')).rejects.toThrow('The listener has failed.');
    calls.close();
  });
});
