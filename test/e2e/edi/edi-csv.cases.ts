import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as startRequest } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { RunningService } from '../../../src/main';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { remittance } from '../edi-835';
import { conversionOf, formOf, postCsv, startFakeService, startRealService } from '../test-service';
import { until } from '../../support/until';

const sample = (name: string): string => readFileSync(join(__dirname, '../../../samples', name), 'utf8');

/** A CSV schema of a few columns, which a test writes into the folder of the service. */
const OWN_SCHEMA = `
- name: few
  transactionTypes: [835]
  baseName: lines-with-header-repeat-each-row-only
  includedFields: [PatientControlNumber, LineProcedureCode]
- name: base
  aliases: [lines-with-header-repeat-each-row-only]
  transactionTypes: [835]
  listSchemas:
    - names: [Main]
      output: False
      repeatFields: ['*']
      repeatEachRow: ['*']
    - names: [Lines]
      strategy: ROWS
      fileSuffix: ''
`;

type Row = Readonly<Record<string, string>>;

/** Rows of any length: those of notices have one cell. */
const cellsOf = (text: string): readonly (readonly string[])[] => parse(text, { relax_column_count: true });

const rowsOf = (text: string): readonly Row[] => parse(text, { columns: true, relax_column_count: true });

describe('POST /api/edi/csv', () => {
  let folder: string;
  let service: RunningService;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-schemas-'));
    writeFileSync(join(folder, 'own.yaml'), OWN_SCHEMA);
    const broken = OWN_SCHEMA.replace('LineProcedureCode', 'LineProcedurCode, LineChargeAmount');
    writeFileSync(join(folder, 'broken.yaml'), `version: 1\nschemas:${broken}`);
    writeFileSync(join(folder, 'doubtful.yaml'), broken);
    symlinkSync('/etc/hostname', join(folder, 'outside.yaml'));
    service = await startRealService({ CLEARLOOP_MAX_BODY_BYTES: '400000', CLEARLOOP_CSV_SCHEMAS: folder });
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  it('answers with a header and a row for each service line', async () => {
    const response = await postCsv(service, sample('835.edi'), '?ediFileName=in/remit.835');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const rows = rowsOf(await response.text());
    expect(
      rows.map(({ PatientControlNumber, FileName, ChargeAmount, LineProcedureCode }) => [PatientControlNumber, FileName, ChargeAmount, LineProcedureCode]),
    ).toEqual([
      ['JSC-1001', 'remit.835', '250', '99214'],
      ['JSC-1001', '', '', '93000'],
      ['JSC-1002', 'remit.835', '95', '99213'],
    ]);
  });

  it('names a body that nobody names by its first bytes', async () => {
    const [row] = rowsOf(await (await postCsv(service, sample('835.edi'))).text());
    expect(row?.['FileName']).toMatch(/^edi-api\d+\.edi$/);
  });

  it('takes the files of a form one after the other, under one header', async () => {
    const form = formOf([
      ['january.835', sample('835.edi')],
      ['february.835.gz', gzipSync(remittance(1))],
    ]);
    const rows = rowsOf(await (await postCsv(service, form)).text());
    expect(rows.map(({ FileName }) => FileName).filter((name) => name !== '')).toEqual(['january.835', 'january.835', 'february.835']);
  });

  it.each(['text/csv', 'text/plain', '*/*', 'application/json', 'text/html, */*;q=0.8', 'application/zip;q=0.1, text/csv'])(
    'answers with one table to Accept: %s',
    async (accept) => {
      const response = await postCsv(service, remittance(1), '', { accept });
      expect([response.headers.get('content-type'), (await response.text()).slice(0, 3)]).toEqual([
        accept.endsWith('text/csv') ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
        'Id,',
      ]);
    },
  );

  it('writes the columns of the schema that is asked for', async () => {
    const text = await (await postCsv(service, remittance(2), '?schemaFileName=own.yaml&schemaName=few')).text();
    expect(text).toBe('PatientControlNumber,LineProcedureCode\nPCN1,99213\nPCN2,99213');
  });

  it('warns of what means nothing in a schema file without a version, in the answer where it is asked for', async () => {
    const query = '?schemaFileName=doubtful.yaml&schemaName=few';
    const rows = cellsOf(await (await postCsv(service, remittance(1), `${query}&warningsInResponse=true`)).text());
    const warning = 'WARNING: doubtful.yaml:5:42: No column matches `LineProcedurCode`. Did you mean `LineProcedureCode`?';
    expect(rows).toEqual([['PatientControlNumber', 'LineChargeAmount'], [warning], ['PCN1', '100']]);
    expect(await (await postCsv(service, remittance(1), query)).text()).toBe('PatientControlNumber,LineChargeAmount\nPCN1,100');
  });

  it('logs once what means nothing in a schema file', async () => {
    const written: string[] = [];
    const outputs = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0));
    const logging = await startRealService({ CLEARLOOP_CSV_SCHEMAS: folder, CLEARLOOP_LOG_LEVEL: 'info' });
    for (let i = 0; i < 3; i++) await (await postCsv(logging, remittance(1), '?schemaFileName=doubtful.yaml&schemaName=few')).text();
    await logging.stop();
    for (const output of outputs) output.mockRestore();
    const lines = written
      .join('')
      .split('\n')
      .filter((line) => line.includes('doubtful.yaml:5:42: No column matches'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"level":"warn"');
  });

  it('escapes what a spreadsheet would take for a formula when it is asked to, and only then', async () => {
    const body = remittance(1).replaceAll('PCN1', '=1+1');
    const numberIn = async (query: string): Promise<string | undefined> =>
      rowsOf(await (await postCsv(service, body, query)).text())[0]?.['PatientControlNumber'];
    expect([await numberIn(''), await numberIn('?spreadsheetSafe=true')]).toEqual(['=1+1', "'=1+1"]);
  });

  it('writes findings as rows with warningsInResponse, lost values among them', async () => {
    const adjustments = ['CO', 'OA', 'PI', 'CR'].map((group) => `CAS*${group}*45*5**46*5~`).join('');
    const body = remittance(1).replace('CAS*CO*45*20~', `${adjustments}ZZZ*1~`).replace('SE*16*', 'SE*20*');
    const firstCells = async (query: string): Promise<readonly string[]> =>
      cellsOf(await (await postCsv(service, body, query)).text()).map(([first]) => first ?? '');
    expect(await firstCells('')).toHaveLength(2);
    expect((await firstCells('?warningsInResponse=true')).filter((cell) => cell.startsWith('WARNING: '))).toEqual([
      expect.stringContaining("'ZZZ'"),
      expect.stringMatching(/^WARNING: Adjs has more values than columns: 3 left out/),
    ]);
  });

  it('tells of files that fail among others in a row, and converts the others', async () => {
    const form = formOf([
      ['a.835', remittance(1)],
      ['letter.txt', 'Dear Sir'],
      ['b.835', remittance(1)],
    ]);
    const cells = cellsOf(await (await postCsv(service, form)).text()).map(([first = '']) => first.slice(0, 12));
    expect(cells).toEqual(['Id', expect.any(String), 'ERROR: The i', expect.any(String)]);
  });

  it('writes a table of the first kind of transaction set, and says what to do with others', async () => {
    const form = formOf([
      ['remit.835', sample('835.edi')],
      ['claims.837', sample('837p.edi')],
    ]);
    const rows = cellsOf(await (await postCsv(service, form)).text());
    expect(rows.at(-1)?.[0]).toMatch(/^ERROR: The output is a table of 835; records of 837P are left out\. Convert them into an output of their own\./);
    expect(rows).toHaveLength(5);
  });

  it('names parameters that it does not know, also when it refuses', async () => {
    const response = await postCsv(service, 'x', '?colour=red&ndjson=true&schemaName=nix');
    expect([response.status, response.headers.get('x-clearloop-ignored')]).toEqual([400, 'colour, ndjson']);
  });

  it('sends the first rows while the rest is still being uploaded', async () => {
    const text = remittance(3000);
    const upload = startRequest(`${service.url}/api/edi/csv`, { method: 'POST', headers: { 'content-type': 'text/plain', 'content-length': text.length } });
    upload.write(text.slice(0, -100));
    const [response] = await once(upload, 'response');
    const [first] = await once(response, 'data');
    expect(String(first)).toContain('PCN1');
    upload.end(text.slice(-100));
    response.resume();
    await once(response, 'end');
  });

  describe('answers an error with text', () => {
    const eligibility = writeSegments(envelope([transactionSet(['BHT*0022*11'], { set: '271' })], { guide: '005010X279A1', functionalId: 'HB' }));

    it.each([
      ['a parameter', remittance(1), '?chunkSize=0', 400, 'chunkSize is "0". Allowed: '],
      ['an unknown schema', remittance(1), '?schemaName=line-only', 400, "schemaName is 'line-only'"],
      ['a schema of other transaction sets', remittance(1), '?schemaName=claims', 400, "schemaName is 'claims'"],
      ['a schema file that is not there', remittance(1), '?schemaFileName=other.yaml', 400, "schemaFileName is 'other.yaml', which is no file"],
      [
        'a schema file that is broken',
        remittance(1),
        '?schemaFileName=broken.yaml&schemaName=few',
        400,
        'broken.yaml:6:42: No column matches `LineProcedurCode`. Did you mean `LineProcedureCode`?',
      ],
      [
        'a schema file outside the folder',
        remittance(1),
        '?schemaFileName=outside.yaml',
        400,
        "schemaFileName is 'outside.yaml', a link that leads out of the folder",
      ],
      ['a long name of a schema file', remittance(1), `?schemaFileName=${'x'.repeat(300)}.yaml`, 400, 'schemaFileName is too long: 200 bytes are allowed.'],
      ['a long name of a schema', remittance(1), `?schemaName=${'x'.repeat(5_000)}`, 400, 'schemaName is too long: 200 bytes are allowed.'],
      ['what is no EDI', 'Dear Sir', '', 400, 'The input is not EDI'],
      ['no body at all', '', '', 400, ''],
      ['a transaction set without columns', eligibility, '', 400, 'Records of transaction set 271 have no columns'],
      ['a body that is too large', remittance(4000), '', 413, ''],
    ])('about %s', async (_what, body, query, status, message) => {
      const response = await postCsv(service, body, query);
      expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/plain; charset=utf-8']);
      const text = await response.text();
      expect(text).toMatch(/^ERROR: \S/);
      expect(text).toContain(`ERROR: ${message}`);
    });

    it.each(['../own.yaml', '..%2Fown.yaml', '/etc/passwd', 'a/../own.yaml', '..%5Cown.yaml', 'own.yaml%00', '..', ''])(
      'about the schema file %j, which is no bare name',
      async (name) => {
        for (const accept of ['text/csv', 'application/zip']) {
          const response = await postCsv(service, remittance(1), `?schemaName=few&schemaFileName=${name}`, { accept });
          expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(/^ERROR: schemaFileName is not the bare name/)]);
        }
      },
    );

    it.each([
      ['content type', { 'content-type': 'application/pdf' }, 415],
      ['content encoding', { 'content-encoding': 'zstd' }, 415],
      ['form', { 'content-type': 'multipart/form-data' }, 400],
    ])('about the %s', async (_what, headers, status) => {
      const response = await postCsv(service, remittance(1), '', headers);
      expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/plain; charset=utf-8']);
      expect(await response.text()).toMatch(/^ERROR: \S/);
    });

    it('also where an archive is asked for', async () => {
      const response = await postCsv(service, 'Dear Sir', '', { accept: 'application/zip' });
      expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
        400,
        'text/plain; charset=utf-8',
        null,
      ]);
      expect(await response.text()).toMatch(/^ERROR: The input is not EDI/);
    });

    it('and leaves other operations their error body', async () => {
      for (const path of ['/api/edi/json', '/api/edi/nothing']) {
        const response = await fetch(`${service.url}${path}`, { method: 'POST', body: 'Dear Sir' });
        expect(await response.json()).toMatchObject({ objectType: 'ERROR' });
      }
    });
  });
});

describe('POST /api/edi/csv of a service with trouble', () => {
  let service: RunningService | undefined;
  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });

  it('answers 401 and 429 with text', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-keys-'));
    const file = join(folder, 'keys.json');
    const { makeApiKey } = await import('../../../src/http/auth/api-key.js');
    const { updateKeyFile } = await import('../../../src/http/auth/key-file.js');
    const { key, record } = makeApiKey('one', new Date(), undefined);
    updateKeyFile(file, () => [record]);
    service = await startRealService({ CLEARLOOP_API_KEYS_FILE: file, CLEARLOOP_API_KEYS_SCOPE: 'all', CLEARLOOP_RATE_LIMIT: '1' });
    const answers: (readonly [number, string])[] = [];
    for (const headers of [{}, { 'x-api-key': key }, { 'x-api-key': key }] as Record<string, string>[]) {
      const response = await postCsv(service, remittance(1), '', headers);
      answers.push([response.status, `${response.headers.get('content-type') ?? ''} ${(await response.text()).slice(0, 15)}`]);
    }
    rmSync(folder, { recursive: true });
    expect(answers).toEqual([
      [401, 'text/plain; charset=utf-8 ERROR: An API k'],
      [200, 'text/plain; charset=utf-8 Id,TransactionT'],
      [429, 'text/plain; charset=utf-8 ERROR: The API '],
    ]);
  });

  it('answers 500 with text that tells nothing of the inside', async () => {
    const log = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    service = await startFakeService(() => {
      throw new Error('secret');
    });
    const response = await postCsv(service, 'x');
    const text = await response.text();
    log.mockRestore();
    expect([response.status, text]).toEqual([500, expect.stringMatching(/^ERROR: Clearloop failed\./)]);
    expect(text).not.toContain('secret');
  });

  it('cuts the connection when it fails after the first byte', async () => {
    const log = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    service = await startFakeService(() =>
      conversionOf(async function* () {
        yield Buffer.from('Id\n');
        throw new Error('broken');
      }),
    );
    const response = await postCsv(service, 'x');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    log.mockRestore();
  });

  it('logs counts of findings and of lost values, and no value', async () => {
    const lines: string[] = [];
    service = await startRealService({ CLEARLOOP_LOG_LEVEL: 'info' });
    const output = jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    const body = remittance(1).replace('CAS*CO*45*20~', 'CAS*CO*45*1**46*1**47*1**48*1**49*1**50*1~');
    await (await postCsv(service, body, '?schemaName=few-or-none')).text();
    await (await postCsv(service, body, '?schemaName=key-fields&ediFileName=PAT-SAMPLE.835')).text();
    await until(() => lines.some((line) => line.includes('"status":200')));
    output.mockRestore();
    const text = lines.join('');
    expect(text).toContain('"route":"/api/edi/csv","status":400');
    expect(JSON.parse(lines.find((line) => line.includes('"status":200')) ?? '{}')).toMatchObject({
      message: { issues: 1, issueCounts: { NUMBER_OF_ITEMS: 1 } },
    });
    for (const value of ['PCN1', 'SAMPLE', 'few-or-none', 'ICN1']) expect(text).not.toContain(value);
  });
});
