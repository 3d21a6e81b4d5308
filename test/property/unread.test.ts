import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertText, sourceOf } from '../support/conversion';

/*
 * Whatever stands in the input and reaches no field is reported: an element is replaced by text that is found again in the output, or the segment
 * is named by an issue.
 */

const FOLDER = join(__dirname, '../../samples');
const SAMPLES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.edi') && !name.includes('dirty'))
  .map((name) => ({ name, segments: readFileSync(join(FOLDER, name), 'latin1').split(/~\s*/).filter(Boolean) }));

/** No sample has it, and no field reads it as a number, a date or a code. */
const GARBAGE = 'QJXQ7Z';

/** Segments of the envelope, and those whose elements only count or number. */
const STRUCTURE = /^(?:ISA|GS|GE|IEA|ST|SE|HL|LX|BHT)\*/;

const RUNS = Number(process.env['CLEARLOOP_FUZZ_SECONDS'] ?? 0) > 1 ? 2_000 : 50;

const change = fc.record({
  sample: fc.nat({ max: SAMPLES.length - 1 }),
  segment: fc.nat(),
  element: fc.nat(),
  kind: fc.constantFrom('replace', 'append', 'add segment'),
});

function changed(segments: readonly string[], at: number, element: number, kind: string): string[] {
  const parts = (segments[at] ?? '').split('*');
  if (kind === 'add segment') return segments.toSpliced(at + 1, 0, `ZZ9*${GARBAGE}`);
  if (kind === 'append') return segments.with(at, [...parts, GARBAGE].join('*'));
  // The first element says what the others are; another code there is another segment.
  const filled = parts.flatMap((part, i) => (i > 1 && part !== '' ? [i] : []));
  const target = filled[element % Math.max(1, filled.length)];
  return target === undefined ? [...segments] : segments.with(at, parts.with(target, GARBAGE).join('*'));
}

describe('a value that is put into a sample', () => {
  it.each(['ndjson', 'json'])('is in the output, or an issue names its segment: %s', async (output) => {
    await fc.assert(
      fc.asyncProperty(change, async ({ sample, segment, element, kind }) => {
        const { segments = [], name = '' } = SAMPLES[sample] ?? {};
        const places = segments.flatMap((text, i) => (STRUCTURE.test(text) ? [] : [i]));
        const at = places[segment % places.length] ?? 0;
        const input = changed(segments, at, element, kind);
        const { text, issues } = await convertText([sourceOf(name, `${input.join('~\n')}~\n`)], { output, descriptions: false, maxWarnings: -1 });
        if (text.includes(GARBAGE) || !input.join().includes(GARBAGE)) return;
        const number = (kind === 'add segment' ? at + 1 : at) + 1;
        const isNamed = issues.some(({ place, skipped }) => place?.segmentNumber === number && skipped !== undefined);
        expect({ name, isNamed, changed: input[number - 1] }).toEqual({ name, isNamed: true, changed: input[number - 1] });
      }),
      { numRuns: RUNS, seed: Number(process.env['CLEARLOOP_FUZZ_SEED'] ?? 20_260_101) },
    );
  });
});
