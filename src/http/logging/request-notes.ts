import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../common/error-catalogue';
import type { Issue, IssueType } from '../../common/issue';
import type { EdiSource } from '../../io/edi-source';
import type { ConversionSummary } from '../../pipeline/conversion.types';

/** What a client is slow at: sending the body, or reading the answer. */
export type ClientDuty = 'sending' | 'reading';

/** An input of a request; its bytes are counted while they are read, inflated. */
export interface InputFile {
  readonly name: string;
  bytes: number;
}

/** Facts about a running request: for its line in the log, metrics, audit log and error body. */
export interface RequestNote {
  /** Name of the input, when the request has a single one. Never logged: it may name a person. */
  fileName?: string;
  errorCode?: ErrorCode;
  /** Id of the API key that the request has proved to have; the key itself is nowhere. */
  keyId?: string;
  summary?: ConversionSummary;
  /** How long the request waited for its turn. */
  waitedMilliseconds?: number;
  /** The reason why the request of a slow client was ended. */
  slowAt?: ClientDuty;
  /** The inputs that were opened, for the audit log alone: their names may name persons. */
  readonly files: InputFile[];
  readonly issueCounts: Partial<Record<IssueType, number>>;
  /** Issues that mean that input is in no record, by the id of their rule. */
  readonly skippedCounts: Record<string, number>;
}

/** Holds one note for each running request; a note is discarded with its request. */
@Injectable()
export class RequestNotes {
  private readonly notes = new WeakMap<FastifyRequest, RequestNote>();

  of(request: FastifyRequest): RequestNote {
    let note = this.notes.get(request);
    if (note === undefined) {
      note = { files: [], issueCounts: {}, skippedCounts: {} };
      this.notes.set(request, note);
    }
    return note;
  }
}

/** Counts an issue by its type, and by its rule if it means that input is in no record. */
export function countIssue({ issueCounts, skippedCounts }: RequestNote, { issueType, ruleId, skipped }: Pick<Issue, 'issueType' | 'ruleId' | 'skipped'>): void {
  issueCounts[issueType] = (issueCounts[issueType] ?? 0) + 1;
  if (skipped !== undefined && ruleId !== undefined) skippedCounts[ruleId] = (skippedCounts[ruleId] ?? 0) + 1;
}

/** Returns the sources unchanged, and notes the name of each and, while it is read, its bytes. `onName` receives the name of each before it is read. */
export async function* noteSources(
  sources: Iterable<EdiSource> | AsyncIterable<EdiSource>,
  note: RequestNote,
  onName?: (name: string) => void,
): AsyncGenerator<EdiSource, void, undefined> {
  for await (const source of sources) {
    onName?.(source.name);
    yield { ...source, open: () => noteBytes(source.open(), source.name, note) };
  }
}

/** Returns the bytes unchanged, and notes an input of this name with their count. */
export async function* noteBytes(bytes: AsyncIterable<Uint8Array>, name: string, note: RequestNote): AsyncGenerator<Uint8Array, void, undefined> {
  const input: InputFile = { name, bytes: 0 };
  note.files.push(input);
  for await (const chunk of bytes) {
    input.bytes += chunk.length;
    yield chunk;
  }
}
