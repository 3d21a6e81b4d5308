import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConversionSummary } from '../../pipeline/conversion.types';
import { IGNORED_HEADER, lateIgnored } from '../query/ignored-names';

/** Name of the trailer that reports how much of the input is in no record. */
export const SKIPPED_TRAILER = 'x-clearloop-skipped';

/** What trailers report. */
interface Reported {
  readonly summary: Pick<ConversionSummary, 'skippedSegments' | 'unreadValues'>;
  /** True for a form: its fields are known when it was read. */
  readonly isForm: boolean;
}

/**
 * Sends trailers behind a stream: `segments=2, values=3` for segments that are in no record and values that no field shows, and the names of form
 * fields that came after the headers of the answer. Both are known when the input was read. HTTP/1.0 has no trailers.
 */
export function announceTrailers(request: FastifyRequest, reply: FastifyReply, stream: Readable, { summary, isForm }: Reported): void {
  if (request.raw.httpVersion === '1.0') return;
  reply.header('trailer', isForm ? `${SKIPPED_TRAILER}, ${IGNORED_HEADER.toLowerCase()}` : SKIPPED_TRAILER);
  // Fastify's own trailers come too late for a stream: its end closes the answer. This listener stands before the one that does.
  stream.once('end', () =>
    reply.raw.addTrailers({ [SKIPPED_TRAILER]: `segments=${summary.skippedSegments}, values=${summary.unreadValues}`, ...lateIgnored(reply) }),
  );
}
