import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConversionSummary } from '../../pipeline/conversion.types';

/** Name of the trailer that tells how much of the input is in no record. */
export const SKIPPED_TRAILER = 'x-clearloop-skipped';

/**
 * Has a trailer sent behind a stream: `segments=2, values=3` for segments that are in no record and values that no field shows. They are known
 * when the last byte was converted, so no header can tell them. HTTP/1.0 has no trailers.
 */
export function announceSkipped(request: FastifyRequest, reply: FastifyReply, stream: Readable, summary: Skipped): void {
  if (request.raw.httpVersion === '1.0') return;
  reply.header('trailer', SKIPPED_TRAILER);
  // Fastify's own trailers come too late for a stream: its end closes the answer. This listener stands before the one that does.
  stream.once('end', () => reply.raw.addTrailers({ [SKIPPED_TRAILER]: `segments=${summary.skippedSegments}, values=${summary.unreadValues}` }));
}

type Skipped = Pick<ConversionSummary, 'skippedSegments' | 'unreadValues'>;
