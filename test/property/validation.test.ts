import fc from 'fast-check';
import { EdiError } from '../../src/common/edi-error';
import type { Issue } from '../../src/common/issue';
import type { ConversionSummary, ValidationOptions } from '../../src/pipeline/conversion.types';
import { convertText, converter, type Json, linesOf, sourceOf } from '../support/conversion';
import { cutAt } from '../support/pieces';
import { cuts, positionsIn } from './edi-arbitraries';
import { everyInput } from './inputs';
import { mutate, mutations } from './mutations';
import { watchedInput } from './watched-input';
import { budget } from '../support/fuzz';

/** Larger inputs are tested by the corpus tests. */
const LARGEST = 60_000;

const inputs = everyInput().filter((input) => input.read().length <= LARGEST);
const choice = fc.nat({ max: inputs.length - 1 });
const bytesOf = (number: number): Buffer => inputs[number]?.read() ?? Buffer.alloc(0);

/** No segment begins with it. */
const PREFIX = '\u0001> ';

const withInput = watchedInput();

interface Outcome {
  readonly text: string;
  readonly issues: readonly Issue[];
  readonly summary: ConversionSummary;
}

/** What validation gives; undefined when nothing could be read. */
async function validate(pieces: readonly Buffer[], options: ValidationOptions): Promise<Outcome | undefined> {
  const issues: Issue[] = [];
  const run = converter().validate([sourceOf('fuzz.edi', ...pieces)], { ...options, levels: '1-7', onIssue: (issue) => issues.push(issue) });
  let text = '';
  try {
    for await (const chunk of run) text += chunk.toString('utf8');
  } catch (error) {
    if (error instanceof EdiError) return undefined;
    throw error;
  }
  return { text, issues, summary: run.summary };
}

const withoutIssues = ({ validationIssues: _issues, ...record }: Json): Json => record;

const isRecord = ({ objectType }: Json): boolean => objectType !== 'VALIDATION' && objectType !== 'ERROR';

describe('damaged EDI', () => {
  it('is validated to issues, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(choice, mutations, cuts, async (number, changes, places) => {
        const bytes = mutate(bytesOf(number), changes);
        await withInput(bytes, async () => {
          const whole = await validate([bytes], { output: 'ndjson' });
          const cut = await validate(cutAt(bytes, positionsIn(bytes, places)), { output: 'ndjson' });
          expect(cut?.text).toBe(whole?.text);
          for (const { objectType, message } of linesOf(whole?.text ?? '')) {
            expect(['VALIDATION', 'ERROR']).toContain(objectType);
            expect(message).not.toBe('');
          }
        });
      }),
      budget(13),
    );
  });

  it('gives the same records with validation and without', async () => {
    await fc.assert(
      fc.asyncProperty(choice, mutations, async (number, changes) => {
        const bytes = mutate(bytesOf(number), changes);
        await withInput(bytes, async () => {
          const [plain, validated] = await Promise.all(
            [false, true].map((isValidated) =>
              convertText([sourceOf('fuzz.edi', bytes)], { validate: isValidated, maxWarnings: -1 }).then(
                ({ text }) => linesOf(text).filter(isRecord).map(withoutIssues),
                (error: unknown) => {
                  if (error instanceof EdiError) return [];
                  throw error;
                },
              ),
            ),
          );
          expect(validated).toEqual(plain);
        });
      }),
      budget(13),
    );
  });

  it('is shown segment by segment with every issue in annotated text', async () => {
    await fc.assert(
      fc.asyncProperty(choice, mutations, async (number, changes) => {
        const bytes = mutate(bytesOf(number), changes);
        await withInput(bytes, async () => {
          const options = { output: 'annotated-text', outputParameters: { issueStringPrefix: PREFIX } };
          const outcome = await validate([bytes], options);
          if (outcome === undefined) return;
          const lines = outcome.text.split('\n').slice(0, -1);
          const shown = lines.filter((line) => line.startsWith(PREFIX)).length;
          expect(lines.length - shown).toBe(outcome.summary.segments);
          expect(shown).toBeGreaterThanOrEqual(outcome.issues.length);
        });
      }),
      budget(20),
    );
  });
});
