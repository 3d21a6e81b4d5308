import { gzipSync } from 'node:zlib';
import type { EdiSource } from '../../../src/io/edi-source';
import type { ConversionOptions } from '../../../src/pipeline/conversion.types';
import type { Engine } from '../../../src/pipeline/engine';
import { converter } from '../../support/conversion';
import { partsEngine, shownBy, storedSource } from '../../support/parts';
import { claim, remittance } from '../../support/remittance';
import { everyNth } from '../../support/fuzz';

const claims = (count: number): string => remittance({ claims: Array.from({ length: count }, (_, i) => claim(i + 1)) });

/** Small ones with a large one, a damaged one and two that are not EDI among them. */
const CONTENTS: readonly (string | Buffer)[] = [
  claims(1),
  claims(2).replace('CLP*', 'CLP**'),
  'no EDI',
  claims(60),
  '',
  claims(3),
  gzipSync(claims(4)),
  claims(1).slice(0, 140),
  claims(1).replace(/SE\*.*/s, ''),
];

const stored = (): readonly ReturnType<typeof storedSource>[] => CONTENTS.map((content, i) => storedSource(`small-${i}.edi`, content));

const LARGE = 3;

const OUTPUTS: readonly ConversionOptions[] = [
  { output: 'json', warningsInResponse: true },
  { output: 'ndjson', validate: true },
  { output: 'csv' },
  { output: 'csv', outputParameters: { schemaName: 'none-of-these' } },
  { output: 'parquet' },
  { output: 'json', convertToSegments: true },
];

/** What each conversion shows: outputs, issues, counts, and the error that it throws with its cause. */
async function shownByEach(engine: Engine, sources: readonly EdiSource[], options: ConversionOptions): Promise<unknown> {
  const shown: object[] = [];
  let issues: unknown[] = [];
  const onIssue = (issue: object, fileName: string): void => void issues.push(issue, fileName);
  try {
    for await (const { source, conversion } of engine.convertEach(sources, { ...options, onIssue })) {
      issues = [];
      const files: Record<string, string> = {};
      let failure: unknown;
      try {
        for await (const { file, bytes } of conversion) files[file] = (files[file] ?? '') + bytes.toString('latin1');
      } catch (error) {
        failure = error;
      }
      const isCausedByIssue = failure instanceof Error && issues.includes(failure.cause);
      shown.push({ name: source.name, files, issues, summary: { ...conversion.summary }, failure: String(failure), isCausedByIssue });
    }
  } catch (error) {
    shown.push({ refused: String(error) });
  }
  return shown;
}

describe('small files', () => {
  const { engine, parts } = partsEngine(5_000);
  beforeEach(() => void (parts.tasks.length = 0));

  it.each(everyNth(2, OUTPUTS))('are converted by threads into the outputs of one thread, each its own: %j', async (options) => {
    const files = stored();
    const sources = files.map(({ source }) => source);
    const shown = await shownByEach(engine, sources, { ...options, workers: 2 });
    const isRead = files.map(({ state }) => state.isRead);
    expect(shown).toEqual(await shownByEach(converter(), sources, options));
    if (options.outputParameters !== undefined) return;
    const isJoined = options.output !== 'parquet';
    expect(isRead).toEqual(CONTENTS.map((_, i) => i === LARGE && !isJoined));
    // Those before the large one, and those after it.
    expect(parts.tasks.filter(({ part }) => part === undefined).map((task) => task.sources.length)).toEqual([LARGE, CONTENTS.length - LARGE - 1]);
  });

  it.each(OUTPUTS.filter(({ output }) => output !== 'parquet'))('are tasks together where they have one output: %j', async (options) => {
    const files = stored();
    const sources = files.map(({ source }) => source);
    const shown = await shownBy(engine, sources, { ...options, workers: 2 }).catch(String);
    const isRead = files.map(({ state }) => state.isRead);
    expect(shown).toEqual(await shownBy(converter(), sources, options).catch(String));
    if (options.outputParameters !== undefined) return;
    if (options.output !== 'csv') expect(isRead).toEqual(CONTENTS.map(() => false));
    expect(parts.tasks.filter(({ part }) => part === undefined).map((task) => task.sources.length)).toEqual([LARGE, CONTENTS.length - LARGE - 1]);
  });

  it('are few for a task, so that threads share them', async () => {
    const { source } = storedSource('one.edi', claims(1));
    await shownByEach(engine, new Array<EdiSource>(210).fill(source), { output: 'ndjson', workers: 2 });
    expect(parts.tasks.map((task) => task.sources.length)).toEqual([200, 10]);
  });

  it('begin and end in the order of the input, with the counts of those before', async () => {
    const events: string[] = [];
    const sources = stored().map(({ source }, i) => {
      const note = (what: string) => (): void => void events.push(`${what} ${i} ${conversion.summary.records}`);
      return { ...source, onStart: note('start'), onEnd: note('end') };
    });
    const run = async (workers: number): Promise<readonly string[]> => {
      events.length = 0;
      conversion = engine.convert(sources, { output: 'ndjson', workers });
      for await (const _chunk of conversion);
      return [...events];
    };
    let conversion = engine.convert([]);
    const alone = await run(0);
    expect(alone.filter((event) => event.startsWith('start'))).toHaveLength(CONTENTS.length);
    expect(await run(2)).toEqual(alone);
  });

  it('that a thread cannot convert are converted in this thread', async () => {
    const sources = stored().map(({ source }) => source);
    const { engine: failing } = partsEngine(5_000);
    const { workers } = failing.context;
    Object.defineProperty(failing.context, 'workers', {
      value: {
        ...workers,
        partBytes: 5_000,
        run: (_count: number, task: { readonly sources: readonly unknown[] }) => Promise.resolve(task.sources.map(() => ({ result: undefined }))),
      },
    });
    const options = { output: 'json' };
    expect(await shownByEach(failing, sources, { ...options, workers: 2 })).toEqual(await shownByEach(converter(), sources, options));
    expect(await shownBy(failing, sources, { ...options, workers: 2 })).toEqual(await shownBy(converter(), sources, options));
  });
});
