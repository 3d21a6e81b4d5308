import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type BatchRequest, ConverterDied, type FileConverter, type PartConverter, type PartReference } from '../../../src/batch/batch.types';
import type { Batch } from '../../../src/batch/ledger/batch-table';
import { EdiError } from '../../../src/common/edi-error';
import { Storages } from '../../../src/storage/storages';
import { queryDuckDb } from '../../support/duckdb';
import { codeDatabases, itOn } from '../../support/code-databases';
import { coverageFile, member } from '../../support/coverages';
import { everyNth } from '../../support/fuzz';
import { claim, remittance } from '../../support/remittance';
import { until } from '../../support/until';
import { openWorkshop, sharedConverter, type Workshop } from './batch-subjects';

const PART_BYTES = 2_000;

const claims = (count: number): string => remittance({ claims: Array.from({ length: count }, (_, i) => claim(i + 1)) });

const members = (count: number): string => coverageFile(Array.from({ length: count }, (_, i) => member(String.fromCharCode(65 + (i % 26)))).flat());

/** A converter whose parts are watched. */
function watchedParts(before: (reference: PartReference, attempt: number) => void | Promise<void> = () => undefined) {
  const converter = sharedConverter;
  const calls = { divide: 0, join: 0, whole: 0, parts: [] as number[] };
  const parts: PartConverter = {
    divide: (...given) => {
      calls.divide++;
      return converter.parts.divide(...given);
    },
    convert: async (reference, ...given) => {
      const offset = reference.part.from.byteOffset;
      calls.parts.push(offset);
      await before(reference, calls.parts.filter((one) => one === offset).length);
      return converter.parts.convert(reference, ...given);
    },
    join: (...given) => {
      calls.join++;
      return converter.parts.join(...given);
    },
  };
  const watching = {
    ...converter,
    parts,
    convertFile: (...given: Parameters<FileConverter['convertFile']>) => {
      calls.whole++;
      return converter.convertFile(...given);
    },
  } satisfies FileConverter;
  return { converter: watching, calls };
}

describe.each(codeDatabases())('large files of a batch with a ledger on $name', (database) => {
  const it = itOn(database);
  let shop: Workshop;
  beforeEach(async () => {
    shop = await openWorkshop(database);
  });
  afterEach(() => shop.close());

  const optionsOf = (output: string, more: object = {}): BatchRequest['options'] => ({
    conversion: { output, descriptions: false, ...more },
    extension: output,
  });

  /** The outputs of the same files that were converted whole. */
  async function outputsOfWhole(options: BatchRequest['options']): Promise<unknown> {
    await expect(shop.run(await shop.create({ options, partBytes: 0, again: true }))).resolves.toBe('done');
    return shop.outputs();
  }

  const partStates = async ({ id }: Batch): Promise<readonly string[]> => {
    const [whole] = await shop.ledger.files.page(id);
    return (await shop.ledger.parts.of(whole?.id ?? 0)).map(({ state }) => state);
  };

  /** No output is visible but those of files, and nothing hidden is left. */
  const namesOfAll = (): readonly string[] => readdirSync(shop.path('out')).sort();

  const forms: readonly (readonly [output: string, more: object])[] = [
    ['ndjson', {}],
    ['json', { warningsInResponse: true }],
    ['csv', {}],
    ['json', { convertToSegments: true }],
  ];

  it.each(everyNth(2, forms))('are converted in parts to the bytes of the whole: %s %j', async (output, more) => {
    shop.write({ 'in/a.835': claims(60), 'in/b.834': members(120), 'in/c.835': claims(1), 'in/d.835': claims(60).replace('CLP*', 'CLP**') });
    const options = optionsOf(output, more);
    const { converter, calls } = watchedParts();
    const batch = await shop.create({ options, partBytes: PART_BYTES });
    await expect(shop.run(batch, { converter })).resolves.toBe('done');
    const inParts = shop.outputs();
    const isTree = 'convertToSegments' in more;
    expect(calls.divide).toBe(3);
    if (!isTree) expect({ join: calls.join, isManyParts: calls.parts.length > 8 }).toEqual({ join: 3, isManyParts: true });
    expect(namesOfAll()).toEqual(Object.keys(inParts).sort());
    const whole = await shop.ledger.files.page(batch.id);
    expect(whole.map(({ name }) => name)).toEqual(['a.835', 'b.834', 'c.835', 'd.835']);
    await expect(shop.ledger.figures.stateCounts(batch.id)).resolves.toMatchObject({ done: 4, divided: 0, waiting: 0 });
    const countsInParts = whole.map(({ counts, errorCode }) => [JSON.parse(counts ?? ''), errorCode]);
    expect(inParts).toEqual(await outputsOfWhole(options));
    const [last] = (await shop.ledger.batches.list(1)) as readonly [Batch];
    expect((await shop.ledger.files.page(last.id)).map(({ counts, errorCode }) => [JSON.parse(counts ?? ''), errorCode])).toEqual(countsInParts);
  });

  it('are Parquet files for each part, which together have the rows of the whole', async () => {
    shop.write({ 'in/a.835': claims(60) });
    const options = optionsOf('parquet');
    const rowsOf = (pattern: string) => queryDuckDb(`SELECT * FROM read_parquet('${shop.path('out')}/${pattern}') ORDER BY ALL`);
    const { converter, calls } = watchedParts();
    const batch = await shop.create({ options, partBytes: PART_BYTES });
    await expect(shop.run(batch, { converter })).resolves.toBe('done');
    expect(calls).toMatchObject({ divide: 1, join: 1, whole: 0 });
    const names = namesOfAll().filter((name) => name.endsWith('-part-0001.parquet'));
    expect(names).toContain('a.835-Lines-part-0001.parquet');
    expect(namesOfAll()).toHaveLength(calls.parts.length * names.length);
    const inParts = await Promise.all(names.map((name) => rowsOf(name.replace('0001', '*'))));
    const [file] = await shop.ledger.files.page(batch.id);
    rmSync(shop.path('out'), { recursive: true });
    const again = await shop.create({ options, partBytes: 0, again: true });
    await shop.run(again);
    expect(inParts).toEqual(await Promise.all(names.map((name) => rowsOf(name.replace('-part-0001', '')))));
    const [whole] = await shop.ledger.files.page(again.id);
    expect(file?.counts).toBe(whole?.counts);
  });

  it('are converted whole where an output joins no parts, where they are packed, and where parts do not fit together', async () => {
    shop.write({ 'in/a.835': claims(60) });
    const { converter, calls } = watchedParts();
    await shop.run(await shop.create({ options: optionsOf('xlsx'), partBytes: PART_BYTES }), { converter });
    expect(calls).toMatchObject({ divide: 1, parts: [], whole: 1 });
    // A second ST with the number of the first, far from it.
    shop.write({ 'in/a.835': claims(60).replace('GE*1*', `${/ST\*.*?SE\*.*?~/s.exec(claims(60))?.[0] ?? ''}GE*2*`) });
    const options = optionsOf('json', { validate: true });
    await shop.run(await shop.create({ options, partBytes: PART_BYTES }), { converter });
    expect(calls).toMatchObject({ parts: [], whole: 2 });
    const inParts = shop.outputs();
    expect(inParts).toEqual(await outputsOfWhole(options));
    shop.write({
      'in/a.835': claims(60)
        .replace(/CLP\*1\*/, 'CLP*1*1*1*1*\n\n~')
        .replace(/SE\*\d+/, 'SE*9'),
    });
    const limited = optionsOf('ndjson', { maxWarnings: 0 });
    await shop.run(await shop.create({ options: limited, partBytes: PART_BYTES }), { converter });
    const joined = shop.outputs()['a.835.ndjson'];
    expect(await outputsOfWhole(limited)).toMatchObject({ 'a.835.ndjson': joined });
    expect(namesOfAll().filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('are tried again part by part, and continue where they were interrupted', async () => {
    shop.write({ 'in/a.835': claims(60) });
    const stop = new AbortController();
    const first = watchedParts(({ part }, attempt) => {
      if (part.from.byteOffset > 0 && attempt === 1) throw new EdiError('EDI_SOURCE_UNREADABLE', 'for the test');
      if (part.to === undefined) stop.abort(new Error('interrupted'));
    });
    const options = optionsOf('ndjson');
    const batch = await shop.create({ options, partBytes: PART_BYTES });
    await expect(shop.run(batch, { converter: first.converter, signal: stop.signal })).resolves.toBe('running');
    expect(first.calls).toMatchObject({ divide: 1, join: 0, whole: 0 });
    expect(namesOfAll().filter((name) => !name.startsWith('.'))).toEqual([]);
    // What an attempt has left whose worker was killed before it could note it.
    const [whole] = await shop.ledger.files.page(batch.id);
    const tried = (await shop.ledger.parts.of(whole?.id ?? 0)).find(({ state, attempts }) => state === 'done' && attempts === 2);
    writeFileSync(shop.path(`out/.a.835.part-${batch.id}-${tried?.id ?? ''}-1.ndjson`), 'left');
    const second = watchedParts();
    await expect(shop.run(batch, { converter: second.converter })).resolves.toBe('done');
    expect(second.calls).toMatchObject({ divide: 0, join: 1, whole: 0 });
    const all = [...new Set([...first.calls.parts, ...second.calls.parts])];
    expect(second.calls.parts.length).toBeLessThan(all.length);
    expect(namesOfAll()).toEqual(['a.835.ndjson']);
    const joined = shop.outputs();
    expect(joined).toEqual(await outputsOfWhole(options));
  });

  it('are quarantined with a part that ends what converts it three times, and a retry converts that part alone', async () => {
    shop.write({ 'in/a.835': claims(60), 'in/b.835': claims(2) });
    const deadly = watchedParts(({ part }) => {
      if (part.to === undefined) throw new ConverterDied();
    });
    const batch = await shop.create({ options: optionsOf('ndjson'), partBytes: PART_BYTES });
    await expect(shop.run(batch, { converter: deadly.converter })).resolves.toBe('failed');
    await expect(shop.states(batch)).resolves.toEqual({ 'a.835': 'quarantined', 'b.835': 'done' });
    expect((await shop.ledger.files.page(batch.id))[0]).toMatchObject({ errorCode: 'EDI_WORKER_DIED' });
    const again = watchedParts();
    await expect(shop.ledger.retry(batch.id)).resolves.toBe(1);
    await expect(shop.run(batch, { converter: again.converter })).resolves.toBe('done');
    expect(again.calls).toMatchObject({ divide: 0, join: 1, whole: 0 });
    expect(new Set(again.calls.parts).size).toBeLessThan(new Set(deadly.calls.parts).size);
    const joined = shop.outputs();
    expect(joined).toEqual(await outputsOfWhole(optionsOf('ndjson')));
  });

  it('publish once where a worker that was believed dead comes back with a part', async () => {
    shop.write({ 'in/a.835': claims(60) });
    let isTaken = false;
    const slow = watchedParts(async ({ part }) => {
      if (part.from.byteOffset > 0 || isTaken) return;
      isTaken = true;
      // Another worker gets the part meanwhile.
      const [whole] = await shop.ledger.files.page(batch.id);
      const [first] = await shop.ledger.parts.of(whole?.id ?? 0);
      if (first === undefined) throw new Error('no part');
      await shop.ledger.files.giveBack(first, {});
    });
    const batch = await shop.create({ options: optionsOf('ndjson'), partBytes: PART_BYTES });
    await expect(shop.run(batch, { converter: slow.converter })).resolves.toBe('done');
    expect(slow.calls.parts.filter((offset) => offset === 0)).toHaveLength(2);
    expect(slow.calls.join).toBe(1);
    expect(namesOfAll()).toEqual(['a.835.ndjson']);
    const joined = shop.outputs();
    expect(joined).toEqual(await outputsOfWhole(optionsOf('ndjson')));
  });

  it('are divided again where they change meanwhile', async () => {
    shop.write({ 'in/a.835': claims(60) });
    let isChanged = false;
    const changing = watchedParts(({ part }) => {
      if (part.to !== undefined || isChanged) return;
      isChanged = true;
      writeFileSync(shop.path('in/a.835'), claims(61));
      utimesSync(shop.path('in/a.835'), 10, 10);
    });
    const batch = await shop.create({ options: optionsOf('ndjson'), partBytes: PART_BYTES });
    await expect(shop.run(batch, { converter: changing.converter })).resolves.toBe('done');
    expect(changing.calls).toMatchObject({ divide: 2, join: 1, whole: 0 });
    expect(namesOfAll()).toEqual(['a.835.ndjson']);
    expect(readFileSync(shop.path('out/a.835.ndjson'), 'utf8').trim().split('\n').length).toBeGreaterThan(60);
  });

  it('leave no output of a part that ends while its file is divided again', async () => {
    shop.write({ 'in/a.835': claims(60) });
    const { converter, calls } = watchedParts();
    const removal = new AbortController();
    let isChanged = false;
    const convert: PartConverter['convert'] = async (reference, ...given) => {
      const isSecond = calls.parts.length === 1;
      if (reference.part.to === undefined && !isChanged) {
        isChanged = true;
        shop.write({ 'in/a.835': claims(61) });
      }
      const result = await converter.parts.convert(reference, ...given);
      // The second part ends after the removal of the others began.
      if (isSecond) await once(removal.signal, 'abort');
      return result;
    };
    class HeldStorages extends Storages {
      override async remove(address: string): Promise<void> {
        if (!removal.signal.aborted) {
          removal.abort();
          await until(async () => (await partStates(batch))[1] !== 'running');
        }
        await super.remove(address);
      }
    }
    const batch = await shop.create({ options: optionsOf('ndjson'), partBytes: PART_BYTES });
    const held = { converter: { ...converter, parts: { ...converter.parts, convert } }, storages: new HeldStorages({ environment: {} }) };
    await expect(shop.run(batch, held)).resolves.toBe('done');
    expect(removal.signal.aborted).toBe(true);
    expect(calls).toMatchObject({ divide: 2, join: 1, whole: 0 });
    expect(namesOfAll()).toEqual(['a.835.ndjson']);
  });

  it('publish nothing of a batch that was cancelled', async () => {
    shop.write({ 'in/a.835': claims(60) });
    const cancelled = watchedParts(async ({ part }) => {
      if (part.to === undefined) await shop.ledger.cancel(batch.id);
    });
    const batch = await shop.create({ options: optionsOf('ndjson'), partBytes: PART_BYTES });
    await expect(shop.run(batch, { converter: cancelled.converter })).resolves.toBe('cancelled');
    expect(cancelled.calls.join).toBe(0);
    expect(namesOfAll().filter((name) => !name.startsWith('.'))).toEqual([]);
    await expect(shop.states(batch)).resolves.toEqual({ 'a.835': 'cancelled' });
    await expect(shop.ledger.parts.cancelled(batch.id)).resolves.toHaveLength(1);
    await shop.ledger.retry(batch.id);
    const again = watchedParts();
    await expect(shop.run(batch, { converter: again.converter })).resolves.toBe('done');
    expect(again.calls.divide).toBe(0);
  });

  it('are shared by two processes', async () => {
    shop.write({ 'in/a.835': claims(90) });
    const batch = await shop.create({ options: optionsOf('ndjson'), partBytes: PART_BYTES });
    const [one, other] = [watchedParts(), watchedParts()];
    const ledger = await shop.openAgain();
    const finish = async (): Promise<string> => {
      // Each returns when it finds nothing to do, and the file may still be with the other one.
      await Promise.all([shop.run(batch, { converter: one.converter }), shop.run(batch, { ledger, converter: other.converter })]);
      return shop.run(batch, { converter: one.converter });
    };
    await expect(finish()).resolves.toBe('done');
    const offsets = [...one.calls.parts, ...other.calls.parts];
    expect(offsets).toHaveLength(new Set(offsets).size);
    expect(one.calls.join + other.calls.join).toBe(1);
    const joined = shop.outputs();
    expect(joined).toEqual(await outputsOfWhole(optionsOf('ndjson')));
  });
});
