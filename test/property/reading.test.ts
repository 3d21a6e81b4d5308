import fc from 'fast-check';
import { cutAt } from '../support/pieces';
import { readPieces, type Reading } from '../support/read-segments';
import { cuts, file, positionsIn } from './edi-arbitraries';
import { inputs835 } from './inputs';
import { mutate, mutations } from './mutations';
import { budget } from '../support/fuzz';

/** Adds the input to what a check throws, so that a failure can be read. */
function shown<T>(bytes: Buffer, check: () => T): T {
  try {
    return check();
  } catch (cause) {
    throw new Error(`Input: ${JSON.stringify(bytes.toString('latin1'))}`, { cause });
  }
}

/** Demands that pieces of an input give what the whole gives. */
function expectSame(bytes: Buffer, fractions: readonly number[]): Reading {
  const whole = readPieces([bytes]);
  shown(bytes, () => expect(readPieces(cutAt(bytes, positionsIn(bytes, fractions)))).toEqual(whole));
  return whole;
}

describe('reading', () => {
  it('gives every segment and place of a generated file, for any delimiters and any cuts', () => {
    fc.assert(
      fc.property(file, cuts, ({ bytes, segments, issues }, fractions) => {
        const { issues: found, ...reading } = expectSame(bytes, fractions);
        shown(bytes, () => {
          expect(reading).toEqual({ segments });
          expect(found).toEqual(issues);
        });
      }),
      budget(75),
    );
  });

  it('gives the same segments, issues and places for any cuts of a damaged file', () => {
    fc.assert(
      fc.property(file, mutations, cuts, ({ bytes }, changes, fractions) => {
        expectSame(mutate(bytes, changes), fractions);
      }),
      budget(75),
    );
  });

  it('gives the same for any cuts of every 835 input', () => {
    const inputs = inputs835();
    fc.assert(
      fc.property(cuts, (fractions) => {
        for (const { read } of inputs) expectSame(read(), fractions);
      }),
      budget(3),
    );
  });

  it('gives the same for any cuts of every 835 input, damaged', () => {
    const inputs = inputs835();
    fc.assert(
      fc.property(fc.nat(), mutations, cuts, (choice, changes, fractions) => {
        const input = inputs[choice % inputs.length];
        if (input) expectSame(mutate(input.read(), changes), fractions);
      }),
      budget(75),
    );
  });
});
