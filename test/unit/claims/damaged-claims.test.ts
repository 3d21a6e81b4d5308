import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { EdiError } from '../../../src/common/edi-error';
import type { Issue } from '../../../src/common/issue';
import type { ConversionOptions } from '../../../src/pipeline/conversion.types';
import { convertText, type Json, linesOf, readRecords, sourceOf } from '../../support/conversion';
import { startWatchdog, type Watchdog } from '../../support/watchdog';
import { budget } from '../../support/fuzz';

const SAMPLES = join(__dirname, '../../samples/x12-837');
const inputs = readdirSync(SAMPLES).map((name) =>
  readFileSync(join(SAMPLES, name, 'input.edi'), 'latin1')
    .split('\n')
    .filter(Boolean),
);

/** A change to the segments of an input; places from 0 to 1 fit any length. */
interface Change {
  readonly kind: 'delete' | 'swap' | 'duplicate' | 'truncate' | 'move';
  readonly at: number;
  readonly other: number;
}

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const changes = (...kinds: readonly Change['kind'][]): fc.Arbitrary<readonly Change[]> =>
  fc.array(fc.record({ kind: fc.constantFrom(...kinds), at: place, other: place }), { minLength: 1, maxLength: 6 });

function change(segments: readonly string[], { kind, at, other }: Change): string[] {
  const [i, j] = [Math.floor(at * segments.length), Math.floor(other * segments.length)];
  const [one = '', two = ''] = [segments[i], segments[j]];
  switch (kind) {
    case 'delete':
      return segments.toSpliced(i, 1);
    case 'duplicate':
      return segments.toSpliced(j, 0, one);
    case 'move':
      return segments.toSpliced(i, 1).toSpliced(j, 0, one);
    case 'swap':
      return segments.with(i, two).with(j, one);
    case 'truncate':
      return segments.with(i, `${one.slice(0, Math.floor(other * one.length))}~`);
  }
}

let watchdog: Watchdog;

beforeAll(() => {
  watchdog = startWatchdog();
});

afterAll(() => watchdog.stop());

/** What converting gives, the same as objects and as JSON; undefined for an error before the first byte. */
async function convert(text: string, options: ConversionOptions = {}): Promise<{ objects: readonly Json[]; issues: readonly Issue[] } | undefined> {
  watchdog.beat(Buffer.from(text, 'latin1'));
  try {
    const { text: output, issues } = await convertText([sourceOf('damaged.edi', text)], { maxWarnings: -1, ...options });
    const objects = linesOf(output);
    expect((await readRecords([sourceOf('damaged.edi', text)], { maxWarnings: -1, ...options })).map((one) => JSON.stringify(one))).toEqual(
      objects.map((one) => JSON.stringify(one)),
    );
    return { objects, issues };
  } catch (error) {
    if (error instanceof EdiError) return undefined;
    throw error;
  }
}

/** The body of the transaction changes; what is around it stays well-formed, its count too. */
function damageBody(segments: readonly string[], all: readonly Change[]): string {
  const head = segments.slice(0, 3);
  const body = all.reduce<readonly string[]>(change, segments.slice(3, -3));
  const control = (segments[2] ?? '').split('*')[2]?.replace('~', '') ?? '';
  return [...head, ...body, `SE*${body.length + 2}*${control}~`, ...segments.slice(-2)].join('\n');
}

const sample = fc.constantFrom(...inputs);

describe('damaged claims', () => {
  it('never break the conversion, and its JSON is that of the objects: any segments changed', async () => {
    const settings = fc.record({
      transactionTopLevel: fc.boolean(),
      warningsInResponse: fc.boolean(),
      descriptions: fc.boolean(),
      chunkSize: fc.constantFrom(1, 2, 50),
    });
    await fc.assert(
      fc.asyncProperty(sample, changes('delete', 'swap', 'duplicate', 'truncate', 'move'), settings, async (segments, all, options) => {
        await convert(all.reduce<readonly string[]>(change, segments).join('\n'), options);
      }),
      budget(20),
    );
  });

  it('have a CLAIM for each CLM of a well-formed transaction, or a finding that names the segment or its loop', async () => {
    await fc.assert(
      fc.asyncProperty(sample, changes('delete', 'swap', 'duplicate', 'truncate', 'move'), async (segments, all) => {
        const text = damageBody(segments, all);
        const converted = await convert(text);
        const given = converted?.objects.filter(({ objectType }) => objectType === 'CLAIM') ?? [];
        const numbers = [...text.matchAll(/^CLM\*([^*~\n]+)/gm)].map(([, number]) => number);
        const shown = given.map(({ patientControlNumber }) => patientControlNumber);
        const lost = numbers.filter((number) => !shown.includes(number));
        const isReported = converted?.issues.some(({ segment, issueType }) => segment === 'CLM' || issueType === 'REQUIRED' || issueType === 'INVALID') ?? true;
        expect({ text, lost: isReported ? [] : lost }).toEqual({ text, lost: [] });
      }),
      budget(20),
    );
  });

  it('have at least as many claims as CLM behind the first level, where levels are as they were', async () => {
    await fc.assert(
      fc.asyncProperty(sample, changes('delete', 'duplicate'), async (segments, all) => {
        const levels = (list: readonly string[]) => list.filter((segment) => segment.startsWith('HL*'));
        const text = damageBody(segments, all);
        if (JSON.stringify(levels(text.split('\n'))) !== JSON.stringify(levels(segments))) return;
        const claims = (await convert(text))?.objects.filter(({ objectType }) => objectType === 'CLAIM') ?? [];
        const behindLevels = [...text.slice(text.indexOf('\nHL*')).matchAll(/^CLM\*/gm)].length;
        expect({ text, enough: claims.length >= behindLevels }).toEqual({ text, enough: true });
      }),
      budget(20),
    );
  });

  it('give a tree with convertToSegments that parses, whatever the damage', async () => {
    await fc.assert(
      fc.asyncProperty(sample, changes('delete', 'swap', 'duplicate', 'truncate', 'move'), async (segments, all) => {
        await convert(all.reduce<readonly string[]>(change, segments).join('\n'), { convertToSegments: true });
      }),
      budget(20),
    );
  });
});
