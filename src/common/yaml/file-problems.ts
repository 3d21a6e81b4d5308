import { EdiError } from '../edi-error';
import type { ErrorCode } from '../error-catalogue';

/** One thing wrong with a file, at an offset of its text. */
interface FileProblem {
  readonly offset: number;
  readonly sentence: string;
}

/**
 * Collects what is wrong with one file that people write, so that its author sees all of it at once.
 * Line and column count from 1.
 */
export class FileProblems {
  private readonly problems: FileProblem[] = [];

  /** `file` is the name that messages begin with, usually a path. */
  constructor(
    readonly file: string,
    private readonly text: string,
  ) {}

  report(offset: number, sentence: string): void {
    this.problems.push({ offset, sentence });
  }

  /** An empty collection for the same file. */
  anew(): FileProblems {
    return new FileProblems(this.file, this.text);
  }

  get isEmpty(): boolean {
    return this.problems.length === 0;
  }

  /** Line of an offset, for sentences that point at a second place. */
  lineOf(offset: number): number {
    return this.text.slice(0, offset).split('\n').length;
  }

  /** The problems in the order of the file, each as `file:line:column: sentence`. */
  lines(): string[] {
    const sorted = [...this.problems].sort((one, other) => one.offset - other.offset);
    return sorted.map(({ offset, sentence }) => {
      const column = offset - this.text.lastIndexOf('\n', offset - 1);
      return `${this.file}:${this.lineOf(offset)}:${column}: ${sentence}`;
    });
  }

  /** Throws an error of the code with one line per problem, unless there is none. */
  throwIfAny(code: ErrorCode): void {
    if (!this.isEmpty) throw new EdiError(code, this.lines().join('\n'));
  }
}
