import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fromBufferPromise } from 'yauzl';
import { EdiError } from '../../../src/common/edi-error';
import { SpoolFile } from '../../../src/io/spool-file';
import type { RunningService } from '../../../src/main';
import type { FileChunk, FilesConversion } from '../../../src/pipeline/conversion.types';
import { remittance } from '../edi-835';
import { conversionOf, formOf, postCsv, sharedService, startFakeService } from '../test-service';
import { until } from '../../support/until';

const ZIP = { accept: 'application/zip' };

const SAMPLE = readFileSync(join(__dirname, '../../../samples/835.edi'), 'utf8');

/** Opens an archive with a reader that is not ours, which also compares checksums and sizes. */
async function filesOf(archive: Uint8Array): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  const zip = await fromBufferPromise(Buffer.from(archive), { lazyEntries: true });
  for await (const entry of zip.eachEntry()) files[entry.fileName] = await textOf(await zip.openReadStreamPromise(entry));
  return files;
}

/** The descriptors under which this process has files open that wait for their turn in an archive. */
function openSpools(): readonly { readonly path: string; readonly mode: number }[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.includes('clearloop-') && path.includes('.spool') ? [{ path, mode: fstatSync(Number(descriptor)).mode & 0o777 }] : [];
    } catch {
      return []; // The descriptor that reads the folder.
    }
  });
}

async function* nothing(): AsyncGenerator<never> {
  // No chunk at all.
}

function filesConversionOf(chunks: () => AsyncGenerator<FileChunk>): FilesConversion {
  const { summary } = conversionOf(nothing);
  return { contentType: 'text/csv', summary, [Symbol.asyncIterator]: chunks };
}

describe('POST /api/edi/csv with Accept: application/zip', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService();
  });

  const archiveOf = async (response: Response): Promise<Readonly<Record<string, string>>> => filesOf(new Uint8Array(await response.arrayBuffer()));

  it('answers with an archive of all lists of the schema', async () => {
    const response = await postCsv(service, SAMPLE, '?schemaName=default&ediFileName=in/remit.835', ZIP);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="remit.zip"; filename*=UTF-8''remit.zip`);
    const files = await archiveOf(response);
    expect(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.split('\n').length]))).toEqual({
      'remit.csv': 3,
      'remit-Lines.csv': 4,
      'remit-Transactions.csv': 2,
      'remit-ProviderAdjustments.csv': 3,
    });
  });

  it('writes the table of the plain answer as the first file, with the same default schema', async () => {
    const table = await (await postCsv(service, SAMPLE)).text();
    const files = await archiveOf(await postCsv(service, SAMPLE, '', ZIP));
    expect(Object.keys(files)).toEqual(['edi-api.csv', 'edi-api-ProviderAdjustments.csv', 'edi-api-Transactions.csv']);
    expect(files['edi-api.csv']).toBe(table);
  });

  it('is whole for an input of many batches, and for several files', async () => {
    const form = formOf([
      ['a.835', remittance(3000)],
      ['b.835', remittance(2)],
    ]);
    const files = await archiveOf(await postCsv(service, form, '?schemaName=default', ZIP));
    expect(Object.entries(files).map(([name, text]) => [name, text.split('\n').length])).toEqual([
      ['edi-api.csv', 3003],
      ['edi-api-Lines.csv', 3003],
      ['edi-api-ProviderAdjustments.csv', 1],
      ['edi-api-Transactions.csv', 3],
    ]);
    expect(openSpools()).toEqual([]);
  });

  it('has a file alone for a schema of one list', async () => {
    expect(Object.keys(await archiveOf(await postCsv(service, SAMPLE, '?schemaName=transactions-only', ZIP)))).toEqual(['edi-api.csv']);
  });

  it.each(['application/zip, text/csv;q=0.5', 'application/*'])('is chosen by Accept: %s', async (accept) => {
    expect((await postCsv(service, SAMPLE, '', { accept })).headers.get('content-type')).toBe('application/zip');
  });

  it('sends the first list while the rest of the body is still being uploaded', async () => {
    const text = remittance(5_000);
    const upload = request(`${service.url}/api/edi/csv`, { method: 'POST', headers: { ...ZIP, 'content-type': 'text/plain', 'content-length': text.length } });
    upload.write(text.slice(0, -100));
    const [response] = await once(upload, 'response');
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    await until(() => chunks.reduce((sum, { length }) => sum + length, 0) > 10_000);
    upload.end(text.slice(-100));
    await once(response, 'end');
    expect(Object.keys(await filesOf(Buffer.concat(chunks)))).toHaveLength(3);
  });
});

describe('an archive that breaks off', () => {
  let service: RunningService | undefined;
  let log: jest.SpyInstance;
  beforeEach(() => (log = jest.spyOn(process.stderr, 'write').mockReturnValue(true)));
  afterEach(async () => {
    log.mockRestore();
    await service?.stop();
    service = undefined;
  });

  const startWith = async (chunks: () => AsyncGenerator<FileChunk>): Promise<RunningService> => {
    const noTable = (): never => {
      throw new Error('The test wants files.');
    };
    service = await startFakeService(noTable, {}, () => filesConversionOf(chunks));
    return service;
  };

  it('keeps what waits in files without a name, for this user alone, and none when the client goes away', async () => {
    let isClosed = false;
    const running = await startWith(async function* () {
      try {
        for (;;) {
          yield { file: '', bytes: randomBytes(50_000) };
          yield { file: '-Lines', bytes: Buffer.from('line\n') };
          yield { file: '-Transactions', bytes: Buffer.from('transaction\n') };
          await pause(1);
        }
      } finally {
        isClosed = true;
      }
    });
    const client = new AbortController();
    const response = await fetch(`${running.url}/api/edi/csv`, { method: 'POST', body: 'x', headers: ZIP, signal: client.signal });
    await response.body?.getReader().read();
    // A file has a name for the moment between its two system calls.
    await until(() => openSpools().filter(({ path }) => path.endsWith(' (deleted)')).length === 2);
    expect(openSpools().map(({ mode }) => mode)).toEqual([0o600, 0o600]);
    client.abort();
    await until(() => isClosed && openSpools().length === 0);
  });

  it('puts nothing more aside when the client goes away, also for a conversion that does not listen', async () => {
    let isClosed = false;
    const running = await startWith(async function* () {
      try {
        yield { file: '', bytes: randomBytes(100_000) };
        for (let i = 0; ; i++) {
          yield { file: `-${i % 3}`, bytes: Buffer.from('x') };
          await pause(5);
        }
      } finally {
        isClosed = true;
      }
    });
    const client = new AbortController();
    const response = await fetch(`${running.url}/api/edi/csv`, { method: 'POST', body: 'x', headers: ZIP, signal: client.signal });
    await response.body?.getReader().read();
    await until(() => openSpools().length === 3);
    client.abort();
    await until(() => isClosed && openSpools().length === 0);
  });

  it('leaves nothing open when the client goes away while the further lists are sent', async () => {
    const running = await startWith(async function* () {
      yield { file: '', bytes: Buffer.from('Id\n') };
      for (let i = 0; i < 400; i++) yield { file: '-Lines', bytes: randomBytes(100_000) };
    });
    const client = request(`${running.url}/api/edi/csv`, { method: 'POST', headers: ZIP }).end('x');
    const [response] = await once(client, 'response');
    // The first list is over with its first bytes, so what comes later is of the second; a paused reader holds it there.
    await once(response, 'data');
    response.pause();
    await until(() => openSpools().length === 1);
    await pause(300);
    expect(openSpools()).toHaveLength(1);
    client.destroy();
    await until(() => openSpools().length === 0);
  });

  it('cuts the connection when the conversion fails, tells the log, and leaves nothing open', async () => {
    const running = await startWith(async function* () {
      yield { file: '', bytes: randomBytes(200_000) };
      yield { file: '-Lines', bytes: Buffer.from('line\n') };
      await pause(50);
      throw new Error('broken');
    });
    const response = await postCsv(running, 'x', '', ZIP);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    await until(() => log.mock.calls.some(([line]) => String(line).includes('"event":"failure"')));
    expect(openSpools()).toEqual([]);
  });

  it('answers 507 with EDI_OUTPUT_FAILED when there is no space for what waits, and leaves nothing open', async () => {
    let isClosed = false;
    const running = await startWith(async function* () {
      try {
        yield { file: '', bytes: Buffer.from('a') };
        yield { file: '-Lines', bytes: Buffer.from('line\n') };
      } finally {
        isClosed = true;
      }
    });
    const full = new EdiError('EDI_OUTPUT_FAILED', 'for the test');
    const append = jest.spyOn(SpoolFile.prototype, 'append').mockRejectedValue(full);
    const response = await postCsv(running, 'x', '', { accept: 'application/zip, application/json;q=0.5' });
    append.mockRestore();
    const message = expect.stringContaining('its folder for temporary files is full');
    expect([response.status, await response.json()]).toEqual([507, expect.objectContaining({ code: 'EDI_OUTPUT_FAILED', message })]);
    expect(isClosed).toBe(true);
    expect(openSpools()).toEqual([]);
  });

  it('is an empty archive when nothing was written', async () => {
    const running = await startWith(nothing);
    const response = await postCsv(running, 'x', '', ZIP);
    expect(await filesOf(new Uint8Array(await response.arrayBuffer()))).toEqual({});
  });

  it('streams the file that comes first, whatever it is called', async () => {
    const running = await startWith(async function* () {
      yield { file: '-Lines', bytes: Buffer.from('a') };
      yield { file: '-Others', bytes: Buffer.from('b') };
      yield { file: '-Lines', bytes: Buffer.from('c') };
    });
    const response = await postCsv(running, 'x', '?ediFileName=..%2F%C3%A9t%C3%A9.x12.gz', ZIP);
    expect(await filesOf(new Uint8Array(await response.arrayBuffer()))).toEqual({ 'été-Lines.csv': 'ac', 'été-Others.csv': 'b' });
  });
});
