import { randomBytes } from 'node:crypto';

/** Returns the id of a new batch: `20261122T101530-1f2e3d` sorts by time. */
export function newBatchId(now: Date): string {
  return `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}-${randomBytes(3).toString('hex')}`;
}
