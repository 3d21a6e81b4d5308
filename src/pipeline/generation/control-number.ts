const LARGEST_CONTROL_NUMBER = 999_999_999;

/** Gives a control number, which may be a number or its digits; undefined for anything else. */
export function controlNumberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= LARGEST_CONTROL_NUMBER ? number : undefined;
}
