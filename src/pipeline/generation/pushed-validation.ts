import { toEdiError } from '../../common/edi-error';
import type { Notice } from '../../plugin/output.plugin';
import type { ValidationRun } from '../validation-run';

/** Validates bytes that are pushed, a piece at a time. */
export class PushedValidation {
  private readonly found: Notice[] = [];
  private failure: Error | undefined;
  private next: ((bytes: Uint8Array | undefined) => void) | undefined;
  private whenIdle: (() => void) | undefined;
  private readonly ended: Promise<void>;

  constructor(run: ValidationRun, fileName: string) {
    this.ended = this.consume(run, fileName);
  }

  /** Validates a piece; gives what is known by its end to be wrong. */
  async push(bytes: Uint8Array): Promise<readonly Notice[]> {
    await this.give(bytes);
    await this.untilIdle();
    return this.take();
  }

  /** Ends the input; gives what was still to be found. */
  async end(): Promise<readonly Notice[]> {
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

  private take(): readonly Notice[] {
    if (this.failure !== undefined) throw this.failure;
    return this.found.splice(0);
  }

  /** Waits until the validation wants more, or is over. */
  private async untilIdle(): Promise<void> {
    if (this.next === undefined) await Promise.race([this.ended, new Promise<void>((resolve) => (this.whenIdle = resolve))]);
  }

  private async consume(run: ValidationRun, name: string): Promise<void> {
    try {
      for await (const { notice, error } of run.results([{ name, open: () => this.pieces() }])) {
        if (error !== undefined) throw error;
        this.found.push(notice);
      }
    } catch (error) {
      this.failure = toEdiError(error);
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
