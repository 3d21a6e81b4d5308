import type { Readable, Writable } from 'node:stream';

/** An output stream that knows whether a person reads it. */
export type TerminalStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Everything that a command uses of its process, so that tests can replace it. */
export interface CommandIo {
  readonly stdin: Readable;
  readonly stdout: TerminalStream;
  readonly stderr: TerminalStream;
  readonly environment: NodeJS.ProcessEnv;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number;
  /** The time of day, for reports. */
  readonly now: () => Date;
}
