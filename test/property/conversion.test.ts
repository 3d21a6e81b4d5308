import fc from 'fast-check';
import { EdiError } from '../../src/common/edi-error';
import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import { convertText, converter, type Json, linesOf, readRecords, sourceOf } from '../support/conversion';
import { cutAt } from '../support/pieces';
import { cuts, positionsIn } from './edi-arbitraries';
import { inputs835 } from './inputs';
import { mutate, mutations } from './mutations';
import { watchedInput } from './watched-input';
import { budget, everyNth } from '../support/fuzz';

const inputs = inputs835();
const choice = fc.nat({ max: inputs.length - 1 });
const bytesOf = (number: number): Buffer => inputs[number]?.read() ?? Buffer.alloc(0);

const settings: fc.Arbitrary<ConversionOptions> = fc.record({
  transactionTopLevel: fc.boolean(),
  convertControlSegments: fc.boolean(),
  warningsInResponse: fc.boolean(),
  chunkSize: fc.constantFrom(1, 2, 50),
  maxWarnings: fc.constantFrom(-1, 0, 3, 3000),
  splitTransactions: fc.boolean(),
});

const withInput = watchedInput();

/** What converting gives: the objects of the output, or the error before the first byte. */
type Outcome = { readonly objects: readonly Json[]; readonly issues: number } | { readonly error: EdiError };

async function convert(pieces: readonly Buffer[], options: ConversionOptions): Promise<Outcome> {
  try {
    const { text, issues } = await convertText([sourceOf('fuzz.edi', ...pieces)], options);
    return { objects: linesOf(text), issues: issues.length };
  } catch (error) {
    if (error instanceof EdiError) return { error };
    throw error;
  }
}

describe('conversion', () => {
  it('writes as NDJSON what it gives as objects, for every 835 input', async () => {
    for (const options of [{}, { transactionTopLevel: true, convertControlSegments: true, warningsInResponse: true }]) {
      for (const { name, read } of everyNth(3, inputs)) {
        const objects = await readRecords([sourceOf('fuzz.edi', read())], options);
        const outcome = await convert([read()], options);
        if ('objects' in outcome) expect({ name, objects: outcome.objects }).toEqual({ name, objects });
        else expect({ name, objects }).toEqual({ name, objects: expect.arrayContaining([expect.objectContaining({ objectType: 'ERROR' })]) });
      }
    }
  });

  it('writes as NDJSON what it gives as objects, in the same order of keys, for damaged inputs; or throws the error that they show', async () => {
    await fc.assert(
      fc.asyncProperty(choice, mutations, settings, (number, changes, options) => {
        const bytes = mutate(bytesOf(number), changes);
        return withInput(bytes, async () => {
          const objects = await readRecords([sourceOf('fuzz.edi', bytes)], options);
          const outcome = await convert([bytes], options);
          if ('error' in outcome) expect(objects.map(({ objectType }) => objectType)).toContain('ERROR');
          else expect(outcome.objects.map((object) => JSON.stringify(object))).toEqual(objects.map((object) => JSON.stringify(object)));
        });
      }),
      budget(20),
    );
  });

  it('always gives output, an issue or an EdiError, whatever the damage', async () => {
    await fc.assert(
      fc.asyncProperty(choice, mutations, (number, changes) => {
        const bytes = mutate(bytesOf(number), changes);
        return withInput(bytes, async () => {
          const outcome = await convert([bytes], { maxWarnings: -1 });
          if (!('error' in outcome)) expect(outcome.objects.length + outcome.issues).toBeGreaterThan(0);
        });
      }),
      budget(20),
    );
  });

  it('gives the same output for any cuts of damaged input', async () => {
    await fc.assert(
      fc.asyncProperty(choice, mutations, cuts, settings, (number, changes, fractions, options) => {
        const bytes = mutate(bytesOf(number), changes);
        return withInput(bytes, async () => {
          const whole = await convert([bytes], options);
          expect(await convert(cutAt(bytes, positionsIn(bytes, fractions)), options)).toEqual(whole);
        });
      }),
      budget(20),
    );
  });

  it('writes JSON that parses, with failures in it too', async () => {
    await fc.assert(
      fc.asyncProperty(choice, mutations, settings, (number, changes, options) => {
        const bytes = mutate(bytesOf(number), changes);
        return withInput(bytes, async () => {
          const sources = [sourceOf('good.edi', bytesOf(0)), sourceOf('fuzz.edi', bytes), sourceOf('bad.edi', 'no EDI')];
          const chunks: Buffer[] = [];
          for await (const chunk of converter().convert(sources, { ...options, output: 'json' })) chunks.push(chunk);
          const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString());
          expect(parsed).toContainEqual({ objectType: 'ERROR', code: 'EDI_NOT_EDI', message: expect.any(String), fileName: 'bad.edi' });
        });
      }),
      budget(20),
    );
  });
});
