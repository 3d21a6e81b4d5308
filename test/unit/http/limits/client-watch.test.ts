import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClientWatch } from '../../../../src/http/limits/client-watch';
import { type ClientDuty, RequestNotes } from '../../../../src/http/logging/request-notes';
import type { ServiceLog } from '../../../../src/http/logging/service-log';

const SECONDS = 10;
const BYTES_PER_SECOND = 100;

/** A request whose body is not complete, and whose answer has begun. */
function connectionOf(): {
  readonly socket: { bytesRead: number; bytesWritten: number };
  readonly raw: { writableNeedDrain: boolean };
  readonly watch: () => ClientDuty[];
} {
  const socket = { bytesRead: 0, bytesWritten: 0, writableLength: 0, destroy: () => undefined };
  const raw = { writableNeedDrain: false, writableEnded: false, writableFinished: false, headersSent: true, once: () => undefined };
  const request = { id: '1', routeOptions: {}, raw: { socket, complete: false, readableLength: 0 } };
  const duties: ClientDuty[] = [];
  const log = { warn: ({ duty }: { readonly duty: ClientDuty }) => void duties.push(duty) };
  return {
    socket,
    raw,
    watch: () => {
      const pace = { seconds: SECONDS, bytesPerSecond: BYTES_PER_SECOND };
      new ClientWatch(pace, new RequestNotes(), log as unknown as ServiceLog).watch(request as unknown as FastifyRequest, { raw } as unknown as FastifyReply);
      return duties;
    },
  };
}

describe('the watch over slow clients', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('does not count the time of a slow reader as time in which it should have sent', () => {
    const { socket, raw, watch } = connectionOf();
    raw.writableNeedDrain = true;
    const duties = watch();
    for (let second = 0; second < 5 * SECONDS; second++) {
      socket.bytesWritten += 2 * BYTES_PER_SECOND;
      jest.advanceTimersByTime(1_000);
    }
    expect(duties).toEqual([]);
    raw.writableNeedDrain = false;
    jest.advanceTimersByTime(SECONDS * 1_000);
    expect(duties).toEqual(['sending']);
  });

  it('ends one who reads nothing', () => {
    const { raw, watch } = connectionOf();
    raw.writableNeedDrain = true;
    const duties = watch();
    jest.advanceTimersByTime(SECONDS * 1_000 - 1);
    expect(duties).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(duties).toEqual(['reading']);
  });
});
