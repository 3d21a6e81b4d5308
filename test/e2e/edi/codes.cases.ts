import { parse } from 'csv-parse/sync';
import { openCodeStore } from '../../../src/codes/code-store';
import type { CodeRecord } from '../../../src/codes/code.types';
import type { RunningService } from '../../../src/main';
import { codeDatabases, codeRows, diagnosis, drug, hcpcs, importRows, itOn, type TestDatabase } from '../../support/code-databases';
import { startRealService } from '../test-service';

const MANY: readonly CodeRecord[] = Array.from({ length: 2_500 }, (_, i) => ({
  type: 'PROVIDER_TAXONOMY',
  subType: 'PROVIDER_TAXONOMY',
  code: `${String(i).padStart(9, '0')}X`,
  desc: `Specialist ${i}`,
}));

const CODES: readonly CodeRecord[] = [
  ...MANY,
  diagnosis('E119', 'Type 2 diabetes mellitus without complications', { startDate: '2015-10-01' }),
  diagnosis('E1165', 'Type 2 diabetes mellitus with hyperglycemia', { startDate: '2016-10-01', endDate: '2024-09-30' }),
  hcpcs('J0171', 'Injection, "adrenalin", 0.1 mg', { shortDesc: 'Adrenalin inject' }),
  hcpcs('0SRD0J9', 'Knee replacement', { subType: 'ICD_10_PCS' }),
  hcpcs('E119', 'Not a diagnosis'),
  drug('0002-1434-81', 'Trulicity'),
];

describe.each(codeDatabases())('code look-up ($name)', ({ name, createShared }) => {
  const it = itOn({ name });
  let database: TestDatabase;
  let service: RunningService;
  beforeAll(async () => {
    database = await createShared();
    const store = await openCodeStore(database.settings);
    const edits = [{ kind: 'age limit', of: { type: 'PROCEDURE', code: 'J0171' }, minAge: 18 }] as const;
    await importRows(store, [...codeRows(CODES), ...edits]);
    await store.close();
    service = await startRealService({ CLEARLOOP_MAX_CODES: '500', ...asEnvironment(database.settings) });
  });
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  const get = async (path: string): Promise<Response> => fetch(`${service.url}/api/code/${path}`);
  const json = async (path: string): Promise<readonly CodeRecord[]> => {
    const response = await get(path);
    expect(response.status).toBe(200);
    const found: readonly CodeRecord[] = JSON.parse(await response.text());
    return found;
  };
  const codesOf = async (path: string): Promise<readonly string[]> => (await json(path)).map(({ code }) => code);

  const expectError = async (path: string, status: number, code: string, message: unknown): Promise<Response> => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8']);
    expect(await response.clone().json()).toEqual({ objectType: 'ERROR', code, message });
    return response;
  };

  describe('search', () => {
    it('answers with an array of codes', async () => {
      const response = await get('search?query=j0171');
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(await response.json()).toEqual([
        { type: 'PROCEDURE', subType: 'HCPCS', code: 'J0171', desc: 'Injection, "adrenalin", 0.1 mg', shortDesc: 'Adrenalin inject' },
      ]);
    });

    it('answers with an empty array where nothing fits', async () => {
      expect(await json('search?query=zzzzzz')).toEqual([]);
    });

    it('takes types in any case, and UB_CODE for all UB-04 types', async () => {
      expect(await codesOf('search?query=E119&type=diagnosis')).toEqual(['E119']);
      expect(await codesOf('search?query=E119&type=DRG')).toEqual([]);
      const types = (await json('search?query=70&type=Ub_Code')).map(({ type }) => type);
      expect(types.length).toBeGreaterThan(1);
      expect(types.every((type) => type.startsWith('UB04_'))).toBe(true);
    });

    it('takes days after which codes start or end', async () => {
      expect(await codesOf('search?query=E11&type=diagnosis&afterStartDate=2015-10-01')).toEqual(['E1165']);
      expect(await codesOf('search?query=E11&type=diagnosis&afterEndDate=2024-09-29')).toEqual(['E1165']);
      expect(await codesOf('search?query=E11&type=diagnosis&activeAfter=2024-09-30')).toEqual(['E119']);
    });

    it('gives 100 codes unless howMany says otherwise', async () => {
      expect(await codesOf('search?query=specialist')).toHaveLength(100);
      expect(await codesOf('search?query=specialist&howMany=1')).toHaveLength(1);
      expect(await codesOf('search?query=specialist&howMany=500')).toHaveLength(500);
    });

    it('answers several parts in their order', async () => {
      expect(await codesOf(`search?query=${encodeURIComponent('J0171, 0SRD0J9, type 2 hyperglycemia')}`)).toEqual(['J0171', '0SRD0J9', 'E1165']);
      expect(await codesOf('search?query=code:j%20adrenalin')).toEqual(['J0171']);
    });

    it.each(['" OR 1=1 --', "'; DROP TABLE code; --", 'NEAR(a', 'a AND', 'desc:x', '\u0000a', 'a\\', '*a*', '🦴 knee', '%25'])(
      'bears the query %j',
      async (query) => {
        const response = await get(`search?query=${encodeURIComponent(query)}`);
        expect(response.status).toBe(200);
        expect(await codesOf('search?query=0SRD0J9')).toEqual(['0SRD0J9']);
      },
    );

    it.each([
      ['search', 'query is missing'],
      ['search?query=', 'query is missing'],
      ['search?query=%25%5f*%22', 'has no letter or digit'],
      [`search?query=${'a'.repeat(1_001)}`, 'query has 1001 characters; at most 1000 are allowed'],
      [`search?query=${'a'.repeat(10_000)}`, 'query has 10000 characters; at most 1000 are allowed'],
      ['search?query=a&type=nothing', 'type is "nothing". Allowed: CLAIM_ADJUSTMENT_GROUP_CODE, '],
      ['search?query=a&type=', 'type is "". Allowed: '],
      ['search?query=a&howMany=0', 'howMany is "0". Allowed: a whole number from 1 to 2147483647'],
      ['search?query=a&howMany=-1', 'howMany is "-1"'],
      ['search?query=a&howMany=1.5', 'howMany is "1.5"'],
      ['search?query=a&howMany=501', 'howMany is 501; this service allows up to 500'],
      ['search?query=a&howMany=99999999999', 'howMany is "99999999999"'],
      ['search?query=a&afterStartDate=2024-02-30', 'afterStartDate is "2024-02-30". Allowed: a day such as 2026-01-31'],
      ['search?query=a&afterEndDate=20240101', 'afterEndDate is "20240101"'],
      ['search?query=a&afterStartDate=', 'afterStartDate is ""'],
      ['search?query=a&type=x&howMany=y', 'type is "x"'],
    ])('refuses %#', async (path, message) => {
      await expectError(path, 400, 'EDI_BAD_PARAMETER', expect.stringContaining(message));
    });

    it('names the parameters that it does not know in a header, also when it refuses', async () => {
      const response = await get('search?query=J0171&page=2&a%20b=1');
      expect([response.status, response.headers.get('x-clearloop-ignored')]).toEqual([200, 'page, a%20b']);
      expect((await get('search?query=J0171')).headers.get('x-clearloop-ignored')).toBeNull();
      expect((await get('search?query=&fileName=x')).headers.get('x-clearloop-ignored')).toBe('fileName');
    });

    it('takes the last of a repeated parameter', async () => {
      expect(await codesOf('search?query=E119&query=J0171')).toEqual(['J0171']);
    });
  });

  describe('export', () => {
    const HEADER = 'code,formattedCode,desc,shortDesc,type,subType,enumName,startDate,endDate';

    it('answers with CSV as text', async () => {
      const response = await get('csv?query=J0171,E1165');
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(response.headers.get('content-disposition')).toBeNull();
      expect(await response.text()).toBe(
        `${HEADER}\n` +
          'E1165,E11.65,"Type 2 diabetes mellitus with hyperglycemia",,"DIAGNOSIS",ICD_10,,2016-10-01,2024-09-30\n' +
          'J0171,,"Injection, ""adrenalin"", 0.1 mg",Adrenalin inject,"PROCEDURE",HCPCS,,,',
      );
    });

    it('gives a whole set, sorted by code, without a limit', async () => {
      const rows: readonly (readonly string[])[] = parse(await (await get('csv?type=provider_taxonomy')).text(), { from_line: 2 });
      expect(rows.map(([code]) => code)).toEqual(MANY.map(({ code }) => code));
      expect(rows.every((row) => row.length === 9)).toBe(true);
      expect((await (await get('csv?type=provider_taxonomy&query=specialist')).text()).split('\n')).toHaveLength(2_501);
    });

    it('gives at most so many codes', async () => {
      expect((await (await get('csv?type=provider_taxonomy&howMany=3')).text()).split('\n')).toHaveLength(4);
      expect((await (await get('csv?type=provider_taxonomy&howMany=2147483647')).text()).split('\n')).toHaveLength(2_501);
    });

    it('is the header alone where nothing fits', async () => {
      expect(await (await get('csv?query=zzzzzz')).text()).toBe(HEADER);
      expect(await (await get('csv?type=DRG')).text()).toBe(HEADER);
    });

    it.each([
      ['codes.csv', 'attachment; filename="codes.csv"; filename*=UTF-8\'\'codes.csv'],
      ['../../etc/passwd', 'attachment; filename="passwd"; filename*=UTF-8\'\'passwd'],
      ['C:\\temp\\a.csv', 'attachment; filename="a.csv"; filename*=UTF-8\'\'a.csv'],
      ['ü "1".csv', 'attachment; filename="_ _1_.csv"; filename*=UTF-8\'\'%C3%BC%20%221%22.csv'],
      ["it's (1)*.csv", "attachment; filename=\"it's (1)*.csv\"; filename*=UTF-8''it%27s%20%281%29%2a.csv"],
      ['a\r\nSet-Cookie: x=1', 'attachment; filename="aSet-Cookie: x=1"; filename*=UTF-8\'\'aSet-Cookie%3A%20x%3D1'],
    ])('names its download %j', async (fileName, header) => {
      const response = await get(`csv?query=J0171&fileName=${encodeURIComponent(fileName)}`);
      expect([response.status, response.headers.get('content-disposition')]).toEqual([200, header]);
      expect(response.headers.get('set-cookie')).toBeNull();
    });

    it.each([
      ['csv', 'Give a query, a type, or both'],
      ['csv?query=', 'Give a query, a type, or both'],
      ['csv?howMany=5&fileName=a.csv', 'Give a query, a type, or both'],
      ['csv?query=%25', 'has no letter or digit'],
      [`csv?type=drug&query=${'a'.repeat(10_000)}`, 'query has 10000 characters'],
      ['csv?type=nothing', 'type is "nothing". Allowed: '],
      ['csv?type=drug&howMany=0', 'howMany is "0"'],
    ])('refuses %#', async (path, message) => {
      const response = await expectError(path, 400, 'EDI_BAD_PARAMETER', expect.stringContaining(message));
      expect(response.headers.get('content-disposition')).toBeNull();
    });

    it('names the parameters that it does not know in a header', async () => {
      expect((await get('csv?type=drug&afterStartDate=2024-01-01')).headers.get('x-clearloop-ignored')).toBe('afterStartDate');
    });

    it('goes on with other requests when a reader goes away', async () => {
      const controller = new AbortController();
      const response = await fetch(`${service.url}/api/code/csv?type=provider_taxonomy`, { signal: controller.signal });
      await response.body?.getReader().read();
      controller.abort();
      expect(await codesOf('search?query=J0171')).toEqual(['J0171']);
    });
  });

  describe('details', () => {
    it('answers with the code and its edits', async () => {
      const response = await get('j0171');
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(await response.json()).toEqual({
        type: 'PROCEDURE',
        subType: 'HCPCS',
        code: 'J0171',
        desc: 'Injection, "adrenalin", 0.1 mg',
        shortDesc: 'Adrenalin inject',
        edits: { checkTypes: ['MIN_AGE'], minAge: 18 },
      });
    });

    it.each(['0002-1434-81', '00002143481', '0002143481', '%200002-1434-81'])('finds a drug by %s', async (code) => {
      expect(await (await get(code)).json()).toMatchObject({ code: '0002-1434-81' });
    });

    it('asks for the type of a code of several types', async () => {
      await expectError('E11.9', 400, 'EDI_CODE_AMBIGUOUS', 'The code is in several code sets. Say which one is meant: type=DIAGNOSIS, type=PROCEDURE.');
      expect(await (await get('E11.9?type=diagnosis')).json()).toMatchObject({ type: 'DIAGNOSIS', formattedCode: 'E11.9' });
      expect(await (await get('E11.9?subType=hcpcs')).json()).toMatchObject({ type: 'PROCEDURE' });
    });

    it.each(['zzzzzz', 'E119?type=drg', 'J0171?subType=cpt', '-', '%25', '%00', 'x'.repeat(100), '..%2f..%2fetc'])('answers 404 to %s', async (path) => {
      await expectError(path, 404, 'EDI_CODE_NOT_FOUND', expect.stringContaining('Search for its words'));
    });

    it.each([
      ['x'.repeat(101), 400, 'EDI_BAD_PARAMETER'],
      ['x'.repeat(5_000), 400, 'EDI_BAD_PARAMETER'],
      ['%zz', 400, 'EDI_BAD_PARAMETER'],
      ['', 404, 'EDI_NOT_FOUND'],
      ['J0171/more', 404, 'EDI_NOT_FOUND'],
    ])('answers with an error body to a path that is none: %#', async (path, status, code) => {
      await expectError(path, status, code, expect.any(String));
    });

    it('refuses a type that is none', async () => {
      await expectError('J0171?type=nothing', 400, 'EDI_BAD_PARAMETER', expect.stringContaining('type is "nothing"'));
    });

    it('names the parameters that it does not know in a header', async () => {
      expect((await get('J0171?query=x')).headers.get('x-clearloop-ignored')).toBe('query');
      expect((await get('zzzzzz?query=x')).headers.get('x-clearloop-ignored')).toBe('query');
    });

    it('does not repeat what was asked for in an error', async () => {
      expect(await (await get('SECRETCODE')).text()).not.toContain('SECRETCODE');
    });
  });

  it('answers many requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, async (_, i) => codesOf(`search?query=${MANY[i]?.code ?? ''}`)));
    expect(answers.flat()).toEqual(MANY.slice(0, 60).map(({ code }) => code));
  });
});

/** Settings as environment variables; what is not set stays away. */
function asEnvironment(settings: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

describe('a service without codes to look up', () => {
  it('does not start where the database cannot be opened', async () => {
    await expect(startRealService({ CLEARLOOP_DATA_DIR: '/dev/null/nothing' })).rejects.toMatchObject({ code: 'EDI_CODES_UNAVAILABLE' });
    await expect(startRealService({ CLEARLOOP_DB_URL: 'postgres://127.0.0.1:1/nothing' })).rejects.toMatchObject({ code: 'EDI_CODES_UNAVAILABLE' });
  });
});
