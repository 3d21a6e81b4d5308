import { ByteWriter } from '../../common/byte-writer';
import { EdiError } from '../../common/edi-error';
import { isObject } from '../../mapping/writing/write-run';
import type { FormatWriting } from '../../plugin/format.plugin';
import type { RegisteredFormat } from '../../plugin/plugin.registry';
import type { Issue } from '../../common/issue';
import type { RuleCatalogue } from '../../validation/rule-catalogue';
import type { FileValidation } from '../file-validation';
import { isGeneratedIssue } from '../generation/generated-issue';
import { inTurns, type Share } from '../event-loop-share';
import type { GeneratedPiece } from '../generation/generation.types';
import { recordOf, type RequestPart } from '../generation/request-parts';
import { issuesOf, type StreamItem } from '../stream-item';
import { callFormat } from './call-format';
import type { InputReading } from './input-reading';
import { checkFindings, type Counts, noCounts } from '../counts';

/** Context of a generation. */
export interface FormatGenerationContext {
  readonly format: RegisteredFormat;
  /** Reads the written text, and validates it; undefined to skip that. */
  readonly check: { readonly reading: InputReading; readonly validation: FileValidation } | undefined;
  /** Rules of validation by id. */
  readonly rules: RuleCatalogue;
  /** Issues of the request; Infinity for no limit. */
  readonly maxIssues: number;
  readonly signal: AbortSignal | undefined;
  readonly share: Share;
}

/** Size of the output chunks, about, in bytes. */
const PIECE_BYTES = 1 << 16;

/** Text is validated in pieces of this many bytes, and other work may run after each. */
const CHECKED_BYTES = 1 << 14;

const MAX_PROBLEMS = 20;

/** Generates one text of a format from records in the form of reading. */
export class FormatGeneration {
  readonly counts: Counts = noCounts(1);
  private readonly out = new ByteWriter();
  private readonly problems: string[] = [];
  private readonly writing: FormatWriting;
  /** Places of the records in the request that are written and not yet read back. */
  private readonly paths: string[] = [];

  constructor(private readonly context: FormatGenerationContext) {
    const problem = (path: string, message: string): void => {
      if (this.problems.length < MAX_PROBLEMS) this.problems.push(`${path}: ${message}`);
    };
    const { plugin, options } = context.format;
    const writing = this.guard('openWriter', () => plugin.openWriter?.({ out: this.out, problem }));
    if (writing === undefined) throw new EdiError('EDI_UNSUPPORTED_SET', `Text of the format ${options.id} cannot be generated: its plugin only reads.`);
    this.writing = writing;
  }

  /** Pieces of text, and the issues of each after it. Throws EDI_REQUEST_INVALID. */
  async *pieces(parts: AsyncIterable<Iterable<RequestPart>>): AsyncGenerator<GeneratedPiece, void, undefined> {
    const { share } = this.context;
    for await (const group of parts) {
      for await (const part of inTurns(group, share)) {
        if (part.kind === 'step') continue;
        for (const [path, value] of this.recordsOf(part.kind === 'unparsed' ? recordOf(part) : part)) {
          this.write(value, path);
          if (this.out.length >= PIECE_BYTES) yield* this.flush(false);
        }
      }
    }
    this.guard('end', () => this.writing.end());
    this.throwProblems();
    yield* this.flush(true);
  }

  /** One document holds all records under their key, or is a record itself; NDJSON has a record in each line. */
  private *recordsOf(part: Exclude<RequestPart, { readonly kind: 'step' | 'unparsed' }>): Generator<readonly [string, unknown], void, undefined> {
    const { recordsKey } = this.context.format.options;
    const place = `[${this.counts.records}]`;
    if (part.kind === 'record') return yield [part.key === undefined ? `$${place}` : `$.${part.key}${place}`, part.value];
    if (part.kind === 'head' && Object.hasOwn(part.head, recordsKey)) throw new EdiError('EDI_REQUEST_INVALID', `$.${recordsKey}: expected an array.`);
    if (part.kind === 'head' && !part.lists.has(recordsKey)) return yield [`$${place}`, part.head];
    if (part.kind === 'late' || Object.keys(part.head).length > 0) throw new EdiError('EDI_REQUEST_INVALID', `$: a request has ${recordsKey} alone.`);
  }

  private write(value: unknown, path: string): void {
    this.counts.records++;
    if (!isObject(value)) throw new EdiError('EDI_REQUEST_INVALID', `${path}: expected an object.`);
    this.guard('write', () => this.writing.write(value, path));
    this.paths.push(path);
    this.throwProblems();
  }

  private throwProblems(): void {
    if (this.problems.length > 0) throw new EdiError('EDI_REQUEST_INVALID', `${this.problems.join('; ')}.`);
  }

  private async *flush(isEnd: boolean): AsyncGenerator<GeneratedPiece, void, undefined> {
    this.context.signal?.throwIfAborted();
    const bytes = this.out.take();
    const { check, share } = this.context;
    if (bytes.length > 0) yield { kind: 'edi', bytes };
    if (check === undefined) return;
    for (let start = 0; start < bytes.length; start += CHECKED_BYTES) {
      yield* inTurns(this.issuePieces(check.reading.write(bytes.subarray(start, start + CHECKED_BYTES)), check.validation), share);
    }
    if (isEnd && this.counts.records > 0) yield* inTurns(this.issuePieces(check.reading.end(), check.validation), share);
    this.counts.segments = check.reading.counts.segments;
    this.counts.transactions = check.reading.counts.transactions;
  }

  private *issuePieces(items: readonly StreamItem[], validation: FileValidation): Generator<GeneratedPiece, void, undefined> {
    for (const item of items) {
      const jsonPath = item.kind === 'record' ? this.paths.shift() : undefined;
      for (const issue of issuesOf(item)) {
        const shown = validation.toJson(jsonPath === undefined ? issue : { ...issue, jsonPath: pathOf(issue, jsonPath) });
        checkFindings(++this.counts.issues, this.context.maxIssues);
        const rule = this.context.rules.find(issue.ruleId);
        if (isGeneratedIssue(shown)) yield { kind: 'issue', issue: shown, ...(rule === undefined ? {} : { rule }) };
      }
    }
  }

  private guard<T>(hook: string, run: () => T): T {
    return callFormat(this.context.format, hook, run, 'the generation ends here');
  }
}

/** The object of a record that an issue is about; the record itself where the issue names none. */
const pathOf = ({ issueObjectClass: key }: Issue, record: string): string => (key === undefined ? record : `${record}.${key}`);
