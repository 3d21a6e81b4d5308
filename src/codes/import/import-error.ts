import { EdiError } from '../../common/edi-error';

/** Where a row stands in a file, counted from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

const ADVICE = 'Is the file complete? Load it as its publisher gives it.';

/** Gives the error of a file that cannot be used as a whole; the advice is the next step of the user. */
export function invalidFile(file: string, problem: string, advice = ADVICE, options?: ErrorOptions): EdiError {
  return new EdiError('EDI_CODES_FILE_INVALID', `${file}: ${problem}. ${advice}`, options);
}

/** Gives the error of a line that cannot be read. */
export function invalidLine(place: Place, problem: string, advice = ADVICE, options?: ErrorOptions): EdiError {
  return invalidFile(`${place.file}, line ${place.line}`, problem, advice, options);
}

const LONGEST_QUOTE = 40;

/** Quotes a value of a file for a message, cut to a length that a message bears. */
export function quote(value: string): string {
  return `"${value.length > LONGEST_QUOTE ? `${value.slice(0, LONGEST_QUOTE)}…` : value}"`;
}
