import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acknowledge } from '../../support/acknowledge';
import { expectLinear } from '../../support/growth';

const SAMPLES = join(__dirname, '../../../samples');
const TREES = join(__dirname, '../../samples/segments');

const segmentsOf = (path: string): string[] =>
  readFileSync(path, 'latin1')
    .split('~')
    .map((segment) => segment.trim())
    .filter(Boolean);

/** A file in which segments of a sample, found by their beginnings one after the other, stand many times as a block. */
function repeated(path: string, block: readonly string[]): (count: number) => string {
  const segments = segmentsOf(path);
  const at = segments.findIndex((_, i) => block.every((start, j) => segments[i + j]?.startsWith(start)));
  if (at < 0) throw new Error(`${path} has no ${block.join(', ')}`);
  const text = segments.slice(at, at + block.length);
  return (count) => `${[...segments.slice(0, at), ...Array.from({ length: count }, () => text).flat(), ...segments.slice(at)].join('~')}~`;
}

describe('acknowledging a file of errors', () => {
  it.each([
    ['loops of members', join(SAMPLES, '834.edi'), ['LX*1'], 600],
    ['coverages', join(SAMPLES, '834.edi'), ['HD*'], 600],
    ['other payers', join(SAMPLES, '837p.edi'), ['SBR*S'], 400],
    ['service lines', join(SAMPLES, '837p.edi'), ['LX*2'], 400],
    ['levels of requests', join(TREES, '278-request/input.edi'), ['HL*1'], 400],
    ['levels of statuses', join(TREES, '277-claim-status/input.edi'), ['HL*6'], 400],
  ])('costs no more than its size: many %s', (_what, path, block, size) => {
    const fileOf = repeated(path, block);
    return expectLinear(size, async (count) => {
      const { segments } = await acknowledge([fileOf(count)], { maxIssues: 1_000_000 });
      expect(segments.filter((segment) => segment.startsWith('IK3')).length).toBeGreaterThan(count / 2);
    });
  });
});
