import { InvalidArgumentError } from 'commander';
import { isDay } from '../common/dates';
import type { Jobs } from './worker-count';

/** Gathers the values of an option that may be repeated. */
export const collect = (name: string, names: readonly string[] = []): readonly string[] => [...names, name];

/** Reads a day. */
export function day(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError('Allowed: a day such as 2026-01-31.');
}

/** The most worker threads of a command. */
const MAX_JOBS = 256;

/** Reads a number of worker threads, or `auto`. */
export const workerThreads = (text: string): Jobs => (text === 'auto' ? text : wholeNumber(1, MAX_JOBS)(text));

/** Makes the reader of a whole number. */
export function wholeNumber(smallest: number, largest: number): (text: string) => number {
  return (text) => {
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= smallest && value <= largest) return value;
    throw new InvalidArgumentError(`Allowed: a whole number from ${smallest} to ${largest}.`);
  };
}

const UNIT_BYTES: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };

/** Reads a size, or 0. */
export const sizeOrNone = (text: string): number => (text === '0' ? 0 : byteSize(text));

/** Reads a size such as 500MB, in decimal units. */
export function byteSize(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)\s?([a-z]{0,2})$/i.exec(text) ?? [];
  const bytes = Math.round(Number(digits) * (UNIT_BYTES[unit.toLowerCase()] ?? 0));
  if (bytes > 0) return bytes;
  throw new InvalidArgumentError('Allowed: a size such as 500MB or 1GB.');
}
