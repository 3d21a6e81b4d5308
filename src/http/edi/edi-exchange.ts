import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import type { Issue } from '../../common/issue';
import type { EdiSource } from '../../io/edi-source';
import type { ConversionOptions, ConversionSummary } from '../../pipeline/conversion.types';
import type { GenerationOptions } from '../../pipeline/generation/generation.types';
import { type BodyLimits, openEdiBody, openJsonBody } from '../body/edi-body';
import { CLOCK } from '../clocks';
import { isOwnFault } from '../errors/errors';
import { abortOnClose } from '../limits/client-signal';
import { LargeRecords } from '../limits/limits.module';
import { noteBytes, noteSources, countIssue, type RequestNote, RequestNotes } from '../logging/request-notes';
import { ServiceLog } from '../logging/service-log';
import { ServiceSettings } from '../settings/service-settings';
import { noteIgnored, IGNORED_HEADER, lateIgnored } from '../validation/ignored-parameters.interceptor';

/** Name of a request to generate that does not name itself. */
const DEFAULT_JSON_NAME = 'request.json';

/** Different warnings that are logged. */
const MAX_LOGGED_WARNINGS = 1_000;

/** Running work on EDI, with its counts. */
interface Counted {
  readonly summary: ConversionSummary;
}

/** Options that bound a conversion. */
type LimitOption = 'maxSegmentBytes' | 'maxTransactionSegments' | 'maxRecordSegments' | 'maxRecordBytes' | 'maxIssues';

/** A request with EDI and its streamed answer. */
export interface EdiExchange {
  readonly sources: Iterable<EdiSource> | AsyncIterable<EdiSource>;
  /** Length of the body as it is sent; undefined if the request does not name it. */
  readonly bodyBytes: number | undefined;
  /** Name of the only file; undefined for a form, whose files have names of their own. */
  readonly fileName: string | undefined;
  readonly openedAt: Date;
  /** Options that tie a conversion to the request: its limits, its end with the connection, and findings that are counted for the log. */
  readonly options: Pick<ConversionOptions, LimitOption | 'admitLargeRecord' | 'onIssue' | 'signal'>;
  /**
   * Answers 200 with a stream that `open` creates from the work. `open` pulls the first chunk, so that its error is answered with a status; a later failure of
   * the stream cuts the connection and is logged.
   */
  readonly answer: <Work extends Counted>(work: Work, headers: Readonly<Record<string, string>>, open: (work: Work) => Promise<Readable>) => Promise<void>;
}

/** An answer that is streamed. */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly stream: Readable;
}

/** A request with JSON and its streamed answer. */
export interface JsonExchange {
  readonly body: AsyncIterable<Uint8Array>;
  /** Options that tie a generation to the request: its limit, and its end with the connection. */
  readonly options: Pick<GenerationOptions, 'maxIssues' | 'signal'>;
  /** Has the summary of the work in the log line of the request. */
  readonly watch: (summary: ConversionSummary) => void;
  /** Counts a finding for the log. */
  readonly onIssue: (issue: Pick<Issue, 'issueType'>) => void;
  readonly send: (answer: StreamedAnswer) => Promise<void>;
}

/** Opens what every operation on EDI shares: the body of its request and its answer. */
@Injectable()
export class EdiExchanges {
  private readonly logged = new Set<string>();

  constructor(
    private readonly settings: ServiceSettings,
    private readonly notes: RequestNotes,
    private readonly log: ServiceLog,
    private readonly largeRecords: LargeRecords,
    @Inject(CLOCK) private readonly now: () => Date,
  ) {}

  /**
   * Opens a request. `ediFileName` names a text body; `maxBytes` is the limit of the body where the operation has one of its own. Throws EDI_UNSUPPORTED_MEDIA_TYPE, EDI_MULTIPART_INVALID and
   * EDI_BODY_TOO_LARGE.
   */
  open(request: FastifyRequest, reply: FastifyReply, ediFileName: string | undefined, maxBytes = this.settings.CLEARLOOP_MAX_BODY_BYTES): EdiExchange {
    const { settings } = this;
    const note = this.notes.of(request);
    const limits = bodyLimitsOf(settings);
    const { sources, fileName, isForm } = openEdiBody(request.raw, {
      ...limits,
      maxBytes: Math.min(maxBytes, limits.maxBytes),
      fileName: ediFileName,
      onIgnoredField: (name) => noteIgnored(reply, [name]),
    });
    if (fileName !== undefined) note.fileName = fileName;
    const signal = abortOnClose(reply.raw);
    return {
      sources: noteSources(sources, note, onlyNameOf(note)),
      bodyBytes: lengthOf(request),
      fileName,
      openedAt: this.now(),
      options: {
        ...limitsOf(settings),
        admitLargeRecord: async () => this.largeRecords.admit(signal),
        signal,
        onIssue: (issue, name) => this.noteIssue(note, issue, name),
      },
      answer: async (work, headers, open) => {
        note.summary = work.summary;
        const stream = await open(work);
        announceTrailers(request, reply, stream, { summary: work.summary, isForm });
        await this.send(request, reply, { status: 200, headers, stream });
      },
    };
  }

  /** Counts a finding. One that is about no file of the input is of the operator's own files: it is logged, once for as long as the service runs. */
  private noteIssue(note: RequestNote, issue: Issue, fileName: string): void {
    countIssue(note, issue);
    if (fileName !== '' || this.logged.has(issue.message) || this.logged.size >= MAX_LOGGED_WARNINGS) return;
    this.logged.add(issue.message);
    this.log.warn({ event: 'warning', message: issue.message });
  }

  /** Opens a request whose body is JSON. Throws EDI_UNSUPPORTED_MEDIA_TYPE and EDI_BODY_TOO_LARGE. */
  openJson(request: FastifyRequest, reply: FastifyReply, fileName: string | undefined): JsonExchange {
    const note = this.notes.of(request);
    if (fileName !== undefined) note.fileName = fileName;
    return {
      body: noteBytes(openJsonBody(request.raw, this.settings.CLEARLOOP_MAX_BODY_BYTES), fileName ?? DEFAULT_JSON_NAME, note),
      options: { maxIssues: this.settings.CLEARLOOP_MAX_ISSUES, signal: abortOnClose(reply.raw) },
      watch: (summary) => (note.summary = summary),
      onIssue: (issue) => countIssue(note, issue),
      send: async (answer) => this.send(request, reply, answer),
    };
  }

  private async send(request: FastifyRequest, reply: FastifyReply, { status, headers, stream }: StreamedAnswer): Promise<void> {
    // The status is out by then, so a failure can only cut the connection. What is wrong with the input is logged by its code alone: the
    // message may repeat parts of the input.
    stream.once('error', (error) => {
      if (error instanceof EdiError && !isOwnFault(error)) this.notes.of(request).errorCode ??= error.code;
      else if (!reply.raw.destroyed) this.log.failure(error, request.id);
    });
    await reply.code(status).headers(headers).send(stream);
  }
}

/** Returns a listener for the names of files: notes the first one, until there is a second. */
function onlyNameOf(note: RequestNote): (name: string) => void {
  let files = 0;
  return (name) => {
    if (++files === 1) note.fileName = name;
    else delete note.fileName;
  };
}

function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

function bodyLimitsOf({ CLEARLOOP_MAX_BODY_BYTES: maxBytes, CLEARLOOP_MAX_FILES: maxFiles }: ServiceSettings): BodyLimits {
  return { maxBytes, maxFiles };
}

function limitsOf(settings: ServiceSettings): Pick<ConversionOptions, LimitOption> {
  return {
    maxSegmentBytes: settings.CLEARLOOP_MAX_SEGMENT_BYTES,
    maxTransactionSegments: settings.CLEARLOOP_MAX_TRANSACTION_SEGMENTS,
    maxRecordSegments: settings.CLEARLOOP_MAX_RECORD_SEGMENTS,
    maxRecordBytes: settings.CLEARLOOP_MAX_RECORD_BYTES,
    maxIssues: settings.CLEARLOOP_MAX_ISSUES,
  };
}

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
  // Fastify's own trailers come too late for a stream: its end closes the answer. This listener runs before the one that does.
  stream.once('end', () =>
    reply.raw.addTrailers({ [SKIPPED_TRAILER]: `segments=${summary.skippedSegments}, values=${summary.unreadValues}`, ...lateIgnored(reply) }),
  );
}
