import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removePackages, writePackage } from '../../support/plugin-package';
import { until } from '../../support/until';
import { remittance } from '../edi-835';
import { postEdi, startRealService } from '../test-service';
import { itLong } from '../../support/fuzz';

afterEach(removePackages);

/** A plugin that reads nothing. Where it sees the payee HELD it names its thread, and a worker thread waits there until a file is gone. */
const HOLDING = `
const { existsSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { isMainThread } = require('node:worker_threads');
const { defineFormat } = require('clearloop/plugin/io');
const pause = new Int32Array(new SharedArrayBuffer(4));
exports.holding = defineFormat({ id: 'holding', title: 'Holding', recordsKey: 'none', open() {}, recordSchema() {},
  recognise(bytes) {
    if (!bytes.includes('*HELD*')) return false;
    writeFileSync(join(__dirname, 'reached'), isMainThread ? 'main' : 'worker');
    while (!isMainThread && existsSync(join(__dirname, 'hold'))) Atomics.wait(pause, 0, 0, 10);
    return false;
  } });
`;

/** More than 8 MB, most of which are line breaks: only the size of a body decides where it is converted. */
const held = remittance(200, 'HELD') + '\n'.repeat(8_000_000);

describe('worker threads of the service', () => {
  it('convert large bodies to the same bytes, while others are answered', async () => {
    expect(held.length).toBeGreaterThan(8_000_000);
    const folder = writePackage({ 'index.js': HOLDING, hold: '' });
    const [hold, reached] = [join(folder, 'hold'), join(folder, 'reached')];
    const service = await startRealService({ CLEARLOOP_PLUGINS: folder, CLEARLOOP_WORKERS: '1' });
    try {
      const large = postEdi(service, held, '?ndjson=true').then(async (answer) => answer.text());
      await until(() => existsSync(reached) && readFileSync(reached, 'utf8') !== '');
      expect(readFileSync(reached, 'utf8')).toBe('worker');
      expect((await postEdi(service, remittance(2))).status).toBe(200);
      // The only thread is busy.
      const here = await (await postEdi(service, held, '?ndjson=true')).text();
      expect(readFileSync(reached, 'utf8')).toBe('main');
      rmSync(hold);
      expect((await large) === here).toBe(true);
    } finally {
      rmSync(hold, { force: true });
      await service.stop();
    }
  });

  itLong('are not used for small bodies, and not if there are none', async () => {
    const folder = writePackage({ 'index.js': HOLDING });
    const reached = join(folder, 'reached');
    for (const [workers, body] of [
      ['1', remittance(2, 'HELD')],
      ['0', held],
    ] as const) {
      const service = await startRealService({ CLEARLOOP_PLUGINS: folder, CLEARLOOP_WORKERS: workers });
      writeFileSync(reached, '');
      const answer = await postEdi(service, body, '?output=csv');
      expect([answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
      expect(readFileSync(reached, 'utf8')).toBe('main');
      await service.stop();
    }
  });
});
