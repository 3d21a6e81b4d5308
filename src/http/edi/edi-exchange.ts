import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConversionOptions, ConversionSummary, EdiSource } from '../../pipeline/conversion.types';
import { openEdiBody } from '../body/edi-body';
import { countIssue, RequestNotes } from '../logging/request-notes';
import { ServiceLog } from '../logging/service-log';
import { ServiceSettings } from '../settings/service-settings';
import { abortOnClose } from './abort-on-close';

/** Work on EDI under way that counts what it does. */
interface Counted {
  readonly summary: ConversionSummary;
}

/** A request with EDI and its streamed answer. */
export interface EdiExchange {
  readonly sources: Iterable<EdiSource> | AsyncIterable<EdiSource>;
  /** Name of the only file; undefined for a form, whose files have names of their own. */
  readonly fileName: string | undefined;
  /** Options that tie a conversion to the request: its limits, its end with the connection, and findings that are counted for the log. */
  readonly options: Pick<ConversionOptions, 'maxSegmentBytes' | 'onIssue' | 'signal'>;
  /**
   * Answers 200 with a stream that `open` makes of the work. `open` pulls the first chunk, so that what it throws is answered with
   * a status of its own; a later failure of the stream cuts the connection and is told to the log.
   */
  readonly answer: <Work extends Counted>(work: Work, headers: Readonly<Record<string, string>>, open: (work: Work) => Promise<Readable>) => Promise<void>;
}

/** Opens what every operation on EDI shares: the body of its request, and the way of its answer. */
@Injectable()
export class EdiExchanges {
  constructor(
    private readonly settings: ServiceSettings,
    private readonly notes: RequestNotes,
    private readonly log: ServiceLog,
  ) {}

  /**
   * Opens a request. `ediFileName` names a text body. Throws EDI_UNSUPPORTED_MEDIA_TYPE, EDI_MULTIPART_INVALID and
   * EDI_BODY_TOO_LARGE.
   */
  open(request: FastifyRequest, reply: FastifyReply, ediFileName: string | undefined): EdiExchange {
    const { settings, log } = this;
    const note = this.notes.of(request);
    const { sources, fileName } = openEdiBody(request.raw, settings.CLEARLOOP_MAX_BODY_BYTES, ediFileName);
    if (fileName !== undefined) note.fileName = fileName;
    return {
      sources,
      fileName,
      options: {
        maxSegmentBytes: settings.CLEARLOOP_MAX_SEGMENT_BYTES,
        signal: abortOnClose(reply.raw),
        onIssue: (issue) => countIssue(note, issue),
      },
      answer: async (work, headers, open) => {
        note.summary = work.summary;
        const stream = await open(work);
        // The status is out by then, so a failure of the service can only cut the connection.
        stream.once('error', (error) => reply.raw.destroyed || log.failure(error, request.id));
        await reply.code(200).headers(headers).send(stream);
      },
    };
  }
}
