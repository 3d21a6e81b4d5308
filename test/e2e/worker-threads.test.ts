import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConverter } from '../../src/pipeline/create-converter';
import type { Engine } from '../../src/pipeline/engine';
import { WorkerPool } from '../../src/pipeline/workers/worker-pool';
import { ensureBuilt } from '../docs/built-service';
import { convertText, converter, linesOf } from '../support/conversion';
import { storedSource } from '../support/parts';
import { claim, remittance } from '../support/remittance';

beforeAll(ensureBuilt);

const CLAIMS = Array.from({ length: 12_000 }, (_, i) => i + 1);

/** About 2.5 MB in one transaction set. */
const large = (): string => remittance({ claims: CLAIMS.map(claim) });

const poolOf = ({ context: { workers } }: Engine): WorkerPool => {
  if (workers instanceof WorkerPool) return workers;
  throw new Error('The engine has no worker threads.');
};

describe('worker threads', () => {
  it('convert the parts of a file to the output of one thread, with the descriptions of codes that this thread looks up', async () => {
    const codes = { describe: async () => new Map([['CLAIM_STATUS', new Map([['1', { desc: 'Paid' }]])]]) };
    const engine = createConverter({ codes });
    const { source, state } = storedSource('large.edi', large());
    const joined = await convertText([source], { workers: 2 }, engine);
    expect(state.isRead).toBe(false);
    expect(joined).toEqual(await convertText([source], {}, createConverter({ codes })));
    await poolOf(engine).close();
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
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-deadly-'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'deadly', version: '1.0.0', main: 'index.cjs', clearloop: { contract: 2 } }));
    writeFileSync(
      join(folder, 'index.cjs'),
      `const { isMainThread } = require('node:worker_threads');
       const { defineFormat } = require('clearloop/plugin/io');
       exports.deadly = defineFormat({ id: 'deadly', title: 'Deadly', recordsKey: 'none', open() {}, recordSchema() {},
         recognise(bytes) { if (bytes.includes('DEADLY') && !isMainThread) process.exit(7); return false; } });`,
    );
    const engine = createConverter({ plugins: [folder] });
    const sources = ['DEADLY', remittance()].map((content, i) => storedSource(`${i}.edi`, content).source);
    const { text, summary } = await convertText(sources, { workers: 2 }, engine);
    const [error, ...others] = linesOf(text);
    expect(error).toMatchObject({ objectType: 'ERROR', code: 'EDI_WORKER_DIED', fileName: '0.edi' });
    expect(others).toEqual(linesOf((await convertText(sources.slice(1), {}, converter())).text));
    expect(summary).toMatchObject({ files: 2, errors: 1 });
    await poolOf(engine).close();
  });
});
