import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as drivers from '../../src/codes/database/choose-driver';
import { SearchLane } from '../../src/codes/search-lane';
import type { RunningService } from '../../src/main';
import { until } from '../support/until';
import { startRealService } from './test-service';

// Every search for words takes for ever, so that only the service can end it.
jest.mock('../../src/codes/database/choose-driver', () => {
  const actual: typeof drivers = jest.requireActual('../../src/codes/database/choose-driver');
  const endless = '(WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n) > 0 AND :words = :words';
  return { chooseDriver: (settings: object) => ({ ...actual.chooseDriver(settings), matchesWords: endless }) };
});

const SEARCHES = 20;

/** More than any machine takes to cancel the searches, and less than they would take, ten seconds each. */
const PATIENCE_MILLISECONDS = 60_000;

describe('searches of codes that never end', () => {
  let folder: string;
  let service: RunningService;
  let run: jest.SpyInstance;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-abandoned-'));
    run = jest.spyOn(SearchLane.prototype, 'run');
    service = await startRealService({ CLEARLOOP_DATA_DIR: folder, CLEARLOOP_SHUTDOWN_SECONDS: '1' });
  });
  afterEach(() => {
    run.mockRestore();
    rmSync(folder, { recursive: true });
  });

  /** Starts searches, every other one for a CSV, and comes back when the service has all of them. */
  async function search(signal?: AbortSignal): Promise<{ readonly ended: Promise<readonly PromiseSettledResult<Response>[]> }> {
    const answers = Array.from({ length: SEARCHES }, (_, i) =>
      fetch(`${service.url}/api/code/${i % 2 === 0 ? 'search' : 'csv'}?query=knee`, signal ? { signal } : {}),
    );
    const ended = Promise.allSettled(answers);
    await until(() => run.mock.calls.length === SEARCHES);
    return { ended };
  }

  it('end with their clients, and block nobody', async () => {
    const clients = new AbortController();
    await search(clients.signal);
    clients.abort();
    const other = await fetch(`${service.url}/api/code/search?query=CO&type=claim_adjustment_group_code&howMany=1`, {
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    expect(await other.json()).toMatchObject([{ code: 'CO' }]);
    await service.stop();
  });

  it('do not delay the stop: those that wait are refused, the one that runs is cut', async () => {
    const { ended } = await search();
    const start = performance.now();
    await service.stop();
    expect(performance.now() - start).toBeLessThan(PATIENCE_MILLISECONDS);
    const statuses = (await ended).map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 'cut'));
    expect(statuses.sort()).toEqual([...Array.from({ length: SEARCHES - 1 }, () => 503), 'cut']);
  });
});
