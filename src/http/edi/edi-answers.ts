import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Conversion, ConversionOptions, Converter } from '../../pipeline/conversion.types';
import { CONVERTER } from '../../pipeline/converter.token';
import { type EdiBody, openEdiBody } from '../body/edi-body';
import { countIssue, RequestNotes } from '../logging/request-notes';
import { ServiceLog } from '../logging/service-log';
import { ServiceSettings } from '../settings/service-settings';
import { abortOnClose } from './abort-on-close';
import { openConversionStream } from './conversion-stream';

/** A request, and where its answer goes. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What every conversion for a request is told: when to stop, and whom to tell of findings. */
export type RequestHooks = Required<Pick<ConversionOptions, 'signal' | 'onIssue'>>;

/** Begins the work of an operation. */
export type StartConversion = (converter: Converter, sources: EdiBody['sources'], hooks: RequestHooks) => Conversion;

/** Answers requests whose body is EDI: opens the body, starts the work, and streams what comes out. */
@Injectable()
export class EdiAnswers {
  constructor(
    @Inject(CONVERTER) private readonly converter: Converter,
    private readonly settings: ServiceSettings,
    private readonly notes: RequestNotes,
    private readonly log: ServiceLog,
  ) {}

  /** `fileName` names a text body. What is thrown before the first output becomes the status of the answer. */
  async stream({ request, reply }: Exchange, fileName: string | undefined, start: StartConversion): Promise<void> {
    const note = this.notes.of(request);
    const body = openEdiBody(request.raw, this.settings.CLEARLOOP_MAX_BODY_BYTES, fileName);
    if (body.fileName !== undefined) note.fileName = body.fileName;
    const conversion = start(this.converter, body.sources, { signal: abortOnClose(reply.raw), onIssue: (issue) => countIssue(note, issue) });
    note.summary = conversion.summary;
    const stream = await openConversionStream(conversion);
    // The status is out by then, so a failure of the service can only cut the connection; it is told to the log.
    stream.once('error', (error) => reply.raw.destroyed || this.log.failure(error, request.id));
    await reply.code(200).header('content-type', conversion.contentType).send(stream);
  }
}
