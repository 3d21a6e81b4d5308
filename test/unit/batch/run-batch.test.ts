import { promises, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ConverterDied } from '../../../src/batch/batch.types';
import { USUAL_ATTEMPTS } from '../../../src/batch/file-worker';
import type { Batch } from '../../../src/batch/ledger/batch-table';
import type { OwnedFile } from '../../../src/batch/ledger/file-table';
import { LEASE_MILLISECONDS } from '../../../src/batch/heartbeat';
import { EdiError } from '../../../src/common/edi-error';
import { noCounts } from '../../../src/pipeline/counts';
import { registerSources } from '../../../src/batch/register-sources';
import { createConverter } from '../../../src/pipeline/create-converter';
import { Storages } from '../../../src/storage/storages';
import { codeDatabases, itOn } from '../../support/code-databases';
import { until } from '../../support/until';
import { textOf } from '../io/collect';
import { zipOf } from '../io/zip-file';
import { remittance } from '../../e2e/edi-835';
import { NO_DELAY, openWorkshop, watched, type Workshop } from './batch-subjects';

describe.each(codeDatabases())('a batch with a ledger on $name', (database) => {
  const it = itOn(database);
  let shop: Workshop;
  beforeEach(async () => {
    shop = await openWorkshop(database);
    shop.write({ 'in/a.835': 2, 'in/b.835': 3, 'in/march/c.835': 1, 'in/notes.pdf': 'x' });
  });
  afterEach(() => shop.close());

  const fails = (code: 'EDI_SOURCE_UNREADABLE' | 'EDI_NOT_EDI'): EdiError => new EdiError(code, `${code} for the test`);

  it('converts every file as a single conversion does, and says what was done', async () => {
    const batch = await shop.create({ recurse: true });
    await expect(shop.run(batch)).resolves.toBe('done');
    const outputs = shop.outputs();
    expect(Object.keys(outputs).sort()).toEqual(['a.835.json', 'b.835.json', 'march/c.835.json']);
    for (const name of ['a.835', 'b.835', 'march/c.835']) {
      for await (const { file } of shop.storages.search(shop.path(`in/${name}`), { recurse: false })) {
        const alone = createConverter().convert([shop.storages.source(file, name)], { descriptions: false });
        expect(outputs[`${name}.json`]).toBe(await textOf(alone));
      }
    }
    const [first] = await shop.ledger.files.page(batch.id);
    expect(first).toMatchObject({ name: 'a.835', state: 'done', attempts: 1, errorCode: null, outputs: JSON.stringify([shop.path('out/a.835.json')]) });
    expect(JSON.parse(first?.counts ?? '')).toMatchObject({ files: 1, records: 2, errors: 0 });
    await expect(shop.ledger.batches.find(batch.id)).resolves.toMatchObject({ state: 'done', endedAt: expect.any(String) });
  });

  it('leaves subfolders out unless they are asked for, and writes each list of CSV', async () => {
    const options = { conversion: { output: 'csv', descriptions: false, outputParameters: { endsLastRow: true } }, extension: 'csv' };
    await expect(shop.run(await shop.create({ options }))).resolves.toBe('done');
    expect(Object.keys(shop.outputs())).toEqual(expect.arrayContaining(['a.835.csv', 'a.835-Lines.csv', 'b.835.csv']));
    expect(Object.keys(shop.outputs()).some((name) => name.startsWith('march'))).toBe(false);
  });

  it('does not convert the same content with the same options twice, unless it is asked to', async () => {
    await shop.run(await shop.create());
    const { ino } = statSync(shop.path('out/a.835.json'));
    // The time of a file is not its content.
    utimesSync(shop.path('in/a.835'), 1, 1);
    shop.write({ 'in/b.835': 4 });
    const second = await shop.create();
    await expect(shop.run(second)).resolves.toBe('done');
    await expect(shop.states(second)).resolves.toEqual({ 'a.835': 'skipped', 'b.835': 'done' });
    expect(statSync(shop.path('out/a.835.json')).ino).toBe(ino);

    rmSync(shop.path('out/a.835.json'));
    const third = await shop.create();
    await shop.run(third);
    await expect(shop.states(third)).resolves.toEqual({ 'a.835': 'done', 'b.835': 'skipped' });

    const other = await shop.create({ options: { conversion: { output: 'json', validate: true }, extension: 'json' } });
    await shop.run(other);
    await expect(shop.states(other)).resolves.toEqual({ 'a.835': 'done', 'b.835': 'done' });

    const again = await shop.create({ again: true });
    await shop.run(again);
    await expect(shop.states(again)).resolves.toEqual({ 'a.835': 'done', 'b.835': 'done' });
  });

  it('skips a file only while its outputs hold that conversion', async () => {
    const sources = [shop.path('in/a.835')];
    const statesOf = async (more = {}): Promise<readonly string[]> => {
      const batch = await shop.create({ sources, ...more });
      await shop.run(batch);
      return (await shop.ledger.files.page(batch.id)).map(({ state }) => state);
    };
    const output = (): string => (shop.outputs()['a.835.json'] ?? '').replaceAll(/"lastModifiedDateTime":"[^"]*"/g, '');
    await statesOf();
    const whole = output();
    const validated = { conversion: { output: 'json', descriptions: false, validate: true }, extension: 'json' };

    // Another content of the same source.
    shop.write({ 'in/a.835': 5 });
    await expect(statesOf()).resolves.toEqual(['done']);
    shop.write({ 'in/a.835': 2 });
    await expect(statesOf()).resolves.toEqual(['done']);
    expect(output()).toBe(whole);
    await expect(statesOf()).resolves.toEqual(['skipped']);

    // Other options.
    await expect(statesOf({ options: validated })).resolves.toEqual(['done']);
    await expect(statesOf()).resolves.toEqual(['done']);
    expect(output()).toBe(whole);
    // The older of two rows of one content is not the last one to publish.
    await expect(statesOf({ again: true })).resolves.toEqual(['done']);
    await expect(statesOf()).resolves.toEqual(['skipped']);

    // Another source.
    shop.write({ 'other/a.835': 4 });
    await expect(statesOf({ sources: [shop.path('other')], again: true })).resolves.toEqual(['done']);
    await expect(statesOf()).resolves.toEqual(['failed']);
    await expect(statesOf({ again: true })).resolves.toEqual(['done']);
    expect(output()).toBe(whole);

    // Another program.
    writeFileSync(shop.path('out/a.835.json'), '[]');
    await expect(statesOf()).resolves.toEqual(['done']);
    expect(output()).toBe(whole);
  });

  it('removes outputs of an earlier version of a file that the newer one does not have', async () => {
    const sources = [shop.path('in/m.zip')];
    const ndjson = { conversion: { output: 'ndjson', descriptions: false }, extension: 'ndjson' };
    const entry = (name: string) => ({ name, content: remittance(1) });
    const convert = async (archive: Buffer, options = shop.request().options): Promise<readonly string[]> => {
      writeFileSync(shop.path('in/m.zip'), archive);
      await shop.run(await shop.create({ sources, options }));
      return Object.keys(shop.outputs()).sort();
    };
    const [one, two] = [zipOf([entry('a')]), zipOf([entry('a'), entry('b')])];
    await expect(convert(two)).resolves.toEqual(['m.zip/a.json', 'm.zip/b.json']);
    // Outputs of other options are others.
    await expect(convert(one, ndjson)).resolves.toEqual(['m.zip/a.json', 'm.zip/a.ndjson', 'm.zip/b.json']);
    await expect(convert(one)).resolves.toEqual(['m.zip/a.json', 'm.zip/a.ndjson']);
    await expect(convert(two)).resolves.toEqual(['m.zip/a.json', 'm.zip/a.ndjson', 'm.zip/b.json']);
    // A version that fails removes nothing, and what another program wrote stays.
    await expect(convert(Buffer.from('letter'))).resolves.toHaveLength(3);
    writeFileSync(shop.path('out/m.zip/b.json'), '[]');
    await expect(convert(one)).resolves.toEqual(['m.zip/a.json', 'm.zip/a.ndjson', 'm.zip/b.json']);
  });

  it('does not know what an output holds to which two batches published at a time', async () => {
    const sources = [shop.path('in/a.835')];
    const lease = { owner: 'a worker', milliseconds: LEASE_MILLISECONDS };
    const outputs = [{ path: shop.path('out/a.835.json'), bytes: 100 }];
    const result = { outputs: outputs.map(({ path }) => path), counts: noCounts() };
    const files: OwnedFile[] = [];
    for (const key of ['plain', 'validated']) {
      const batch = await shop.create({ sources });
      await registerSources(batch, { ...shop, whyNot: () => undefined, settleMilliseconds: 0, signal: new AbortController().signal });
      const [found] = await shop.ledger.files.ready(batch.id, 1);
      const file = await shop.ledger.files.claim(found?.id ?? 0, lease);
      if (file === undefined) throw new Error('The file is taken.');
      await shop.ledger.files.identify(file, key);
      await expect(shop.ledger.mayPublish(file, outputs)).resolves.toBe(true);
      files.push(file);
    }
    for (const file of files) await expect(shop.ledger.finish(file, result)).resolves.toBe(true);
    for (const key of ['plain', 'validated']) await expect(shop.ledger.findPublished(key, '', false)).resolves.toBeUndefined();
  });

  it('continues where it was interrupted, and converts nothing twice', async () => {
    const stop = new AbortController();
    const batch = await shop.create();
    const first = watched({ ...shop.converter, slots: 1 }, (name) => {
      if (name === 'b.835') stop.abort(new Error('interrupted'));
    });
    await expect(shop.run(batch, { converter: first.converter, signal: stop.signal })).resolves.toBe('running');
    await expect(shop.states(batch)).resolves.toEqual({ 'a.835': 'done', 'b.835': 'waiting' });
    expect(Object.keys(shop.outputs())).toEqual(['a.835.json']);
    await expect(shop.ledger.batches.findRunning(shop.request())).resolves.toMatchObject({ id: batch.id });
    const second = watched(shop.converter);
    await expect(shop.run(batch, { converter: second.converter })).resolves.toBe('done');
    expect(second.names).toEqual(['b.835']);
  });

  it('ends at once when it is interrupted while it reads a file for its checksum', async () => {
    const stop = new AbortController();
    const storages = new Storages({ environment: {} });
    let chunks = 0;
    jest.spyOn(storages, 'read').mockImplementation(async function* () {
      for (; chunks < 100; chunks++) {
        if (chunks === 3) stop.abort(new Error('interrupted'));
        yield Buffer.alloc(10);
      }
    });
    const batch = await shop.create({ sources: [shop.path('in/a.835')] });
    await expect(shop.run(batch, { storages, signal: stop.signal })).resolves.toBe('running');
    expect(chunks).toBe(3);
    await expect(shop.states(batch)).resolves.toEqual({ 'a.835': 'waiting' });
  });

  it('takes over the files of a process that is gone, and quarantines one that took its workers with it', async () => {
    const batch = await shop.create();
    await shop.run(batch, { converter: watched(shop.converter, () => Promise.reject(fails('EDI_NOT_EDI'))).converter });
    await shop.ledger.retry(batch.id);
    const [a, b] = await shop.ledger.files.page(batch.id);
    const dead = { owner: 'machine-1-dead', milliseconds: -1 };
    await shop.ledger.files.claim(a?.id ?? 0, dead);
    for (let loss = 1; loss <= 5; loss++) {
      await shop.ledger.files.claim(b?.id ?? 0, dead);
      await shop.ledger.recover(5);
    }
    await expect(shop.states(batch)).resolves.toEqual({ 'a.835': 'waiting', 'b.835': 'quarantined' });
    await expect(shop.run(batch)).resolves.toBe('failed');
    await expect(shop.states(batch)).resolves.toEqual({ 'a.835': 'done', 'b.835': 'quarantined' });
  });

  it('tries again what may pass, and gives up after three times', async () => {
    const passing = watched(shop.converter, (name, attempt) => {
      if (name === 'a.835' && attempt < 3) throw fails('EDI_SOURCE_UNREADABLE');
      if (name === 'b.835') throw fails('EDI_SOURCE_UNREADABLE');
    });
    const batch = await shop.create();
    await expect(shop.run(batch, { converter: passing.converter })).resolves.toBe('failed');
    expect([...passing.names].sort()).toEqual(['a.835', 'a.835', 'a.835', 'b.835', 'b.835', 'b.835']);
    const [a, b] = await shop.ledger.files.page(batch.id);
    expect(a).toMatchObject({ state: 'done', attempts: 3, errorCode: null });
    expect(b).toMatchObject({ state: 'failed', attempts: 3, errorCode: 'EDI_SOURCE_UNREADABLE', errorMessage: 'EDI_SOURCE_UNREADABLE for the test' });
    await expect(shop.ledger.retry(batch.id)).resolves.toBe(1);
    await expect(shop.run(batch)).resolves.toBe('done');
    await expect(shop.states(batch)).resolves.toEqual({ 'a.835': 'done', 'b.835': 'done' });
  });

  it('reports a file that is no EDI at once, leaves no output of it, and goes on', async () => {
    shop.write({ 'in/a.835': 'Dear Sir or Madam', 'in/b.835': remittance(2).slice(0, -150) });
    const { names, converter } = watched(shop.converter);
    const batch = await shop.create({ recurse: true });
    await expect(shop.run(batch, { converter })).resolves.toBe('failed');
    expect([...names].sort()).toEqual(['a.835', 'b.835', 'march/c.835']);
    const [a, b] = await shop.ledger.files.page(batch.id);
    expect(a).toMatchObject({ state: 'failed', errorCode: 'EDI_NOT_EDI', outputs: null });
    // What was read of a file that breaks off is in its output, with an ERROR object: the same at each attempt.
    expect(b).toMatchObject({ state: 'done', errorCode: 'EDI_INPUT_ENDED' });
    expect(Object.keys(shop.outputs()).sort()).toEqual(['b.835.json', 'march/c.835.json']);
  });

  it('fails files of a folder that cannot be examined, and goes on', async () => {
    symlinkSync('nowhere.835', shop.path('in/link.835'));
    writeFileSync(Buffer.concat([Buffer.from(shop.path('in/latin-')), Buffer.from([0xfc]), Buffer.from('.835')]), remittance(1));
    const batch = await shop.create();
    await expect(shop.run(batch)).resolves.toBe('failed');
    await expect(shop.states(batch)).resolves.toEqual({ 'a.835': 'done', 'b.835': 'done', 'latin-\ufffd.835': 'failed', 'link.835': 'failed' });
    const failed = await shop.ledger.files.page(batch.id, { states: ['failed'] });
    const message = expect.stringContaining('Was it removed, is it a link that leads nowhere, or is its name not in UTF-8?');
    expect(failed.map(({ errorCode, errorMessage }) => [errorCode, errorMessage])).toEqual(Array(2).fill(['EDI_SOURCE_UNREADABLE', message]));
  });

  it('fails a link out of the roots, and does not look behind it', async () => {
    shop.write({ 'secret/d.835': 1 });
    symlinkSync('../secret', shop.path('in/out'));
    symlinkSync('../secret/d.835', shop.path('in/d.835'));
    const batch = await shop.create({ roots: [shop.path('in'), shop.path('out')], recurse: true });
    await expect(shop.run(batch)).resolves.toBe('failed');
    const failed = await shop.ledger.files.page(batch.id, { states: ['failed'] });
    expect(failed.map(({ name, errorCode }) => [name, errorCode])).toEqual([
      ['d.835', 'EDI_BATCH_REFUSED'],
      ['out', 'EDI_BATCH_REFUSED'],
    ]);
    expect(Object.keys(shop.outputs()).sort()).toEqual(['a.835.json', 'b.835.json', 'march/c.835.json']);
  });

  it('quarantines a file that ended what converts it three times, and goes on', async () => {
    const poison = watched(shop.converter, (name) => {
      if (name === 'a.835') throw new ConverterDied();
    });
    const batch = await shop.create();
    await expect(shop.run(batch, { converter: poison.converter })).resolves.toBe('failed');
    expect(poison.names.filter((name) => name === 'a.835')).toHaveLength(3);
    const [a] = await shop.ledger.files.page(batch.id);
    expect(a).toMatchObject({ state: 'quarantined', deaths: 3, errorCode: 'EDI_WORKER_DIED' });
    expect(Object.keys(shop.outputs())).toEqual(['b.835.json']);
  });

  it('publishes nothing more of a batch that was cancelled', async () => {
    const other = await shop.openAgain();
    const batch = await shop.create();
    const cancelled = watched({ ...shop.converter, slots: 1 }, async (name) => {
      if (name === 'a.835') await other.cancel(batch.id);
    });
    await expect(shop.run(batch, { converter: cancelled.converter })).resolves.toBe('cancelled');
    expect(shop.outputs()).toEqual({});
    await expect(shop.states(batch)).resolves.toEqual({ 'a.835': 'cancelled', 'b.835': 'cancelled' });
    await expect(shop.ledger.retry(batch.id)).resolves.toBe(2);
    await expect(shop.run(batch)).resolves.toBe('done');
  });

  it('gives every file to one of two processes', async () => {
    shop.write(Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`in/x${index}.835`, 1])));
    const [first, second] = [watched(shop.converter), watched(shop.converter)];
    const batch = await shop.create();
    const ledger = await shop.openAgain();
    await Promise.all([shop.run(batch, { converter: first.converter }), shop.run(batch, { converter: second.converter, ledger })]);
    await expect(shop.ledger.batches.find(batch.id)).resolves.toMatchObject({ state: 'done' });
    expect(new Set([...first.names, ...second.names]).size).toBe(10);
    expect(first.names.length + second.names.length).toBe(10);
    expect(Object.keys(shop.outputs())).toHaveLength(10);
  });

  it('waits for the files that another process has, and takes them over when it ends', async () => {
    const batch = await shop.create({ sources: [shop.path('in/a.835'), shop.path('in/b.835')] });
    const lease = { owner: 'machine-1-slow', milliseconds: 60_000 };
    await registerSources(batch, { ...shop, whyNot: () => undefined, settleMilliseconds: 0, signal: new AbortController().signal });
    const [a, b] = await shop.ledger.files.ready(batch.id, 2);
    const slow = await shop.ledger.files.claim(a?.id ?? 0, lease);
    if (slow === undefined) throw new Error('The file is taken.');
    await shop.ledger.files.claim(b?.id ?? 0, { owner: 'machine-2-dying', milliseconds: 700 });
    const { names, converter } = watched(shop.converter);
    let ended: string | undefined;
    const running = shop.run(batch, { converter }).then((state) => (ended = state));
    await until(() => names.length === 1);
    await until(async () => (await shop.states(batch))['b.835'] === 'done');
    await setTimeout(100);
    expect(ended).toBeUndefined();
    await shop.ledger.finish(slow, { outputs: [], counts: noCounts() });
    await expect(running).resolves.toBe('done');
    expect(names).toEqual(['b.835']);
  });

  it('publishes once where a worker that was believed dead comes back', async () => {
    const batch = await shop.create({ sources: [shop.path('in/a.835')] });
    let isTaken = false;
    let published = 0;
    const slow = watched(shop.converter, async () => {
      if (isTaken) return;
      isTaken = true;
      // Its lease has ended, and another worker converts the file.
      let ahead = 0;
      const later = await shop.openAgain(() => new Date(Date.now() + ahead));
      ahead = 2 * LEASE_MILLISECONDS;
      await shop.run(batch, { ledger: later });
      published = statSync(shop.path('out/a.835.json')).ino;
    });
    await shop.run(batch, { converter: slow.converter });
    const [file] = await shop.ledger.files.page(batch.id);
    expect(file).toMatchObject({ state: 'done', attempts: 2, losses: 1 });
    expect(statSync(shop.path('out/a.835.json')).ino).toBe(published);
    expect(Object.keys(shop.outputs())).toEqual(['a.835.json']);
  });

  it('refuses the output of another source, and numbers sources of one name', async () => {
    shop.write({ 'other/a.835': 5 });
    await shop.run(await shop.create());
    const before = shop.outputs();
    const other = await shop.create({ sources: [shop.path('other')] });
    await expect(shop.run(other)).resolves.toBe('failed');
    expect(await shop.ledger.files.page(other.id)).toMatchObject([{ state: 'failed', errorCode: 'EDI_BATCH_REFUSED' }]);
    expect(shop.outputs()).toEqual(before);
    const both = await shop.create({ sources: [shop.path('in'), shop.path('other')], target: shop.path('out/both') });
    await expect(shop.run(both)).resolves.toBe('done');
    expect(Object.keys(shop.outputs())).toEqual(expect.arrayContaining(['both/a.835.json', 'both/a.835-2.json', 'both/b.835.json']));
  });

  it('does not read a file while it is written', async () => {
    let now = Date.now();
    const ledger = await shop.openAgain(() => new Date(now));
    const whole = remittance(2);
    writeFileSync(shop.path('in/a.835'), whole.slice(0, 300));
    const { names, converter } = watched(shop.converter);
    let looks = 0;
    const batch = await shop.create({ sources: [shop.path('in/a.835')] });
    const state = await shop.run(batch, {
      ledger,
      converter,
      attempts: { ...USUAL_ATTEMPTS, delay: () => 0 },
      wait: async () => {
        looks++;
        // Whoever writes goes on while it is looked at.
        if (looks === 2) writeFileSync(shop.path('in/a.835'), whole.slice(0, 500));
        if (looks === 4) writeFileSync(shop.path('in/a.835'), whole);
        // A conversion on a busy machine is not late.
        if (names.length === 0) now += 1500;
      },
    });
    expect(state).toBe('done');
    expect(names).toEqual(['a.835']);
    expect(await shop.ledger.files.page(batch.id)).toMatchObject([{ state: 'done', failures: 0, bytes: whole.length }]);
  });

  it('discards an output whose source changed while it was read', async () => {
    const batch = await shop.create({ sources: [shop.path('in/a.835')] });
    const growing = watched(shop.converter, (_name, attempt) => {
      if (attempt === 1) shop.write({ 'in/a.835': 7 });
    });
    await expect(shop.run(batch, { converter: growing.converter })).resolves.toBe('done');
    expect(await shop.ledger.files.page(batch.id)).toMatchObject([{ state: 'done', counts: expect.stringContaining('"records":7') }]);
  });

  it('discards what was converted of a file that changed under the reader', async () => {
    let changes = 0;
    const batch = await shop.create({ sources: [shop.path('in/a.835')] });
    const onBytes = (): void => {
      if (changes++ === 0) shop.write({ 'in/a.835': 7 });
    };
    await expect(shop.run(batch, { onBytes })).resolves.toBe('done');
    expect(await shop.ledger.files.page(batch.id)).toMatchObject([{ state: 'done', failures: 1, counts: expect.stringContaining('"records":7') }]);
    expect(Object.keys(shop.outputs())).toEqual(['a.835.json']);
  });

  it('stays open for files that come later, when it watches', async () => {
    const stop = new AbortController();
    const batch = await shop.create({ watches: true });
    const ended: string[] = [];
    const running = shop.run(batch, { signal: stop.signal, onFile: ({ name }, { state }) => ended.push(`${name} ${state}`) });
    await until(() => ended.length === 2);
    shop.write({ 'in/later.835': 1 });
    await until(() => ended.length === 3);
    shop.write({ 'in/a.835': 9 });
    await until(() => ended.length === 4);
    stop.abort(new Error('enough'));
    await expect(running).resolves.toBe('running');
    expect([...ended].sort()).toEqual(['a.835 done', 'a.835 done', 'b.835 done', 'later.835 done']);
    expect(Object.keys(shop.outputs()).sort()).toEqual(['a.835.json', 'b.835.json', 'later.835.json']);
  });

  it('converts what it finds where a source or a subfolder cannot be listed, and stays open', async () => {
    shop.write({ 'in/april/d.835': 1 });
    const denied = Object.assign(new Error('denied'), { code: 'EACCES' });
    const read = promises.readdir;
    const denying = jest.spyOn(promises, 'readdir').mockImplementation(async (folder) => {
      if (folder === shop.path('in/april')) throw denied;
      return Reflect.apply(read, promises, [folder]);
    });
    const batch = await shop.create({ sources: [shop.path('nothing'), shop.path('in')], recurse: true });
    await expect(shop.run(batch)).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE', message: expect.stringContaining('nothing') });
    await expect(shop.run(await shop.create({ recurse: true, again: true }))).rejects.toMatchObject({ message: expect.stringContaining('in/april') });
    denying.mockRestore();
    await expect(shop.ledger.batches.find(batch.id)).resolves.toMatchObject({ state: 'running', isListed: false });
    await expect(shop.states(batch)).resolves.toEqual({ 'a.835': 'done', 'b.835': 'done', 'march/c.835': 'done' });
    await expect(shop.run(await shop.create({ recurse: true }))).resolves.toBe('done');
    expect(Object.keys(shop.outputs())).toHaveLength(4);
  });

  it('converts the entries of an archive into a folder of its name', async () => {
    writeFileSync(
      shop.path('in.zip'),
      zipOf([
        { name: 'x/a.edi', content: remittance(2) },
        { name: 'b.edi', content: remittance(1) },
      ]),
    );
    const batch = await shop.create({ sources: [shop.path('in.zip')] });
    await expect(shop.run(batch)).resolves.toBe('done');
    expect(Object.keys(shop.outputs()).sort()).toEqual(['in.zip/b.edi.json', 'in.zip/x/a.edi.json']);
  });

  it('converts the other entries of an archive with one that is no EDI, and numbers entries of one name', async () => {
    const entries = [
      { name: 'a.835', content: remittance(2) },
      { name: 'a.835.gz', content: gzipSync(remittance(1)) },
      { name: 'notes.txt', content: 'Dear Sir or Madam' },
      { name: 'a.835', content: remittance(3) },
    ];
    writeFileSync(shop.path('mixed.zip'), zipOf(entries));
    writeFileSync(shop.path('bad.zip'), zipOf(entries.slice(2, 3)));
    const batch = await shop.create({ sources: [shop.path('mixed.zip'), shop.path('bad.zip')] });
    await expect(shop.run(batch)).resolves.toBe('failed');
    const outputs = shop.outputs();
    const counts = Object.entries(outputs).map(([name, text]) => [name, asList(text).length]);
    expect(Object.fromEntries(counts)).toEqual({ 'mixed.zip/a.835.json': 2, 'mixed.zip/a.835-2.json': 1, 'mixed.zip/a.835-3.json': 3 });
    const [mixed, bad] = await shop.ledger.files.page(batch.id);
    expect(mixed).toMatchObject({
      state: 'done',
      errorCode: 'EDI_NOT_EDI',
      errorMessage: expect.stringMatching(/^mixed\.zip\/notes\.txt: The input is not EDI/),
    });
    expect(JSON.parse(mixed?.counts ?? '')).toMatchObject({ records: 6, errors: 1 });
    expect(bad).toMatchObject({ state: 'failed', errorCode: 'EDI_NOT_EDI', errorMessage: expect.stringContaining('bad.zip/notes.txt') });
  });

  it('fails an archive whose entry cannot be read, and names it', async () => {
    const entries = [
      { name: 'a.835', content: remittance(2) },
      { name: 'b.835', content: remittance(1), checksum: 1 },
    ];
    writeFileSync(shop.path('damaged.zip'), zipOf(entries));
    const batch = await shop.create({ sources: [shop.path('damaged.zip')] });
    await expect(shop.run(batch)).resolves.toBe('failed');
    expect(shop.outputs()).toEqual({});
    const message = expect.stringContaining('damaged.zip/b.835: ');
    expect(await shop.ledger.files.page(batch.id)).toMatchObject([{ errorCode: 'EDI_SOURCE_UNREADABLE', errorMessage: message, attempts: 1 }]);
  });

  it('keeps nothing of the contents of files', async () => {
    const canary = 'CANARY77';
    shop.write({ 'in/a.835': remittance(2, canary), 'in/b.835': `${canary} is no EDI`, 'in/c.835': remittance(1, canary).replace('*CHK', `*${canary}`) });
    const batch = await shop.create();
    await shop.run(batch, { attempts: NO_DELAY });
    const rows: Batch | object = [await shop.ledger.batches.find(batch.id), await shop.ledger.files.page(batch.id)];
    expect(JSON.stringify(rows)).toContain('EDI_NOT_EDI');
    expect(JSON.stringify(rows)).not.toContain(canary);
  });
});

function asList(json: string): readonly unknown[] {
  return JSON.parse(json) as readonly unknown[];
}
