import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { envelope, generate, readRecords } from '../../support/generate';

/** A claim with a period and days of its lines from 2025-04-03 to 2025-04-10. */
const TEXT = readFileSync(join(__dirname, '../../samples/x12-837/dental/input.edi'), 'utf8');
const PERIOD = 'DTP*472*RD8*20250403-20250410';

/** True for DTP of the days of service; the first one is of the claim. */
const isServiceDate = (segment: string): boolean => segment.startsWith('DTP*472*');

describe('the dates of a dental claim whose lines have dates too', () => {
  it.each([
    ['a period', PERIOD, '2025-04-03', '2025-04-10'],
    ['the period of its lines and more', 'DTP*472*RD8*20250401-20250430', '2025-04-01', '2025-04-30'],
    ['a day', 'DTP*472*D8*20250403', '2025-04-03', undefined],
    ['another day', 'DTP*472*D8*20250401', '2025-04-01', undefined],
  ])('should be yyyy-mm-dd, and be written as they were read: %s', async (_what, segment, from, to) => {
    expect(TEXT).toContain(PERIOD);
    const [claim] = await readRecords(TEXT.replace(PERIOD, segment));
    expect([claim?.['claimServiceDate'], claim?.['claimServiceEndDate']]).toEqual([from, to]);
    const { segments, issues } = await generate('837', { ...envelope('DENTAL'), claims: [claim] });
    expect(segments.find(isServiceDate)).toBe(segment);
    expect(issues.filter(({ path }) => /[sS]ervice(End)?Date/.test(String(path)))).toEqual([]);
  });
});
