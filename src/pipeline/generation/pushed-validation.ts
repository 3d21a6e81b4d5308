import { toEdiError } from '../../common/edi-error';
import type { EdiSource } from '../../io/edi-source';
import type { IssueLimit } from '../../mapping/writing/issue-limit';
import type { NoticeResult } from '../notices';
import { isGeneratedIssue } from './generated-issue';
import type { GeneratedIssue } from './generation.types';

/**
 * Bytes that are read at once. What is read of a slice lives until the next one. Where that is little beside what is made in between, V8 takes
 * it for short-lived; slices of 64 KB mostly end among what is old, where they cost time and memory until the collector looks there.
 */
const SLICE = 1 << 12;

type Validate = (text: EdiSource) => AsyncIterable<NoticeResult>;

/** Validates bytes that are pushed, a piece at a time. */
export class PushedValidation {
  private readonly found: GeneratedIssue[] = [];
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

  /** Validates a piece; gives what is known by its end to be wrong. */
  async push(bytes: Uint8Array): Promise<readonly GeneratedIssue[]> {
    for (let start = 0; start < bytes.length; start += SLICE) await this.give(bytes.subarray(start, start + SLICE));
    await this.untilIdle();
    return this.take();
  }

  /** Ends the input; gives what was still to be found. */
  async end(): Promise<readonly GeneratedIssue[]> {
    await this.give(undefined);
    await this.ended;
    return this.take();
  }

  /** Lets go of an input that does not go on. */
  abandon(): void {
    this.next?.(undefined);
    this.next = undefined;
  }

  private async give(bytes: Uint8Array | undefined): Promise<void> {
    await this.untilIdle();
    const { next } = this;
    this.next = undefined;
    next?.(bytes);
  }

  private take(): readonly GeneratedIssue[] {
    if (this.failure !== undefined) throw this.failure;
    return this.found.splice(0);
  }

  /** Waits until the validation wants more, or is over. */
  private async untilIdle(): Promise<void> {
    if (this.next === undefined && !this.isOver) await new Promise<void>((resolve) => (this.whenIdle = resolve));
  }

  private async consume(validate: Validate, name: string): Promise<void> {
    try {
      for await (const { notice, error } of validate({ name, open: () => this.pieces() })) {
        if (error !== undefined) throw error;
        if (isGeneratedIssue(notice) && this.issueLimit.admit()) this.found.push(notice);
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
