const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Writes a number of bytes for people, in decimal units: 12.3 MB. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit] ?? ''}`;
}

/** Writes a whole number with commas: 41,000. `toLocaleString` would load the data of all languages first, which takes longer than a small file. */
export const numberText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Writes a count with its noun: 1 file, 2 files, 41,000 records. */
export function countText(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
