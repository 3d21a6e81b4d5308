import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdiError } from '../../src/common/edi-error';
import type { EdiSource } from '../../src/io/edi-source';
import type { CodeDirectory } from '../../src/mapping/code-descriptions';
import type { Converter } from '../../src/pipeline/conversion.types';
import { createConverter } from '../../src/pipeline/create-converter';
import type { Engine } from '../../src/pipeline/engine';
import { ThreadedConverter } from '../../src/pipeline/workers/threaded-converter';
import { WorkerPool } from '../../src/pipeline/workers/worker-pool';
import { ensureBuilt } from '../docs/built-service';
import { directoryOf } from '../support/code-directory';
import { convertText, converter, linesOf } from '../support/conversion';
import { gather } from '../support/gather';
import { storedSource } from '../support/parts';
import { BUILT } from './built-process';
import { claim, remittance } from '../support/remittance';

beforeAll(ensureBuilt);

const CLAIMS = Array.from({ length: 12_000 }, (_, i) => i + 1);

/** About 2.5 MB in one transaction set. */
const large = (): string => remittance({ claims: CLAIMS.map(claim) });

const poolOf = ({ context: { workers } }: Engine): WorkerPool => {
  if (workers instanceof WorkerPool) return workers;
  throw new Error('The engine has no worker threads.');
};

/** Describes every code. */
const codes: CodeDirectory = {
  describe: async (asked) => new Map([...asked].map(([list, ofList]) => [list, new Map([...ofList].map((code) => [code, { desc: `what ${code} means` }]))])),
};

/** A plugin that ends its process where it sees DEADLY, unless that is the main thread. */
function deadlyPlugin(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-deadly-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'deadly', version: '1.0.0', main: 'index.cjs', clearloop: { contract: 2 } }));
  writeFileSync(
    join(folder, 'index.cjs'),
    `const { isMainThread } = require('node:worker_threads');
     const { defineFormat } = require('clearloop/plugin/io');
     exports.deadly = defineFormat({ id: 'deadly', title: 'Deadly', recordsKey: 'none', open() {}, recordSchema() {},
       recognise(bytes) { if (bytes.includes('DEADLY') && !isMainThread) process.exit(7); return false; } });`,
  );
  return folder;
}

describe('worker threads', () => {
  it('convert the parts of a file to the output of one thread, with the descriptions of codes that this thread looks up, if they are wanted', async () => {
    const engine = createConverter({ codes });
    const { source, state } = storedSource('large.edi', large());
    for (const descriptions of [true, false, true]) {
      state.isRead = false;
      const joined = await convertText([source], { workers: 2, descriptions }, engine);
      expect({ isRead: state.isRead, isDescribed: joined.text.includes('what 99213 means') }).toEqual({ isRead: false, isDescribed: descriptions });
      expect(joined).toEqual(await convertText([source], { descriptions }, createConverter({ codes })));
    }
    await poolOf(engine).close();
  });

  it('find the codes that this thread does not know, without descriptions too', async () => {
    const none = directoryOf(() => ({ validity: { isKnown: false } }));
    const engine = createConverter({ codes: none });
    const options = { validate: true, descriptions: false, maxWarnings: -1 };
    const sources = [1, 2].map((i) => storedSource(`${i}.edi`, remittance({ claims: CLAIMS.slice(0, 5).map(claim) })).source);
    const { issues } = await convertText(sources, { ...options, workers: 2 }, engine);
    await poolOf(engine).close();
    expect(issues.filter(({ message }) => message.endsWith('is not a valid code')).length).toBeGreaterThan(5);
    expect(issues).toEqual((await convertText(sources, options, createConverter({ codes: none }))).issues);
  });

  it('stop with the signal', async () => {
    const engine = createConverter();
    const stop = new AbortController();
    const conversion = engine.convert([storedSource('large.edi', large()).source], { output: 'ndjson', workers: 2, signal: stop.signal });
    const read = async (): Promise<void> => {
      for await (const _chunk of conversion) stop.abort(new Error('Enough.'));
    };
    await expect(read()).rejects.toThrow('Enough.');
    await poolOf(engine).close();
  });

  it('cost their part a second attempt when they die, then an error in the output, and the next file is converted', async () => {
    const engine = createConverter({ plugins: [deadlyPlugin()] });
    const sources = ['DEADLY', remittance()].map((content, i) => storedSource(`${i}.edi`, content).source);
    const { text, summary } = await convertText(sources, { workers: 2 }, engine);
    const [error, ...others] = linesOf(text);
    expect(error).toMatchObject({ objectType: 'ERROR', code: 'EDI_WORKER_DIED', fileName: '0.edi' });
    expect(others).toEqual(linesOf((await convertText(sources.slice(1), {}, converter())).text));
    expect(summary).toMatchObject({ files: 2, errors: 1 });
    await poolOf(engine).close();
  });
});

describe('small files in worker threads', () => {
  const CONTENTS = [remittance(), 'DEADLY', remittance({ claims: [claim(7)] })];
  const sourcesOf = (): EdiSource[] => CONTENTS.map((content, i) => storedSource(`${i}.edi`, content).source);

  it('lose only the file that ends its thread twice, in one output', async () => {
    const engine = createConverter({ plugins: [deadlyPlugin()] });
    const sources = sourcesOf();
    const { text, summary } = await convertText(sources, { workers: 2 }, engine);
    const lines = linesOf(text);
    expect(lines.filter(({ objectType }) => objectType === 'ERROR')).toEqual([expect.objectContaining({ code: 'EDI_WORKER_DIED', fileName: '1.edi' })]);
    expect(lines.filter(({ objectType }) => objectType !== 'ERROR')).toEqual(
      linesOf(
        (
          await convertText(
            sources.filter((_, i) => i !== 1),
            {},
            converter(),
          )
        ).text,
      ),
    );
    expect(summary).toMatchObject({ files: 3, errors: 1 });
    await poolOf(engine).close();
  });

  it('lose only the file that ends its thread twice, in outputs of their own', async () => {
    const engine = createConverter({ plugins: [deadlyPlugin()] });
    const shown: unknown[] = [];
    for await (const { source, conversion } of engine.convertEach(sourcesOf(), { output: 'ndjson', workers: 2 })) {
      const text = await gather(conversion).then(
        (chunks) => Buffer.concat(chunks.map(({ bytes }) => bytes)).toString(),
        (error: unknown) => (error instanceof EdiError ? error.code : String(error)),
      );
      const alone = (await convertText([source], {}, converter()).catch(() => undefined))?.text;
      shown.push(text === alone ? 'equal' : text);
    }
    expect(shown).toEqual(['equal', 'EDI_WORKER_DIED', 'equal']);
    await poolOf(engine).close();
  });

  it('stop with the signal', async () => {
    const engine = createConverter();
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      const { source } = storedSource('one.edi', remittance());
      for await (const { conversion } of engine.convertEach(new Array<EdiSource>(1_000).fill(source), { output: 'ndjson', workers: 2, signal: stop.signal })) {
        for await (const _chunk of conversion) stop.abort(new Error('Enough.'));
      }
    };
    await expect(read()).rejects.toThrow('Enough.');
    await poolOf(engine).close();
  });

  it('are the files of a folder for the command line: the outputs, the messages and the report of one thread', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-jobs-'));
    mkdirSync(join(folder, 'in/sub'), { recursive: true });
    const files = {
      'a.835': CONTENTS[0],
      'b.835': 'no EDI',
      'c.835': remittance({ claims: CLAIMS.slice(0, 3_000).map(claim) }),
      'd.835': CONTENTS[2]?.replace('CLP*', 'CLP**'),
      'sub/a.835': CONTENTS[2],
    };
    for (const [name, content = ''] of Object.entries(files)) writeFileSync(join(folder, 'in', name), content);
    const run = async (command: readonly string[], jobs: string): Promise<unknown> => {
      rmSync(join(folder, 'out'), { recursive: true, force: true });
      mkdirSync(join(folder, 'out'));
      const argv = [BUILT, ...command, '--recurse', '--jobs', jobs, '--report', 'report.json'];
      const env = { ...process.env, EDI_DESCRIPTIONS: 'false' };
      const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8', env, maxBuffer: 1e9 });
      const names = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, 'out', name)).isFile());
      const outputs = names.sort().map((name) => [name, readFileSync(join(folder, 'out', name), 'latin1')]);
      const report = readFileSync(join(folder, 'report.json'), 'utf8').replaceAll(/"(seconds|startedAt)":[^,]*/g, '');
      return { status, stdout, stderr: stderr.replaceAll(/[\d.]+ (s|MB\/s|kB\/s|GB\/s)\b/g, ''), outputs, report };
    };
    const commands = [
      ['convert', 'in', '--out', 'out/', '--to', 'json', '--warnings'],
      ['convert', 'in', '--out', 'out/', '--to', 'parquet'],
      ['convert', 'in', '--out', 'out/all.csv'],
      ['convert', 'in', '--to', 'ndjson'],
      ['validate', 'in'],
    ];
    for (const command of commands) expect(await run(command, '2')).toEqual(await run(command, '1'));
    rmSync(folder, { recursive: true });
  });
});

describe('conversions in a worker thread', () => {
  const streamOf = (text: string, name = 'input.edi'): EdiSource => ({
    name,
    open: async function* () {
      for (let start = 0; start < text.length; start += 50_000) yield Buffer.from(text.slice(start, start + 50_000));
    },
  });

  it('give the output, issues and counts of this thread', async () => {
    const engine = createConverter({ codes });
    const threads = new ThreadedConverter(engine, 1);
    const texts = [remittance({ claims: CLAIMS.slice(0, 300).map(claim) }), 'no EDI', remittance().replace('CLP*', 'CLP**')];
    const shown = async (converter: Pick<Converter, 'convert'>): Promise<unknown> => {
      const issues: unknown[] = [];
      const sources = texts.map((text, i) => streamOf(text, `${i}.edi`));
      const conversion = converter.convert(sources, { validate: true, onIssue: (issue, name) => void issues.push([issue.message, name]) });
      const chunks = [];
      for await (const chunk of conversion) chunks.push(chunk);
      return { text: Buffer.concat(chunks).toString(), issues, summary: { ...conversion.summary } };
    };
    const inThread = await shown(threads);
    expect(inThread).toEqual(await shown(engine));
    expect(JSON.stringify(inThread)).toContain('what 99213 means');
    await poolOf(engine).close();
  });

  it('throw the error of an input without records, and that of a source as the object that it was', async () => {
    const engine = createConverter();
    const threads = new ThreadedConverter(engine, 1);
    await expect(gather(threads.convert([streamOf('no EDI')]))).rejects.toMatchObject({ code: 'EDI_NOT_EDI' });
    expect(() => threads.convert([], { output: 'none' })).toThrow(expect.objectContaining({ code: 'EDI_BAD_PARAMETER' }));
    const failure = new EdiError('EDI_BODY_TOO_LARGE', 'Too large.');
    const failing: AsyncIterable<EdiSource> = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(failure) }) };
    const caught = await gather(threads.convert(failing)).catch((error: unknown) => error);
    expect(caught).toBe(failure);
    await poolOf(engine).close();
  });

  it('stop with the signal, and the thread is free for the next', async () => {
    const engine = createConverter({ plugins: [deadlyPlugin()] });
    const threads = new ThreadedConverter(engine, 1);
    const stop = new AbortController();
    let isClosed = false;
    const endless: EdiSource = {
      name: 'endless.edi',
      open: async function* () {
        try {
          yield Buffer.from(large().slice(0, 1_000_000));
          for (;;) yield Buffer.from(remittance().slice(-1));
        } finally {
          isClosed = true;
        }
      },
    };
    const read = async (): Promise<void> => {
      for await (const _chunk of threads.convert([endless], { signal: stop.signal })) stop.abort(new Error('Enough.'));
    };
    await expect(read()).rejects.toThrow('Enough.');
    expect(isClosed).toBe(true);
    // Only a thread dies of this.
    await expect(gather(threads.convert([streamOf('DEADLY')]))).rejects.toMatchObject({ code: 'EDI_WORKER_DIED' });
    const textOf = async (converter: Pick<Converter, 'convert'>): Promise<string> =>
      Buffer.concat(await gather(converter.convert([streamOf(remittance())]))).toString();
    expect(await textOf(threads)).toBe(await textOf(engine));
    await poolOf(engine).close();
  });
});
