import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConversionSummary } from '../../pipeline/conversion.types';

/** Name of the trailer that tells how much of the input is in no record. */
export const SKIPPED_TRAILER = 'x-clearloop-skipped';

/**
 * Has a trailer sent behind the body: `segments=2, values=3` for segments that are in no record and values that no field shows. They are known
 * when the last byte was converted, so no header can tell them. HTTP/1.0 has no trailers.
 */
export function announceSkipped(request: FastifyRequest, reply: FastifyReply, summary: Pick<ConversionSummary, 'skippedSegments' | 'unreadValues'>): void {
  if (request.raw.httpVersion === '1.0') return;
  reply.trailer(SKIPPED_TRAILER, async () => Promise.resolve(`segments=${summary.skippedSegments}, values=${summary.unreadValues}`));
}
