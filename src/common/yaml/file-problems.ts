import { EdiError } from '../edi-error';
import type { ErrorCode } from '../error-catalogue';

/** A sentence, or what makes it: it is made for the problems that are listed only. */
type Sentence = string | (() => string);

/** One thing wrong with a file, at an offset of its text. */
interface FileProblem {
  readonly offset: number;
  readonly sentence: Sentence;
}

/** Problems that are listed; those after them in the file are counted. */
const MAX_LISTED_PROBLEMS = 100;

/** Collects the errors of one file that people write, so that its author sees all of them at once. Line and column count from 1. */
export class FileProblems {
  private readonly problems: FileProblem[] = [];

  /** `file` is the name that messages begin with, usually a path. */
  constructor(
    readonly file: string,
    private readonly text: string,
  ) {}

  report(offset: number, sentence: Sentence): void {
    this.problems.push({ offset, sentence });
  }

  /** An empty collection for the same file. */
  anew(): FileProblems {
    return new FileProblems(this.file, this.text);
  }

  /** Adds those of another collection for the same file. */
  include({ problems }: FileProblems): void {
    for (const problem of problems) this.problems.push(problem);
  }

  get isEmpty(): boolean {
    return this.problems.length === 0;
  }

  /** Line of an offset, for sentences that point at a second place. */
  lineOf(offset: number): number {
    return this.text.slice(0, offset).split('\n').length;
  }

  /** The problems in the order of the file, each as `file:line:column: sentence`; of many, the first of the file and the number of the others. */
  lines(): string[] {
    const sorted = [...this.problems].sort((one, other) => one.offset - other.offset);
    const lines = sorted.slice(0, MAX_LISTED_PROBLEMS).map(({ offset, sentence }) => {
      const column = offset - this.text.lastIndexOf('\n', offset - 1);
      return `${this.file}:${this.lineOf(offset)}:${column}: ${typeof sentence === 'string' ? sentence : sentence()}`;
    });
    const others = sorted.length - lines.length;
    return others === 0 ? lines : [...lines, `${this.file}: ${others} more of the kind.`];
  }

  /** Throws an error of the code with one line per problem, unless there is none. */
  throwIfAny(code: ErrorCode): void {
    if (!this.isEmpty) throw new EdiError(code, this.lines().join('\n'));
  }
}
