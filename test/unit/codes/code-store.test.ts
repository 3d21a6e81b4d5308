import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { CodeDetails } from '../../../src/codes/code-details';
import { CodeExport } from '../../../src/codes/code-export';
import { CodeSearch } from '../../../src/codes/code-search';
import { listCodeSets } from '../../../src/codes/code-sets';
import { openCodeStore } from '../../../src/codes/code-store';
import { findCodeType, selectTypes, SELECTABLE_TYPES } from '../../../src/codes/code-type';
import { codeDatabases, hcpcs, importRecords, openEmptyStore } from '../../support/code-databases';
import { itLong } from '../../support/fuzz';

describe('the database of codes', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-store-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('makes the data folder, for its owner alone', async () => {
    const data = join(folder, 'deep/data');
    await (await openCodeStore({ CLEARLOOP_DATA_DIR: data })).close();
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(statSync(join(data, 'codes.sqlite')).size).toBeGreaterThan(100_000);
  });

  it('waits for another process that is just making the database', async () => {
    const other = await new DataSource({ type: 'sqlite', database: join(folder, 'codes.sqlite') }).initialize();
    await other.query('BEGIN IMMEDIATE');
    const outcome = openCodeStore({ CLEARLOOP_DATA_DIR: folder }).then(
      async (store) => store.close(),
      (cause: unknown) => cause,
    );
    await wait(300);
    await other.query('COMMIT');
    await other.destroy();
    expect(await outcome).toBeUndefined();
  });

  // `new/.` is there when `new` was made, as a folder is that another process makes between the look and the making.
  itLong('takes a data folder that is there by the time it is to be made', async () => {
    await (await openCodeStore({ CLEARLOOP_DATA_DIR: `${folder}/new/.` })).close();
  });

  it.each(['mysql://localhost/codes', 'postgres//localhost', 'http://localhost', 'postgres://['])('refuses the address %s', async (url) => {
    await expect(openCodeStore({ CLEARLOOP_DB_URL: url })).rejects.toMatchObject({
      code: 'EDI_BAD_PARAMETER',
      message: expect.stringContaining('CLEARLOOP_DB_URL'),
    });
  });

  it('says which setting to check when the folder cannot be made', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const data of [join(file, 'data'), '/dev/null/data', '/proc/nothing/data'])
      await expect(openCodeStore({ CLEARLOOP_DATA_DIR: data })).rejects.toMatchObject({
        code: 'EDI_CODES_UNAVAILABLE',
        message: expect.stringContaining('CLEARLOOP_DATA_DIR'),
      });
  });

  it('says where the codes should be when the file is no database', async () => {
    writeFileSync(join(folder, 'codes.sqlite'), 'this is no database, and long enough to be looked at'.repeat(100));
    await expect(openCodeStore({ CLEARLOOP_DATA_DIR: folder })).rejects.toMatchObject({
      code: 'EDI_CODES_UNAVAILABLE',
      message: expect.stringContaining(`${join(folder, 'codes.sqlite')} cannot be opened`),
    });
  });

  it('does not show the password of a server that it cannot reach', async () => {
    const error: unknown = await openCodeStore({ CLEARLOOP_DB_URL: 'postgres://user:secret@127.0.0.1:1/codes' }).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'EDI_CODES_UNAVAILABLE', message: expect.stringContaining('PostgreSQL on 127.0.0.1:1') });
    expect(String(error)).not.toContain('secret');
  });
});

describe.each(codeDatabases())('the database of codes ($name)', ({ name, createShared }) => {
  it('keeps what was imported when it is opened again', async () => {
    const { settings, remove } = await createShared();
    try {
      const first = await openCodeStore(settings);
      await importRecords(first, [hcpcs('J0171', 'Adrenalin')], { set: 'HCPCS', release: '2026-10' });
      const before = await listCodeSets(first);
      await first.close();
      const second = await openCodeStore(settings);
      expect(await listCodeSets(second)).toEqual(before);
      expect(before.filter(({ isShipped }) => !isShipped)).toEqual([expect.objectContaining({ name: 'HCPCS', release: '2026-10', rowCount: 1 })]);
      await second.close();
    } finally {
      await remove();
    }
  });

  it('is named in the error of a question that it cannot answer', async () => {
    const { settings, remove } = await createShared();
    const store = await openEmptyStore(settings);
    try {
      await store.database.query('ALTER TABLE code RENAME TO hidden');
      const search = new CodeSearch(store);
      const unavailable = { code: 'EDI_CODES_UNAVAILABLE', message: expect.stringContaining(`The codes in ${store.driver.place} cannot be read.`) };
      await expect(search.search('knee', {}, 10)).rejects.toMatchObject(unavailable);
      await expect(new CodeDetails(store).find('45')).rejects.toMatchObject(unavailable);
      await expect(new CodeExport(store, search).csv({ query: 'knee' }).next()).rejects.toMatchObject(unavailable);
      await expect(new CodeExport(store, search).csv({ types: ['DRG'] }).next()).rejects.toMatchObject(unavailable);
    } finally {
      await store.close();
      await remove();
    }
  });

  // An embedded database is opened by several processes: see code-processes.test.ts. Several stores of one process fail now and then,
  // for the reason that `waits for another process ...` shows.
  const itOnServer = name === 'PostgreSQL' ? it : it.skip;

  itOnServer('may be opened by several at once where it is empty', async () => {
    const { settings, remove } = await createShared();
    try {
      const stores = await Promise.all([1, 2, 3].map(async () => openCodeStore(settings)));
      const counts = await Promise.all(stores.map(async (store) => (await listCodeSets(store)).length));
      expect(new Set(counts)).toEqual(new Set([24]));
      await Promise.all(stores.map(async (store) => store.close()));
    } finally {
      await remove();
    }
  });
});

describe('the types of codes', () => {
  it('are those of the interface document, with the union of the UB-04 types, and one of ours', () => {
    expect(SELECTABLE_TYPES).toEqual(
      [
        'CLAIM_ADJUSTMENT_GROUP_CODE',
        ...(
          'CLAIM_ADJUSTMENT_REASON_CODE, CLAIM_STATUS_CATEGORY_CODE, CLAIM_STATUS_CODE, DIAGNOSIS, DRG, DRUG, FACILITY_TYPE, FREQUENCY_CODE, MODIFIER, PROCEDURE, ' +
          'PROVIDER_ADJUSTMENT_REASON_CODE, PROVIDER_TAXONOMY, RBCS_TAXONOMY, REMITTANCE_ADVICE_REMARK_CODE, UB04_CONDITION_CODE, UB04_OCCURRENCE_CODE, ' +
          'UB04_OCCURRENCE_SPAN_CODE, UB04_REVENUE_CODE, UB04_TYPE_OF_BILL, UB04_VALUE_CODE, UB_CODE, X12_AMOUNT_QUALIFIER_CODE, X12_DATE_TIME_QUALIFIER_CODE, ' +
          'X12_ENTITY_IDENTIFIER_CODE, X12_IDENTIFICATION_CODE, X12_QUANTITY_QUALIFIER_CODE, X12_REFERENCE_IDENTIFICATION_QUALIFIER_CODE'
        ).split(', '),
      ].sort(),
    );
  });

  it.each([
    ['procedure', ['PROCEDURE']],
    [' Diagnosis ', ['DIAGNOSIS']],
    ['DRG', ['DRG']],
  ])('are selected in any case: %j', (name, types) => {
    expect(selectTypes(name)).toEqual(types);
    expect(findCodeType(name)).toBe(types[0]);
  });

  it('are all UB-04 types for UB_CODE', () => {
    expect(selectTypes('ub_code')).toHaveLength(6);
    expect(selectTypes('ub_code')?.every((type) => type.startsWith('UB04_'))).toBe(true);
    expect(findCodeType('UB_CODE')).toBeUndefined();
  });

  it.each(['', 'PROCEDURES', 'constructor', '__proto__', 'UB04'])('are none for the name %j', (name) => {
    expect(selectTypes(name)).toBeUndefined();
    expect(findCodeType(name)).toBeUndefined();
  });
});
