import type { TransformFnParams } from 'class-transformer';
import { bareName } from '../../io/source-name';

/*
 * Functions for `@Transform()`: query parameters and environment variables arrive as text. Text that cannot be read stays as it
 * is, so that the decorators of class-validator refuse it.
 */

const WHOLE_NUMBER = /^-?\d{1,15}$/;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
]);

const ofText =
  (read: (text: string) => unknown) =>
  ({ value }: TransformFnParams): unknown =>
    typeof value === 'string' ? read(value) : value;

const readBoolean = (text: string): boolean | undefined => BOOLEANS.get(text.toLowerCase());

/** Reads `true` or `false` in any case, as clients write their own booleans (Python sends `True`), and `1`, `0`, `yes`, `no`. */
export const toBoolean = ofText((text) => readBoolean(text) ?? text);

/** Reads anything but false as true. */
export const toSwitch = ofText((text) => readBoolean(text) ?? true);

export const toWholeNumber = ofText((text) => (WHOLE_NUMBER.test(text) ? Number(text) : text));

/** Reads the name of a file without its folders; undefined where none is left. */
export const toFileName = ofText(bareName);

/** Reads words between commas. */
export const toWords = ofText((text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
);

/** Reads whole numbers between commas. */
export const toLevels = ofText((text) => text.split(',').map((one) => (WHOLE_NUMBER.test(one.trim()) ? Number(one) : one)));

/** Reads text by a function that returns undefined for disallowed text. */
export const toChoice = (read: (text: string) => unknown): ((params: TransformFnParams) => unknown) => ofText((text) => read(text) ?? text);
