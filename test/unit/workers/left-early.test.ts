import type { EdiSource } from '../../../src/io/edi-source';
import { partsEngine, storedSource } from '../../support/parts';
import { claim, remittance } from '../../support/remittance';

const LARGE = remittance({ claims: Array.from({ length: 2_000 }, (_, i) => claim(i + 1)) });

/** Sources that come one by one, as those of an archive; `isClosed` when the loop over them has ended. */
function oneByOne(sources: readonly EdiSource[]): { readonly sources: AsyncGenerator<EdiSource, void, undefined>; readonly state: { isClosed: boolean } } {
  const state = { isClosed: false };
  const generator = async function* (): AsyncGenerator<EdiSource, void, undefined> {
    try {
      yield* sources;
    } finally {
      state.isClosed = true;
    }
  };
  return { sources: generator(), state };
}

/** A source without a path, which the calling thread reads. */
const inMemory = (name: string): EdiSource => ({
  name,
  open: async function* () {
    yield Buffer.from(LARGE);
  },
});

describe('a conversion in threads whose loop is left early', () => {
  const { engine } = partsEngine(50_000);

  it.each([
    ['stored files', () => ['first.edi', 'second.edi'].map((name) => storedSource(name, LARGE).source)],
    ['streams', () => ['first.edi', 'second.edi'].map(inMemory)],
  ])('ends, and closes sources that come one by one: %s', async (_what, sourcesOf) => {
    const { sources, state } = oneByOne(sourcesOf());
    for await (const _chunk of engine.convert(sources, { output: 'ndjson', workers: 2 })) break;
    expect(state.isClosed).toBe(true);
  });

  it('ends with the error of its reader', async () => {
    const { sources, state } = oneByOne([inMemory('first.edi')]);
    const read = async (): Promise<void> => {
      for await (const _chunk of engine.convert(sources, { output: 'ndjson', workers: 2 })) throw new Error('The disk is full.');
    };
    await expect(read()).rejects.toThrow('The disk is full.');
    expect(state.isClosed).toBe(true);
  });

  it('ends where each source has an output of its own', async () => {
    const sources = ['first.edi', 'second.edi', 'third.edi'].map((name) => storedSource(name, remittance()).source);
    const taken: string[] = [];
    for await (const { source } of engine.convertEach(sources, { output: 'ndjson', workers: 2 })) {
      taken.push(source.name);
      break;
    }
    expect(taken).toEqual(['first.edi']);
  });
});
