/*
 * Values of what was received go back to its sender. A value may be what is wrong with it, and must not break the acknowledgment: one that
 * has to be there is fitted into its element, one that need not be is left out.
 */

/** Delimiters of the acknowledgment, and characters beyond the basic and extended sets of X12. */
const UNFIT = /[*:^~]|[^\x20-\x7e]/;
const EVERY_UNFIT = /[*:^~]|[^\x20-\x7e]/g;

/** Returns a text with blanks in place of characters that cannot be written, cut to a length; empty when nothing is left. */
export function fitted(text: string, most: number): string {
  return text.replace(EVERY_UNFIT, ' ').trim().slice(0, most).trimEnd();
}

/** Returns a text cut to a length; empty when it has characters that cannot be written. */
export function copied(text: string, most: number): string {
  return UNFIT.test(text) ? '' : fitted(text, most);
}

/** Returns the digits of a whole number of a length; else `otherwise`. */
export function digits(text: string, most: number, otherwise: string): string {
  const trimmed = text.trim();
  return /^\d+$/.test(trimmed) && trimmed.length <= most ? trimmed : otherwise;
}

/** A count as an element of six digits holds it. */
export function countText(count: number): string {
  return String(Math.min(count, 999_999));
}
