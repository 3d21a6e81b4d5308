import { map, mergeMap, pipe } from 'rxjs';
import { EdiError } from '../../../src/common/edi-error';
import type { EdiSource } from '../../../src/io/edi-source';
import type { InputReading } from '../../../src/pipeline/formats/input-reading';
import type { ConversionOptions } from '../../../src/pipeline/conversion.types';
import { readItems } from '../../../src/pipeline/operators';
import { type FileStages, type OpenFile, readSources, type Sink } from '../../../src/pipeline/read-sources';
import { beginRun, type Run, type RunHooks } from '../../../src/pipeline/run';
import type { StreamItem } from '../../../src/pipeline/stream-item';
import { converter, sourceOf } from '../../support/conversion';
import { claim, remittance } from '../../support/remittance';

const END: StreamItem = { kind: 'transaction end', se: undefined };

/** A reading that counts each piece as a segment and completes a transaction with it. Throws for the piece `bad`. */
function readingOfPieces(): InputReading {
  const counts = { segments: 0, transactions: 0 };
  const write = (piece: Buffer): StreamItem[] => {
    counts.segments++;
    if (piece.toString() === 'bad') throw new EdiError('EDI_NOT_EDI', 'bad');
    counts.transactions++;
    return [END];
  };
  return { counts, heldBytes: 0, write, end: () => [], takeItems: () => [] };
}

/** A sink whose results say what was called. `fails` throws a failure again. */
function sinkOf({ fails = false } = {}): Sink<OpenFile, string> {
  return {
    open: ({ name }: EdiSource) => {
      if (name === 'unopened') throw new EdiError('EDI_UNSUPPORTED_OUTPUT', 'unopened');
      return { fileName: name, reading: readingOfPieces(), validation: undefined };
    },
    take: (items, { fileName }) => items.map(({ kind }) => `${fileName}: ${kind}`),
    end: ({ fileName }) => [`${fileName}: end`],
    fail: (error, fileName, file) => {
      if (fails) throw error;
      return [`${fileName}: ${file ? 'failed' : 'not opened'}`];
    },
  };
}

const runOf = (hooks: RunHooks = {}): Run => beginRun(converter().context, {}, hooks);

const resultsOfAll = (sources: readonly EdiSource[], run: Run, sink = sinkOf()): AsyncGenerator<string> =>
  readSources(sink, run, (file) =>
    pipe(
      readItems(file.reading),
      map((items) => sink.take(items, file)),
    ),
  )(sources);

async function resultsOf(sources: readonly EdiSource[], run: Run, sink = sinkOf(), results: string[] = []): Promise<string[]> {
  for await (const result of resultsOfAll(sources, run, sink)) results.push(result);
  return results;
}

describe('readSources', () => {
  it('yields the results of each file in the order of the input, and counts what was read', async () => {
    const run = runOf();
    const results = await resultsOf([sourceOf('a', '1', '2'), sourceOf('b', '3')], run);
    expect(results).toEqual(['a: transaction end', 'a: transaction end', 'a: end', 'b: transaction end', 'b: end']);
    expect(run.counts).toMatchObject({ files: 2, bytes: 3, segments: 3, transactions: 3 });
  });

  it('counts while it reads, files before the open one included', async () => {
    const run = runOf();
    const counted: object[] = [];
    for await (const result of resultsOfAll([sourceOf('a', '1', '2'), sourceOf('b', '3', 'bad')], run)) {
      const { bytes, segments, transactions } = run.counts;
      counted.push([result, bytes, segments, transactions]);
    }
    expect(counted).toEqual([
      ['a: transaction end', 1, 1, 1],
      ['a: transaction end', 2, 2, 2],
      ['a: end', 2, 2, 2],
      ['b: transaction end', 3, 3, 3],
      ['b: failed', 6, 4, 3],
    ]);
  });

  it.each([
    ['records', {}],
    ['rows', { output: 'csv' }],
    ['trees', { convertToSegments: true }],
    ['validated records', { validate: true }],
  ])('counts segments and transactions together with %s', async (_name, options: ConversionOptions) => {
    const text = remittance({ claims: Array.from({ length: 3_000 }, (_, i) => claim(i + 1)) });
    const conversion = converter().convert([sourceOf('long.835', text)], { output: 'ndjson', ...options });
    const counted: [number, number][] = [];
    for await (const _chunk of conversion) counted.push([conversion.summary.segments, conversion.summary.transactions]);
    // How much is read before the first chunk depends on the machine.
    const [[segments, transactions] = [0, 0]] = counted;
    expect(transactions).toBe(1);
    expect(segments).toBeGreaterThan(0);
    expect(counted.length).toBeGreaterThan(1);
  });

  it('starts the results of a batch when those of the last one were taken, and pulls the next piece after the last batch', async () => {
    const steps: string[] = [];
    const source: EdiSource = {
      name: 'a',
      open: async function* () {
        for (const piece of ['1', '2']) {
          steps.push(`piece ${piece}`);
          yield Buffer.from(piece);
        }
      },
    };
    const stages: FileStages<OpenFile, string> = () =>
      mergeMap((piece) =>
        ['x', 'y'].map(function* (batch) {
          steps.push(`start ${piece.toString()}${batch}`);
          yield `${piece.toString()}${batch}`;
        }),
      );
    for await (const result of readSources(sinkOf(), runOf(), stages)([source])) steps.push(`take ${result}`);
    const batch = (name: string): string[] => [`start ${name}`, `take ${name}`];
    expect(steps).toEqual(['piece 1', ...batch('1x'), ...batch('1y'), 'piece 2', ...batch('2x'), ...batch('2y'), 'take a: end']);
  });

  it('passes a failure to the sink and goes on with the next file', async () => {
    const run = runOf();
    const results = await resultsOf([sourceOf('a', '1', 'bad', '2'), sourceOf('unopened', '1'), sourceOf('b', '3')], run);
    expect(results).toEqual(['a: transaction end', 'a: failed', 'unopened: not opened', 'b: transaction end', 'b: end']);
    expect(run.counts).toMatchObject({ files: 3, segments: 3, transactions: 2 });
  });

  it('ends when the sink throws the failure', async () => {
    const run = runOf();
    await expect(resultsOf([sourceOf('a', 'bad'), sourceOf('b', '1')], run, sinkOf({ fails: true }))).rejects.toMatchObject({ code: 'EDI_NOT_EDI' });
    expect(run.counts.files).toBe(1);
  });

  it('throws the reason of an aborted signal instead of a failure, and opens no further file', async () => {
    const stop = new AbortController();
    const run = runOf({ signal: stop.signal });
    const stopping: EdiSource = {
      name: 'a',
      open: async function* () {
        yield Buffer.from('1');
        stop.abort(new Error('stopped'));
        yield Buffer.from('2');
      },
    };
    const results: string[] = [];
    await expect(resultsOf([stopping, sourceOf('b', '3')], run, sinkOf(), results)).rejects.toThrow('stopped');
    expect(results.filter((result) => result !== 'a: transaction end')).toEqual([]);
    expect(run.counts.files).toBe(1);
  });

  it('closes the source of a reader that leaves', async () => {
    let isClosed = false;
    const source: EdiSource = {
      name: 'a',
      open: async function* () {
        try {
          for (;;) yield Buffer.from('1');
        } finally {
          isClosed = true;
        }
      },
    };
    for await (const _result of resultsOfAll([source], runOf())) break;
    expect(isClosed).toBe(true);
  });
});
