/*
 * National Drug Codes have three parts: labeler, product and package. The FDA writes ten digits in parts of 4-4-2, 5-3-2
 * or 5-4-1; claims carry eleven digits, 5-4-2, each short part filled with a zero on its left. Without the hyphens, ten
 * digits do not show which part is short.
 */

const HYPHENATED = /^(\d{4,5})-(\d{3,4})(?:-(\d{1,2}))?$/;

/** Returns the eleven digits of a hyphenated NDC, or the first nine if it has no package; undefined for anything else. */
export function billedDigits(code: string): string | undefined {
  const match = HYPHENATED.exec(code.trim());
  if (match === null) return undefined;
  const [, labeler = '', product = '', packageCode] = match;
  return labeler.padStart(5, '0') + product.padStart(4, '0') + (packageCode?.padStart(2, '0') ?? '');
}

/** Digits of an NDC in a claim; with fewer, where the product ends is not known. */
export const BILLED_DIGITS = 11;

/** Length of the labeler and product parts of eleven digits. */
export const PRODUCT_DIGITS = 9;

/**
 * Writes eleven digits with the hyphens of their product, as the directory has it: 00002143481 of product 0002-1434 is
 * 0002-1434-81.
 */
export function hyphenate(digits: string, productCode: string): string {
  const [labeler = '', product = ''] = productCode.split('-');
  const isShort = labeler.length + product.length < PRODUCT_DIGITS;
  const packageCode = digits.slice(PRODUCT_DIGITS);
  return `${labeler}-${product}-${isShort ? packageCode : packageCode.replace(/^0/, '')}`;
}
