const DAY_MILLISECONDS = 86_400_000;

/** Day 0 of spreadsheets. */
const EPOCH = Date.UTC(1899, 11, 30);

/** 1 March 1900: before it, spreadsheets count a day that never was. */
const FIRST_DAY = 61;

const known = new Map<string, number | undefined>();
const MAX_KNOWN = 10_000;

/** The number of a day yyyy-mm-dd; undefined for anything else, and for days before March 1900. */
export function daysSince1900(text: string): number | undefined {
  if (known.has(text)) return known.get(text);
  if (known.size >= MAX_KNOWN) known.clear();
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? (Date.parse(`${text}T00:00:00Z`) - EPOCH) / DAY_MILLISECONDS : Number.NaN;
  const value = day >= FIRST_DAY ? day : undefined;
  known.set(text, value);
  return value;
}
