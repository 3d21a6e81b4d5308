import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ledger } from '../../../../src/batch/ledger/ledger';
import { openLedger } from '../../../../src/batch/ledger/open-ledger';
import { type BatchConnections, Batches } from '../../../../src/http/batches/batches';
import { ServiceSettings } from '../../../../src/http/settings/service-settings';

const MINUTE = 60_000;

describe('Batches', () => {
  let folder: string;
  let ledger: Ledger;
  let batches: Batches;
  let now: number;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-batches-'));
    now = Date.parse('2026-01-01T00:00:00Z');
    ledger = await openLedger({ CLEARLOOP_DATA_DIR: folder }, () => new Date(now));
    const settings = Object.assign(new ServiceSettings(), { CLEARLOOP_BATCH_ROOTS: ['s3://claims'] });
    batches = new Batches({ ledger: async () => ledger } as unknown as BatchConnections, settings, () => new Date(now));
  });
  afterEach(async () => {
    await ledger.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const create = (id: string, bucket: string): Promise<unknown> => {
    const options = { conversion: { output: 'json' }, extension: 'json' };
    return ledger.batches.create(id, { sources: [`s3://${bucket}/in`], target: `s3://${bucket}/out`, options });
  };
  const createMany = async (count: number, bucket: string): Promise<void> => {
    for (let number = 0; number < count; number++) await create(`${bucket}-${now}-${number}`, bucket);
  };

  it('lists batches behind any number of those outside of the roots, page by page', async () => {
    await create('first', 'claims');
    now += MINUTE;
    await create('second', 'claims');
    await createMany(1150, 'others');
    now += MINUTE;
    await create('third', 'claims');
    const { signal } = new AbortController();
    const pages: unknown[] = [];
    for (let beforeId: string | undefined; ;) {
      const page = await batches.list({ limit: 1, beforeId }, signal);
      pages.push(page.batches.map(({ id }) => id));
      beforeId = page.batches.at(-1)?.id;
      if (page.isLast) break;
    }
    expect(pages).toEqual([['third'], ['second'], ['first']]);
    await expect(batches.list({ limit: 20, state: 'done' }, signal)).resolves.toEqual({ batches: [], isLast: true });
  });

  it('stops to look for batches when the client has left', async () => {
    await create('first', 'claims');
    now += MINUTE;
    await createMany(150, 'others');
    await expect(batches.list({ limit: 20 }, AbortSignal.abort())).resolves.toMatchObject({ batches: [] });
  });
});
