import { PassThrough, Readable, Writable } from 'node:stream';
import type { CommandIo, TerminalStream } from '../../../src/cli/command-io';
import type { ExitCode } from '../../../src/cli/exit-codes';
import { run } from '../../../src/cli/run';

/** What a test may set of the process that a command sees. */
export interface FakeProcess {
  /** Standard input; a stream is used as it is. */
  readonly input?: string | Buffer | Readable;
  readonly isTerminal?: { readonly stdout?: boolean; readonly stderr?: boolean };
  readonly signal?: AbortSignal;
  readonly environment?: NodeJS.ProcessEnv;
  readonly stdout?: TerminalStream;
}

/** What a command left behind. */
export interface Outcome {
  readonly exitCode: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line inside this process. */
export async function runCommand(argv: readonly string[], fake: FakeProcess = {}): Promise<Outcome> {
  const stdout = recorder(fake.isTerminal?.stdout ?? false);
  const stderr = recorder(fake.isTerminal?.stderr ?? false);
  const io: CommandIo = {
    stdin: fake.input instanceof Readable ? fake.input : fake.input === undefined ? new PassThrough().end() : Readable.from([Buffer.from(fake.input)]),
    stdout: fake.stdout ?? stdout.stream,
    stderr: stderr.stream,
    environment: fake.environment ?? {},
    signal: fake.signal ?? new AbortController().signal,
    clock: () => performance.now(),
    now: () => new Date(),
  };
  const exitCode = await run(argv, io);
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
}

function recorder(isTTY: boolean): { readonly stream: TerminalStream; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  // What a terminal has and the progress bar asks for.
  const terminal = Object.assign(stream, { isTTY, columns: 120, cursorTo: () => true, clearLine: () => true });
  return { stream: terminal, text: () => Buffer.concat(chunks).toString() };
}
