/*
 * JSON of records is handled as bytes, which are copied to the output. A value that FHIR wants otherwise is handled as binary text: a string with one character
 * for each byte of UTF-8.
 */

/** Characters that FHIR allows in no string. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/** The JSON of a string; '' for one that is blank. Blanks at both ends are removed, and control characters are replaced with blanks. */
export function stringText(value: string): string {
  const shown = value.replace(FORBIDDEN, ' ').trim();
  return shown === '' ? '' : JSON.stringify(shown);
}

/** As `stringText`, as binary text. */
export const shownText = (value: string): string => binaryOf(stringText(value));

/** Text as binary text. */
const binaryOf = (text: string): string => Buffer.from(text).toString('latin1');

/** The string that a JSON string in binary text is of. */
export const stringOf = (json: string): string => String(JSON.parse(Buffer.from(json, 'latin1').toString()));

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** True for text with the digits of a number. */
export const isDecimal = (value: string): boolean => DECIMAL.test(value);
