import { CodeSearch } from '../../../src/codes/code-search';
import { listCodeSets } from '../../../src/codes/code-sets';
import type { CodeStore } from '../../../src/codes/code-store';
import type { CodeRecord } from '../../../src/codes/code.types';
import { importCodes } from '../../../src/codes/import-codes';
import type { ImportedRow } from '../../../src/codes/import/import.types';
import { EdiError } from '../../../src/common/edi-error';
import {
  clearCodes,
  codeDatabases,
  codeRows,
  describeDatabases,
  hcpcs,
  importRecords,
  importRows,
  openEmptyStore,
  releaseOfRows,
  type TestDatabase,
} from '../../support/code-databases';

const NOW = { now: new Date('2026-11-20T12:00:00Z') };

const many = (count: number, desc: string): readonly CodeRecord[] => Array.from({ length: count }, (_, i) => hcpcs(`J${1_000 + i}`, `${desc} ${i}`));

const search = async (store: CodeStore, query: string): Promise<readonly string[]> =>
  (await new CodeSearch(store).search(query, {}, 10_000)).map(({ code }) => code);

/** Rows that are followed by something else than a row. */
async function* rowsThen(rows: readonly ImportedRow[], then: () => Promise<void> | never): AsyncGenerator<ImportedRow, void, undefined> {
  yield* rows;
  await then();
}

const fail = (error: Error) => (): never => {
  throw error;
};

describeDatabases('an import', (store, it) => {
  const state = async () => ({
    sets: await listCodeSets(store()),
    codes: await store().database.query('SELECT * FROM code ORDER BY id'),
    limits: await store().database.query('SELECT * FROM unit_limit ORDER BY id'),
  });

  const LIMIT: ImportedRow = {
    kind: 'unit limit',
    of: { type: 'PROCEDURE', code: 'J1000' },
    claimType: 'HOSPITAL',
    maxUnits: 1,
    rationale: 'Data',
  };

  beforeEach(async () => {
    await clearCodes(store());
    await importRows(store(), [...codeRows(many(10, 'before')), LIMIT], { set: 'HCPCS', release: '1' });
  });

  it.each([
    ['at once', 0],
    ['in the first statement', 400],
    ['after several statements', 1_600],
  ])('leaves nothing when reading fails %s', async (_when, count) => {
    const before = await state();
    const error = new EdiError('EDI_CODES_FILE_INVALID', 'a.txt, line 7: is broken');
    const rows = rowsThen([...codeRows(many(count, 'after')), { ...LIMIT, maxUnits: 9 }], fail(error));
    await expect(importRows(store(), rows, { set: 'HCPCS', release: '2', replacesEdits: true })).rejects.toBe(error);
    expect(await state()).toEqual(before);
    expect(await search(store(), 'after')).toEqual([]);
    expect(await search(store(), 'before')).toHaveLength(10);
  });

  it('leaves nothing of the releases before the broken one', async () => {
    const before = await state();
    const broken = releaseOfRows(rowsThen(codeRows(many(3, 'two')), fail(new EdiError('EDI_CODES_FILE_INVALID', 'broken'))), { set: 'TWO' });
    await expect(importCodes(store(), [releaseOfRows(codeRows(many(600, 'one')), { set: 'ONE' }), broken], NOW)).rejects.toThrow('broken');
    expect(await state()).toEqual(before);
  });

  it('loads several releases one after the other', async () => {
    const releases = ['2', '3'].map((release) => releaseOfRows(codeRows(many(12, `release ${release}`)), { set: 'HCPCS', release }));
    const summaries = await importCodes(store(), releases, NOW);
    expect(summaries.map(({ release, added, changed }) => ({ release, added, changed }))).toEqual([
      { release: '2', added: 2, changed: 10 },
      { release: '3', added: 0, changed: 12 },
    ]);
  });

  it('works again after one that failed', async () => {
    await expect(importRows(store(), rowsThen(codeRows(many(600, 'x')), fail(new Error('unforeseen'))))).rejects.toThrow();
    expect(await importRecords(store(), many(600, 'again'), { set: 'HCPCS' })).toMatchObject({ added: 590, changed: 10 });
  });

  it('wraps what nobody foresaw, so that no foreign message is shown', async () => {
    const cause = new Error('unforeseen');
    await expect(importRows(store(), rowsThen([], fail(cause)))).rejects.toMatchObject({ code: 'EDI_INTERNAL', cause });
  });

  it('ends with the reason of its signal, and leaves nothing', async () => {
    const before = await state();
    const controller = new AbortController();
    const stop = async (): Promise<void> => controller.abort(new Error('interrupted'));
    const rows = rowsThen(codeRows(many(600, 'after')), stop);
    async function* andMore(): AsyncGenerator<ImportedRow, void, undefined> {
      yield* rows;
      yield* codeRows(many(1, 'more'));
    }
    await expect(importCodes(store(), [releaseOfRows(andMore())], { ...NOW, signal: controller.signal })).rejects.toThrow('interrupted');
    expect(await state()).toEqual(before);
  });

  it('closes the files that it reads when it fails', async () => {
    const closed = { is: false };
    async function* open(): AsyncGenerator<ImportedRow, void, undefined> {
      try {
        yield* codeRows([hcpcs('-')]);
      } finally {
        closed.is = true;
      }
    }
    await expect(importRows(store(), open())).rejects.toMatchObject({ code: 'EDI_CODES_FILE_INVALID' });
    expect(closed.is).toBe(true);
  });

  it('says what to check when the database cannot be written', async () => {
    const { database } = store();
    await database.query('ALTER TABLE code_category RENAME TO hidden');
    try {
      const failed = importRecords(store(), many(1, 'x'));
      await expect(failed).rejects.toMatchObject({ code: 'EDI_CODES_UNAVAILABLE', message: expect.stringMatching(/cannot be written\. .*CLEARLOOP_DB_URL/) });
    } finally {
      await database.query('ALTER TABLE hidden RENAME TO code_category');
    }
  });
});

describe.each(codeDatabases())('an import beside another program ($name)', ({ createShared }) => {
  let database: TestDatabase;
  let writer: CodeStore;
  let reader: CodeStore;
  beforeAll(async () => {
    database = await createShared();
    writer = await openEmptyStore(database.settings);
    reader = await openEmptyStore(database.settings);
  });
  afterAll(async () => {
    await Promise.all([writer.close(), reader.close()]);
    await database.remove();
  });
  beforeEach(async () => clearCodes(writer));

  it('lets searches see the state before until it is done', async () => {
    await importRecords(writer, many(10, 'before'));
    const seen: (readonly string[])[] = [];
    const look = async (): Promise<void> => void seen.push(await search(reader, 'before'), await search(reader, 'after'));
    await importRows(writer, rowsThen(codeRows(many(1_200, 'after')), look));
    await look();
    expect(seen.map(({ length }) => length)).toEqual([10, 0, 0, 1_200]);
  });

  it('waits for another one, so that both are loaded', async () => {
    const order: string[] = [];
    const read = (what: string) => async () => void order.push(`${what} is read`);
    const importSecond = () => importRows(reader, rowsThen(codeRows(many(700, 'two')), read('second')), { set: 'TWO' });
    let second: ReturnType<typeof importSecond> | undefined;
    const slowly = async (): Promise<void> => {
      second = importSecond();
      // The second has time to go ahead, if nothing holds it.
      await new Promise((resolve) => setTimeout(resolve, 200));
      await read('first')();
    };
    const first = importRows(writer, rowsThen(codeRows(many(600, 'one')), slowly), { set: 'ONE' });
    expect(await first).toMatchObject({ added: 600 });
    expect(await second).toMatchObject({ added: 100, changed: 600 });
    expect(order).toEqual(['first is read', 'second is read']);
  });
});
