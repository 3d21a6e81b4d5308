import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asRecord, convertText, linesOf, sourceOf } from '../../support/conversion';
import { everyNth } from '../../support/fuzz';

const SAMPLES = join(__dirname, '../../samples');

/** A sample of each record whose envelope has the usual delimiters. */
const files = [
  'x12-834/enrollment',
  'x12-835/products-by-qualifier',
  'x12-837/professional',
  'x12-837/institutional',
  'x12-837/dental',
  'x12-277/acknowledgment',
];

const DAY = /(?<=[*:-])(?:19|20)\d{2}(?:0[1-9]|1[0-2])\d{2}(?=[*:~-]|$)/g;

/** The places of dates in the segments of a transaction. */
function placesOfDates(segments: readonly string[]): readonly (readonly [segment: number, at: number])[] {
  return segments.flatMap((segment, i) => {
    return /^(ISA|GS|TRN|REF|CLM|CLP|NM1|K3|NTE|FRM)\*/.test(segment) ? [] : [...segment.matchAll(DAY)].map(({ index }) => [i, index] as const);
  });
}

/** All issues of an output, inside and around its objects. */
const issuesOf = (text: string): unknown[] => linesOf(text).flatMap((one) => [one, ...[one['validationIssues'] ?? []].flat()]);

describe('a date that no calendar has', () => {
  it.each([
    ['DTP*472*D8*20260209', 'DTP*472*D8*20261399', 'DTP03', undefined],
    ['DMG*D8*19790412', 'DMG*D8*19791332', 'DMG02', 'DMG02'],
  ])('has its element in the issue where levels are named; the interface leaves out that of a qualified period: %s', async (right, wrong, element, usual) => {
    const text = readFileSync(join(__dirname, '../../../samples/837p.edi'), 'utf8').replace(right, wrong);
    for (const [options, expected] of [
      [{ levels: '1-5' }, element],
      [{}, usual],
    ] as const) {
      const { text: found } = await convertText([sourceOf('a.edi', text)], { validate: true, ...options });
      const [issue] = issuesOf(found)
        .map(asRecord)
        .filter(({ issueType }) => issueType === 'WRONG_TYPE');
      expect(issue?.['element']).toBe(expected);
    }
  });

  it.each(everyNth(3, files))('keeps its value in an issue, wherever it stands in %s', async (name) => {
    expect(readdirSync(join(SAMPLES, name))).toContain('input.edi');
    const segments = readFileSync(join(SAMPLES, name, 'input.edi'), 'utf8').split('~');
    const places = placesOfDates(segments);
    expect(places.length).toBeGreaterThan(2);
    const lost: string[] = [];
    for (const [number, at] of places) {
      const segment = segments[number] ?? '';
      const wrong = `${segment.slice(0, at)}20250231${segment.slice(at + 8)}`;
      const { text } = await convertText([sourceOf('a.edi', segments.with(number, wrong).join('~'))], { validate: true, maxWarnings: -1 });
      if (!issuesOf(text).some((issue) => String(asRecord(issue)['value']).includes('20250231'))) lost.push(wrong.trim());
    }
    expect(lost).toEqual([]);
  });
});
