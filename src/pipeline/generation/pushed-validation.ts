import { toEdiError } from '../../common/edi-error';
import type { EdiSource } from '../../io/edi-source';
import type { IssueLimit } from '../../mapping/writing/write-run';
import type { NoticeResult } from '../notices';
import { isGeneratedIssue } from './generated-issue';
import type { GeneratedIssue } from './generation.types';

/**
 * Bytes that are read at once. Objects of a slice live until the next one. If they are few among those that are created in between, V8 treats
 * them as short-lived; those of slices of 64 KB mostly become old objects, which cost time and memory until a full collection.
 */
const SLICE = 1 << 12;

/** An issue, and the id of the rule that found it. */
export interface FoundIssue {
  readonly issue: GeneratedIssue;
  readonly ruleId: string | undefined;
}

type Validate = (text: EdiSource) => AsyncIterable<NoticeResult>;

/** Validates bytes that are pushed, a piece at a time. */
export class PushedValidation {
  private readonly found: FoundIssue[] = [];
  private failure: Error | undefined;
  private next: ((bytes: Uint8Array | undefined) => void) | undefined;
  private whenIdle: (() => void) | undefined;
  private isOver = false;
  private readonly ended: Promise<void>;

  constructor(
    validate: Validate,
    fileName: string,
    private readonly issueLimit: IssueLimit,
  ) {
    this.ended = this.consume(validate, fileName);
  }

  /** Validates a piece; returns the issues that are known at its end. */
  async push(bytes: Uint8Array): Promise<readonly FoundIssue[]> {
    for (let start = 0; start < bytes.length; start += SLICE) await this.emit(bytes.subarray(start, start + SLICE));
    await this.untilIdle();
    return this.take();
  }

  /** Ends the input; returns the remaining issues. */
  async end(): Promise<readonly FoundIssue[]> {
    await this.emit(undefined);
    await this.ended;
    return this.take();
  }

  /** Closes an input that does not continue. */
  abandon(): void {
    this.next?.(undefined);
    this.next = undefined;
  }

  private async emit(bytes: Uint8Array | undefined): Promise<void> {
    await this.untilIdle();
    const { next } = this;
    this.next = undefined;
    next?.(bytes);
  }

  private take(): readonly FoundIssue[] {
    if (this.failure !== undefined) throw this.failure;
    return this.found.splice(0);
  }

  /** Waits until the validation needs more input, or has ended. */
  private async untilIdle(): Promise<void> {
    if (this.next === undefined && !this.isOver) await new Promise<void>((resolve) => (this.whenIdle = resolve));
  }

  private async consume(validate: Validate, name: string): Promise<void> {
    try {
      for await (const { notice, error, ruleId } of validate({ name, open: () => this.pieces() })) {
        if (error !== undefined) throw error;
        if (isGeneratedIssue(notice) && this.issueLimit.admit()) this.found.push({ issue: notice, ruleId });
      }
    } catch (error) {
      this.failure = toEdiError(error);
    } finally {
      this.isOver = true;
      this.whenIdle?.();
    }
  }

  private async *pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      const bytes = await new Promise<Uint8Array | undefined>((resolve) => {
        this.next = resolve;
        this.whenIdle?.();
      });
      if (bytes === undefined) return;
      yield bytes;
    }
  }
}
