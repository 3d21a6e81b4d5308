import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import { awaitsContinue, receivedBytes } from '../body/request-bytes';
import { errorAnswer } from '../errors/error-answer';
import type { ClientDuty, RequestNotes } from '../logging/request-notes';
import type { ServiceLog } from '../logging/service-log';

/** How slow a client may be while the service waits for it. */
export interface ClientPace {
  /** Seconds of waiting after which received or sent bytes are compared with the minimum rate. */
  readonly seconds: number;
  /** Fewer bytes a second than this are too slow; with 0 one byte is enough. */
  readonly bytesPerSecond: number;
}

/** Looks in a window: often enough to end one in time, seldom enough to cost nothing. */
const CHECKS_PER_WINDOW = 20;

const MAX_CHECK_MILLISECONDS = 1_000;

/** Activity of a client while the service waited for it. */
interface Window {
  waitedMilliseconds: number;
  /** Count of bytes when the window began. */
  start: number;
}

interface Watched {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly windows: Partial<Record<ClientDuty, Window>>;
}

/**
 * Ends requests whose clients keep the service waiting. Only time in which the service waits for the client counts: neither the queue nor its own work. It
 * watches connections, so that it applies to every operation.
 */
export class ClientWatch {
  private readonly watched = new Set<Watched>();
  private timer: NodeJS.Timeout | undefined;
  private readonly lookMilliseconds: number;

  constructor(
    private readonly pace: ClientPace,
    private readonly notes: RequestNotes,
    private readonly log: ServiceLog,
  ) {
    this.lookMilliseconds = Math.min(MAX_CHECK_MILLISECONDS, (pace.seconds * 1000) / CHECKS_PER_WINDOW);
  }

  /** Call once for each request, before it is answered. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    const watched: Watched = { request, reply, windows: {} };
    this.watched.add(watched);
    this.timer ??= setInterval(() => this.look(), this.lookMilliseconds).unref();
    reply.raw.once('close', () => {
      this.watched.delete(watched);
      if (this.watched.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    });
  }

  private look(): void {
    for (const watched of this.watched) {
      const duty = dutyOf(watched.request.raw, watched.reply.raw);
      if (duty !== undefined) this.wait(watched, duty);
    }
  }

  private wait(watched: Watched, duty: ClientDuty): void {
    const moved = bytesMoved(watched.request.raw, duty);
    const window = (watched.windows[duty] ??= { waitedMilliseconds: 0, start: moved });
    // The time between two looks, not that of the clock: the client is not to blame when the service was busy in between.
    window.waitedMilliseconds += this.lookMilliseconds;
    const { seconds, bytesPerSecond } = this.pace;
    if (window.waitedMilliseconds < seconds * 1000) return;
    const bytes = moved - window.start;
    if (bytes < Math.max(1, seconds * bytesPerSecond)) this.end(watched, duty, bytes);
    else watched.windows[duty] = { waitedMilliseconds: 0, start: moved };
  }

  private end(watched: Watched, duty: ClientDuty, bytes: number): void {
    const { request, reply } = watched;
    const { seconds } = this.pace;
    this.watched.delete(watched);
    const note = this.notes.of(request);
    note.slowAt = duty;
    note.errorCode = 'EDI_CLIENT_TOO_SLOW';
    this.log.warn({ event: 'client-too-slow', requestId: request.id, route: request.routeOptions.url ?? '(none)', duty, seconds, bytes });
    if (duty === 'reading' || reply.sent || reply.raw.headersSent) {
      request.raw.socket.destroy();
      return;
    }
    const message = `The body came too slowly: ${bytes} bytes in ${seconds} s of waiting. Send it again, over a better connection.`;
    const error = new EdiError('EDI_CLIENT_TOO_SLOW', message);
    const { contentType, body } = errorAnswer(request, error, note.fileName);
    void reply.code(error.status).headers({ 'content-type': contentType, connection: 'close' }).send(body);
  }
}

/** Whom the service waits for; undefined when it is its own turn. */
function dutyOf(request: IncomingMessage, response: ServerResponse): ClientDuty | undefined {
  if (response.writableNeedDrain || (response.writableEnded && !response.writableFinished)) return 'reading';
  // All that came of the body was taken, and it is not complete.
  if (!awaitsContinue(request) && !request.complete && receivedBytes(request) === 0) return 'sending';
  return undefined;
}

function bytesMoved({ socket }: IncomingMessage, duty: ClientDuty): number {
  return duty === 'sending' ? socket.bytesRead : socket.bytesWritten - socket.writableLength;
}
