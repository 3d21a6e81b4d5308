import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningService } from '../../../src/main';
import { queryDuckDb } from '../../support/duckdb';
import { temporaryFolder } from '../../support/tables';
import { readWorkbook, readZip } from '../../support/workbook';
import { sharedService } from '../test-service';

const SAMPLE = readFileSync(join(__dirname, '../../../samples/835.edi'), 'utf8');
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe.each(['parquet', 'xlsx'])('POST /api/edi/%s', (format) => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService();
  });

  const post = async (body: string, query = '', headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}/api/edi/${format}${query}`, { method: 'POST', body, headers: { 'content-type': 'text/plain', ...headers } });
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

  it('answers with a download named after the input', async () => {
    const response = await post(SAMPLE, '?ediFileName=in/remit.835');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, format === 'xlsx' ? WORKBOOK : 'application/vnd.apache.parquet']);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="remit.${format}"; filename*=UTF-8''remit.${format}`);
    await response.arrayBuffer();
  });

  it('answers 400 in JSON for a schema that there is none of, and for input without columns', async () => {
    const wrong = await post(SAMPLE, '?schemaName=lines');
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'EDI_BAD_PARAMETER' }]);
    const empty = await post('ISA');
    expect(empty.status).toBe(400);
    expect(empty.headers.get('content-type')).toContain('application/json');
  });

  if (format === 'parquet') {
    const rowsOf = async (bytes: Buffer | undefined): Promise<unknown> => {
      const path = join(temporaryFolder(), 'answer.parquet');
      writeFileSync(path, bytes ?? '');
      return (await queryDuckDb(`select count(*)::int as n from '${path}'`))[0]?.['n'];
    };

    it('answers with the row list of the schema', async () => {
      expect(await rowsOf(await bytesOf(await post(SAMPLE)))).toBe(3);
      expect(await rowsOf(await bytesOf(await post(SAMPLE, '?schemaName=header-only')))).toBe(2);
    });

    it('answers with all tables where the client prefers an archive', async () => {
      const response = await post(SAMPLE, '?ediFileName=remit.835', { accept: 'application/zip' });
      expect(response.headers.get('content-disposition')).toContain('filename="remit.zip"');
      const files = await readZip(await bytesOf(response));
      expect([...files.keys()].sort()).toEqual(['remit-Lines.parquet', 'remit-ProviderAdjustments.parquet', 'remit-Transactions.parquet', 'remit.parquet']);
      expect(await rowsOf(files.get('remit-Lines.parquet'))).toBe(3);
    });
  } else {
    it('answers with all tables in one workbook', async () => {
      const sheets = await readWorkbook(await bytesOf(await post(SAMPLE)));
      expect(sheets.map(({ name, rows }) => [name, rows.length]).slice(1)).toEqual([
        ['Main', 3],
        ['Lines', 4],
        ['ProviderAdjustments', 3],
        ['Transactions', 2],
      ]);
    });
  }
});
