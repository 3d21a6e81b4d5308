import { randomInt } from 'node:crypto';
import type { GenerationOptions } from './generation.types';

const MAX_CONTROL_NUMBER = 999_999_999;

/** Values of an envelope that a request leaves open. */
export interface EnvelopeDefaults {
  /** CCYYMMDD and HHMM. */
  readonly date: string;
  readonly time: string;
  /** A control number that is not used elsewhere. */
  readonly newControlNumber: () => number;
}

/** By default the time now, in UTC, and random control numbers. */
export function envelopeDefaults({ now = new Date(), newControlNumber }: GenerationOptions): EnvelopeDefaults {
  const digits = now.toISOString().replace(/\D/g, '');
  return { date: digits.slice(0, 8), time: digits.slice(8, 12), newControlNumber: newControlNumber ?? (() => randomInt(1, MAX_CONTROL_NUMBER)) };
}

/** Returns a control number from a number or its digits; undefined for anything else. */
export function controlNumberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= MAX_CONTROL_NUMBER ? number : undefined;
}
