/**
 * Integer cents of an amount as payers print it. Anything else, also trailing zeros, is a mistake of the generator.
 *
 *     238 -> 23800    238.5 -> 23850    -0.05 -> -5
 */
export function parseCents(text) {
  const [, sign, whole, fraction] = /^(-?)(0|[1-9]\d*)(?:\.(\d?[1-9]))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`"${text}" is not an amount without trailing zeros.`);
  const absolute = Number(whole) * 100 + Number((fraction ?? '').padEnd(2, '0'));
  return sign === '-' ? -absolute : absolute;
}
