import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConversionHooks } from '../../../src/batch/batch.types';
import { processConverter } from '../../../src/batch/process-converter';
import { EdiError } from '../../../src/common/edi-error';

/** A process that converts nothing: it asks whether it may publish, and is slow to answer a refusal. */
const PROCESS = `
let name;
process.on('message', (message) => {
  if (message.kind === 'work') {
    name = message.work.reference.name;
    process.send({ kind: 'may-publish', outputs: [{ path: name, bytes: 1 }] });
  } else if (message.isAllowed) process.send({ kind: 'done', result: { outputs: [name], counts: {} } });
  else setTimeout(() => process.send({ kind: 'not-published' }), 50);
});
process.send({ kind: 'ready' });
`;

describe('processConverter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-processes-'));
  const script = join(folder, 'process.cjs');
  writeFileSync(script, PROCESS);
  const converter = processConverter({ slots: 1, environment: process.env, script });
  afterAll(async () => {
    await converter.close();
    rmSync(folder, { recursive: true });
  });

  const convert = (name: string, mayPublish: ConversionHooks['mayPublish']) => {
    const reference = { source: name, name, output: name, bytes: undefined, version: undefined };
    const options = { conversion: { output: 'json' }, extension: 'json' };
    return converter.convertFile(reference, options, { signal: new AbortController().signal, mayPublish });
  };

  it('gives each file its own result after a file that it could not ask the ledger about', async () => {
    const asked: unknown[] = [];
    const mayPublish: ConversionHooks['mayPublish'] = async (outputs) => asked.push(outputs) > 0;
    const unavailable = new EdiError('EDI_LEDGER_UNAVAILABLE', 'for the test');
    await expect(convert('a', () => Promise.reject(unavailable))).rejects.toBe(unavailable);
    await expect(convert('b', mayPublish)).resolves.toMatchObject({ outputs: ['b'] });
    await expect(convert('c', async () => false)).rejects.toMatchObject({ name: 'NotPublished' });
    await expect(convert('d', mayPublish)).resolves.toMatchObject({ outputs: ['d'] });
    expect(asked).toEqual([[{ path: 'b', bytes: 1 }], [{ path: 'd', bytes: 1 }]]);
  });
});
