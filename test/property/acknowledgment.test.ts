import fc from 'fast-check';
import { EdiError } from '../../src/common/edi-error';
import { type Acknowledged, acknowledge, elementsOf } from '../support/acknowledge';
import { findIssues } from '../support/generate';
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

const withInput = watchedInput();

/** The acknowledgment of pieces; undefined when nothing could be read. */
async function acknowledged(pieces: readonly Buffer[]): Promise<Acknowledged | undefined> {
  try {
    return await acknowledge(pieces, { levels: '1-7' });
  } catch (error) {
    if (error instanceof EdiError) return undefined;
    throw error;
  }
}

describe('the acknowledgment of damaged EDI', () => {
  it('is valid at all levels', async () => {
    await fc.assert(
      fc.asyncProperty(choice, choice, mutations, async (number, next, changes) => {
        const bytes = mutate(Buffer.concat([bytesOf(number), bytesOf(next)]), changes);
        await withInput(bytes, async () => {
          const answer = await acknowledged([bytes]);
          if (answer !== undefined && answer.edi !== '') expect(await findIssues(Buffer.from(answer.edi))).toBe('');
        });
      }),
      budget(10),
    );
  });

  it('does not depend on how the input is cut', async () => {
    await fc.assert(
      fc.asyncProperty(choice, mutations, cuts, async (number, changes, places) => {
        const bytes = mutate(bytesOf(number), changes);
        await withInput(bytes, async () => {
          const whole = await acknowledged([bytes]);
          const cut = await acknowledged(cutAt(bytes, positionsIn(bytes, places)));
          expect(cut?.edi).toBe(whole?.edi);
        });
      }),
      budget(13),
    );
  });

  it('says so where nothing was found, and only there', async () => {
    await fc.assert(
      fc.asyncProperty(choice, mutations, async (number, changes) => {
        const bytes = mutate(bytesOf(number), changes);
        await withInput(bytes, async () => {
          const answer = await acknowledged([bytes]);
          if (answer === undefined || elementsOf(answer, 'AK9').length === 0) return;
          const isClean = [...elementsOf(answer, 'AK9'), ...elementsOf(answer, 'TA1').map((ta1) => ta1.slice(3))].every(([status]) => status === 'A');
          const found = answer.issues.filter(({ place }) => place !== undefined);
          if (found.length === 0) expect(isClean).toBe(true);
          for (const ik5 of elementsOf(answer, 'IK5')) expect(ik5.length === 1).toBe(ik5[0] === 'A');
        });
      }),
      budget(13),
    );
  });
});
