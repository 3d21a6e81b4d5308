import type { BatchConnections } from '../../../../src/http/batches/batches';
import { BatchStatusReader } from '../../../../src/http/batches/batch-progress';

const FIGURES = { batches: 1 };
const DEPTH = { waiting: 2, active: 1 };

/** Connections that count how often they are asked, and may fail. */
function connectionsOf({ isEnabled = true } = {}) {
  const state = { asked: 0, isDown: false };
  const ask = async <T>(answer: T): Promise<T> => {
    state.asked++;
    if (state.isDown) throw new Error('down');
    return answer;
  };
  const ledger = async (): Promise<object> => ({ figures: { running: () => ask(FIGURES) }, ping: () => ask(undefined) });
  const queue = async (): Promise<object> => ({ depth: async () => (state.isDown ? Promise.reject(new Error('down')) : DEPTH) });
  return { state, connections: { isEnabled, ledger, queue } as unknown as BatchConnections };
}

describe('BatchStatusReader', () => {
  it('asks nothing for a service without batches', async () => {
    const { state, connections } = connectionsOf({ isEnabled: false });
    await expect(new BatchStatusReader(connections, () => 0).figures()).resolves.toBeUndefined();
    expect(state.asked).toBe(0);
  });

  it('answers probes that come together or within five seconds by one look', async () => {
    const { state, connections } = connectionsOf();
    let now = 0;
    const reader = new BatchStatusReader(connections, () => now);
    const answers = await Promise.all([reader.figures(), reader.figures(), reader.figures()]);
    expect(answers).toEqual(Array(3).fill({ ledger: FIGURES, queue: DEPTH }));
    now = 4999;
    await reader.figures();
    expect(state.asked).toBe(1);
    now = 5000;
    await reader.figures();
    expect(state.asked).toBe(2);
  });

  it('reports what does not answer, and asks again', async () => {
    const { state, connections } = connectionsOf();
    let now = 0;
    const reader = new BatchStatusReader(connections, () => now);
    state.isDown = true;
    await expect(reader.figures()).resolves.toEqual({ ledger: undefined, queue: undefined });
    await expect(reader.health()).resolves.toEqual({ ledger: false, queue: false });
    state.isDown = false;
    now = 5000;
    await expect(reader.health()).resolves.toEqual({ ledger: true, queue: true });
    await expect(reader.figures()).resolves.toEqual({ ledger: FIGURES, queue: DEPTH });
  });
});
