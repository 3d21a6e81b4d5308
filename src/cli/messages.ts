import { escapeControls } from '../common/control-characters';
import type { CommandIo } from './command-io';
import type { Progress } from './progress';

/** Formats of the messages on standard error. */
export const LOG_FORMATS = ['text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** One message for people and log collectors. It holds no element value. */
export interface Message {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  /** Input that the message is about. */
  readonly file?: string | undefined;
  /** Of the error catalogue. */
  readonly code?: string | undefined;
  /** Further members of a JSON line; the text has them in its message. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes messages to standard error, above the progress bar: as lines of text, or as one JSON object a line. */
export class Messages {
  /** Set while a bar is on the terminal. */
  progress: Progress | undefined;

  constructor(
    private readonly io: CommandIo,
    private readonly format: LogFormat,
  ) {}

  readonly write = (message: Message): void => {
    const line = this.format === 'json' ? this.jsonLine(message) : textLine(message);
    if (this.progress === undefined) this.io.stderr.write(`${line}\n`);
    else this.progress.log(line);
  };

  private jsonLine({ level, message, file, code, details }: Message): string {
    return JSON.stringify({ time: this.io.now().toISOString(), level, file, code, message, ...details });
  }
}

const textLine = ({ level, message, file }: Message): string =>
  escapeControls(`${level === 'info' ? '' : `${level.toUpperCase()} `}${file === undefined ? '' : `${file}: `}${message}`);
