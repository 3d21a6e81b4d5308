import { WALK_JSON_AT, WALK_JSON_LIMIT } from '../../../src/kernel/areas';
import { JsonRoom } from '../../../src/kernel/json-run';
import type { Kernel } from '../../../src/kernel/kernel';

const BYTES = 1_000_000;

describe('the room for the JSON of walks', () => {
  it('begins again at its start once all is read', () => {
    const room = new JsonRoom(kernelOf(new Uint8Array(0)));
    expect(room.next(BYTES)).toBe(WALK_JSON_AT);
    const run = room.take(WALK_JSON_AT + BYTES);
    expect(room.next(BYTES)).toBe(WALK_JSON_AT + BYTES);

    run.releaseTo(WALK_JSON_AT + BYTES);
    expect(room.next(BYTES)).toBe(WALK_JSON_AT);
  });

  it('moves what is still to be read away where a walk needs more than is left', () => {
    const bytes = new Uint8Array(WALK_JSON_LIMIT);
    const room = new JsonRoom(kernelOf(bytes));
    room.next(BYTES);
    const end = WALK_JSON_LIMIT - BYTES;
    bytes[end - 1] = 7;
    const run = room.take(end);

    expect(room.next(BYTES)).toBe(end);
    expect(run.bytes).toBe(bytes);
    expect(room.next(BYTES + 1)).toBe(WALK_JSON_AT);
    expect(run.bytes).not.toBe(bytes);
    expect(run.bytes[run.at(end - 1)]).toBe(7);
  });
});

/** Only the bytes of the kernel are asked for. */
function kernelOf(bytes: Uint8Array): Kernel {
  const kernel: unknown = { bytes };
  return kernel as Kernel;
}
