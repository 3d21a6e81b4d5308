import type { ValidationRun } from '../validation-run';

/** What validation found. */
type Found = Readonly<Record<string, unknown>>;

/** Validates bytes that are pushed, a piece at a time. */
export class PushedValidation {
  private found: Found[] = [];
  private failure: unknown;
  private next: ((bytes: Uint8Array | undefined) => void) | undefined;
  private isWaiting: (() => void) | undefined;
  private readonly ended: Promise<void>;

  constructor(run: ValidationRun, fileName: string) {
    this.ended = this.consume(run, fileName);
  }

  /** Validates a piece; gives what was found by its end. */
  async push(bytes: Uint8Array): Promise<readonly Found[]> {
    await this.untilIdle();
    this.next?.(bytes);
    this.next = undefined;
    await this.untilIdle();
    return this.take();
  }

  /** Ends the input; gives what was still to be found. */
  async end(): Promise<readonly Found[]> {
    await this.untilIdle();
    this.next?.(undefined);
    this.next = undefined;
    await this.ended;
    return this.take();
  }

  private take(): readonly Found[] {
    if (this.failure !== undefined) throw this.failure;
    return this.found.splice(0);
  }

  /** Waits until the validation wants more, or is over. */
  private async untilIdle(): Promise<void> {
    if (this.next !== undefined) return;
    await Promise.race([this.ended, new Promise<void>((resolve) => (this.isWaiting = resolve))]);
  }

  private async consume(run: ValidationRun, name: string): Promise<void> {
    try {
      for await (const { notice } of run.results([{ name, open: () => this.pieces() }])) this.found.push({ ...notice });
    } catch (error) {
      this.failure = error;
    }
  }

  private async *pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      const bytes = await new Promise<Uint8Array | undefined>((resolve) => {
        this.next = resolve;
        this.isWaiting?.();
      });
      if (bytes === undefined) return;
      yield bytes;
    }
  }
}
