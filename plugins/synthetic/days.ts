const DAY_MS = 86_400_000;

const FIRST_DAY = Date.UTC(2025, 0, 1);

const known: string[] = [];

/** A day of the synthetic year 2025 as CCYYMMDD; 0 is the first of January. */
export const dayOf = (number: number): string => (known[number] ??= new Date(FIRST_DAY + number * DAY_MS).toISOString().slice(0, 10).replaceAll('-', ''));
