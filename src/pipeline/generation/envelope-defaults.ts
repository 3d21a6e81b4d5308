import { randomInt } from 'node:crypto';
import type { EnvelopeDefaults } from './envelope-writer';
import type { GenerationOptions } from './generation.types';

const LARGEST_CONTROL_NUMBER = 999_999_999;

/** What an envelope takes where a request leaves it open: the time now, in UTC, and random control numbers. */
export function envelopeDefaults({ now = new Date(), newControlNumber }: GenerationOptions): EnvelopeDefaults {
  const digits = now.toISOString().replace(/\D/g, '');
  return { date: digits.slice(0, 8), time: digits.slice(8, 12), newControlNumber: newControlNumber ?? (() => randomInt(1, LARGEST_CONTROL_NUMBER)) };
}
