import { EdiError } from '../../common/edi-error';

/** Place of a row in a file, counted from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

const ADVICE = 'Is the file complete? Load it as its publisher gives it.';

/** Returns the error of a file that cannot be used as a whole; the advice is the next step of the user. */
export function invalidFile(file: string, problem: string, advice = ADVICE, options?: ErrorOptions): EdiError {
  return new EdiError('EDI_CODES_FILE_INVALID', `${file}: ${problem}. ${advice}`, options);
}

/** Returns the error of a line that cannot be read. */
export function invalidLine(place: Place, problem: string, advice = ADVICE, options?: ErrorOptions): EdiError {
  return invalidFile(`${place.file}, line ${place.line}`, problem, advice, options);
}

const MAX_QUOTE_LENGTH = 40;

/** Quotes a value of a file for a message, cut to a length that a message bears. */
export function quote(value: string): string {
  return `"${value.length > MAX_QUOTE_LENGTH ? `${value.slice(0, MAX_QUOTE_LENGTH)}…` : value}"`;
}
