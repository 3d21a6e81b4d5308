import { InvalidArgumentError } from 'commander';
import { isDay } from '../common/dates';

/** Gathers the values of an option that may be repeated. */
export const collect = (name: string, names: readonly string[] = []): readonly string[] => [...names, name];

/** Reads a day. */
export function day(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError('Allowed: a day such as 2026-01-31.');
}

/** The most worker threads of a command. */
const MAX_JOBS = 256;

/** Reads a number of worker threads; undefined for `auto`. */
export const workerThreads = (text: string): number | undefined => (text === 'auto' ? undefined : wholeNumber(1, MAX_JOBS)(text));

/** Makes the reader of a whole number. */
export function wholeNumber(smallest: number, largest: number): (text: string) => number {
  return (text) => {
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= smallest && value <= largest) return value;
    throw new InvalidArgumentError(`Allowed: a whole number from ${smallest} to ${largest}.`);
  };
}
