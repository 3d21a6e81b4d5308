import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { CodeDescriber } from '../../../src/codes/code-describer';
import { readCodeQuery } from '../../../src/codes/code-query';
import { CodeSearch } from '../../../src/codes/code-search';
import type { CodeStore } from '../../../src/codes/code-store';
import { SearchLane } from '../../../src/codes/search-lane';
import { codeDatabases, openEmptyStore } from '../../support/code-databases';
import { until } from '../../support/until';

/** A statement of SQLite that never ends. */
const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n';

const BUDGET_MILLISECONDS = 50;

/** No search of a test is over so soon, however busy the machine is. */
const PATIENCE_MILLISECONDS = 600_000;

describe('searches', () => {
  let folder: string;
  let store: CodeStore;
  let lane: SearchLane;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-searches-'));
    store = await openEmptyStore({ CLEARLOOP_DATA_DIR: folder });
    lane = new SearchLane(store.database, store.driver, BUDGET_MILLISECONDS);
  });
  afterAll(async () => {
    await lane.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('are cancelled when their time is over', async () => {
    const search = lane.run((database) => database.query(ENDLESS));
    await expect(search).rejects.toMatchObject({ code: 'EDI_SEARCH_TIMEOUT', status: 503, message: expect.stringContaining('longer than 50 ms') });
  });

  it('leave the connection in order when they were cancelled', async () => {
    const patient = new SearchLane(store.database, store.driver, PATIENCE_MILLISECONDS);
    let cancelling: NodeJS.Timeout | undefined;
    const endless = patient.run(async (database) => {
      cancelling = setInterval(() => void store.driver.cancel(database, store.database), 5);
      return database.query(ENDLESS);
    });
    await expect(endless).rejects.toThrow('SQLITE_INTERRUPT');
    clearInterval(cancelling);
    expect(await patient.run((database) => database.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    await patient.close();
  });

  it('learn between two statements that their time is over', async () => {
    const search = lane.run(async (_database, throwIfOver) => {
      for (;;) {
        await setImmediate();
        throwIfOver();
      }
    });
    await expect(search).rejects.toMatchObject({ code: 'EDI_SEARCH_TIMEOUT' });
  });

  it('keep no description waiting', async () => {
    const patient = new SearchLane(store.database, store.driver, PATIENCE_MILLISECONDS);
    let connection: DataSource | undefined;
    const endless = async (database: DataSource): Promise<unknown> => {
      connection = database;
      return database.query(ENDLESS);
    };
    const searches = Array.from({ length: 10 }, () => patient.run(endless));
    const ended = Promise.allSettled(searches);
    // The first one runs until it is cancelled below.
    await until(() => connection !== undefined);
    const failures: unknown[] = [];
    const described = await new CodeDescriber(
      async () => store,
      (cause) => void failures.push(cause),
    ).describe(new Map([['CARC', new Set(['45'])]]));
    expect([described.get('CARC')?.has('45'), failures]).toEqual([true, []]);
    const cancelling = setInterval(() => connection && void store.driver.cancel(connection, store.database), 5);
    expect((await ended).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'rejected'));
    clearInterval(cancelling);
    await patient.close();
  });

  it('are like every other statement cancelled on the connection of an import', async () => {
    const runner = store.database.createQueryRunner();
    const cancel = await store.driver.canceller(runner, store.database);
    const endless = runner.query(ENDLESS).catch((error: unknown) => error);
    const cancelling = setInterval(() => void cancel(), 5);
    expect(await endless).toBeInstanceOf(Error);
    clearInterval(cancelling);
    await runner.release();
  });

  it('run one after the other', async () => {
    let running = 0;
    const most: number[] = [];
    const search = async (): Promise<void> => {
      most.push(++running);
      await setImmediate();
      running--;
    };
    await Promise.all(Array.from({ length: 20 }, () => lane.run(search)));
    expect(most).toEqual(Array.from({ length: 20 }, () => 1));
  });

  it('are refused where 200 wait', async () => {
    let free: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (free = resolve));
    const busy = new SearchLane(store.database, store.driver, PATIENCE_MILLISECONDS);
    const waiting = Array.from({ length: 200 }, () => busy.run(() => gate));
    await expect(busy.run(() => gate)).rejects.toMatchObject({ code: 'EDI_SERVICE_BUSY', status: 429 });
    free();
    await Promise.all(waiting);
    await expect(busy.run(async () => 'done')).resolves.toBe('done');
    await busy.close();
  });

  it('leave the queue when their caller goes', async () => {
    const patient = new SearchLane(store.database, store.driver, PATIENCE_MILLISECONDS);
    const first = new AbortController();
    const others = Array.from({ length: 199 }, () => new AbortController());
    let begun = 0;
    const endless = async (database: DataSource): Promise<unknown> => {
      begun++;
      return database.query(ENDLESS);
    };
    const running = Promise.allSettled([patient.run(endless, first.signal)]);
    const waiting = Promise.allSettled(others.map(({ signal }) => patient.run(endless, signal)));
    await until(() => begun === 1);
    for (const other of others) other.abort();
    expect((await waiting).filter(({ status }) => status === 'rejected')).toHaveLength(199);
    const next = patient.run(async () => 'next');
    first.abort();
    expect([await next, begun]).toEqual(['next', 1]);
    expect(await running).toEqual([{ status: 'rejected', reason: first.signal.reason }]);
    await patient.close();
  });

  it('do not begin when their caller has gone', async () => {
    await expect(lane.run(async () => 'begun', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    const search = new CodeSearch(store).search('knee', {}, 10, AbortSignal.abort(new Error('gone')));
    await expect(search).rejects.toThrow('gone');
  });

  it('are refused when the lane closes, except the one that runs', async () => {
    const closing = new SearchLane(store.database, store.driver, PATIENCE_MILLISECONDS);
    let free: (() => void) | undefined;
    const running = closing.run(async () => new Promise<string>((resolve) => (free = () => resolve('done'))));
    const waiting = Promise.allSettled(Array.from({ length: 3 }, () => closing.run(async () => 'done')));
    await until(() => free !== undefined);
    const closed = closing.close();
    const stopping = { status: 'rejected', reason: expect.objectContaining({ code: 'EDI_SERVICE_STOPPING', status: 503 }) };
    expect(await waiting).toEqual([stopping, stopping, stopping]);
    await expect(closing.run(async () => 'done')).rejects.toMatchObject({ code: 'EDI_SERVICE_STOPPING' });
    free?.();
    expect(await running).toBe('done');
    await closed;
  });

  it('go on after one that fails', async () => {
    await expect(lane.run((database) => database.query('SELECT nothing'))).rejects.toThrow();
    expect(await new CodeSearch(store).search('nothing here', {}, 10)).toEqual([]);
  });
});

/** Statements that take longer than any test. */
const ENDLESS_OF = { SQLite: ENDLESS, PostgreSQL: 'SELECT pg_sleep(600)' };

describe.each(codeDatabases())('a search whose caller goes ($name)', ({ name, createShared }) => {
  it('is cancelled, and the next one is not', async () => {
    const shared = await createShared();
    const store = await openEmptyStore(shared.settings);
    const lane = new SearchLane(store.database, store.driver, PATIENCE_MILLISECONDS);
    const caller = new AbortController();
    const search = lane.run(async (database) => {
      void setImmediate().then(() => caller.abort(new Error('gone')));
      return database.query(ENDLESS_OF[name]);
    }, caller.signal);
    const next = lane.run((database) => database.query('SELECT 1 AS one'));
    await expect(search).rejects.toThrow('gone');
    expect(await next).toEqual([{ one: 1 }]);
    await lane.close();
    await store.close();
    await shared.remove();
  });
});

describe('a search query', () => {
  const refused = (query: string): string => {
    try {
      readCodeQuery(query);
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return '';
  };

  it('may have 200 words, those of words with hyphens included', () => {
    const parts = (count: number): string => Array.from({ length: count }, (_, i) => `${'ab '.repeat(18)}c${i}`).join(',');
    expect(refused(parts(10))).toBe('');
    expect(refused(parts(11))).toBe('query has 209 words, parts of words with hyphens included; at most 200 are allowed.');
    expect(refused(Array.from({ length: 210 }, (_, i) => i.toString(36)).join('-'))).toMatch(
      /^query has \d+ words, parts of words with hyphens included; at most 200 are allowed\.$/,
    );
  });

  it('may have 50 codes with dots', () => {
    expect(refused(Array.from({ length: 50 }, (_, i) => `J0${i}.1`).join(','))).toBe('');
  });
});
