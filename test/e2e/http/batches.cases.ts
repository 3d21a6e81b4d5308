import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { USUAL_ATTEMPTS } from '../../../src/batch/file-worker';
import { inProcessConverter } from '../../../src/batch/in-process-converter';
import { openLedger } from '../../../src/batch/ledger/open-ledger';
import { openQueue } from '../../../src/batch/queue/batch-queue';
import { runWorker } from '../../../src/batch/queue/run-worker';
import { makeApiKey } from '../../../src/http/auth/api-key';
import { updateKeyFile } from '../../../src/http/auth/key-file';
import type { RunningService } from '../../../src/main';
import { Storages } from '../../../src/storage/storages';
import { codeDatabases, type TestDatabase } from '../../support/code-databases';
import { OpenApiValidator } from '../../support/openapi-validator';
import { describeOn, queueServers } from '../../support/queues';
import { remittance } from '../edi-835';
import { startRealService } from '../test-service';

const A_DAY = 86_400;

/** A port that nothing listens on. */
const NOTHING = '127.0.0.1:1';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers have no types here: the OpenAPI document describes them
  readonly json: any;
}

const validators = new Map<boolean, Promise<OpenApiValidator>>();

/** Compiles the schemas of the document once for services with keys and once for those without: no other setting changes it. */
async function validatorOf(service: RunningService, hasKeys: boolean): Promise<OpenApiValidator> {
  const load = async (): Promise<OpenApiValidator> =>
    new OpenApiValidator((await (await fetch(`${service.url}/api/docs/openapi.json`)).json()) as OpenAPIObject);
  const validator = validators.get(hasKeys) ?? load();
  validators.set(hasKeys, validator);
  return validator;
}

/** The converter of all workers, whose engines have compiled the guides. It opens no codes. */
const converter = inProcessConverter({ environment: { CLEARLOOP_DATA_DIR: ':memory:' } });

describe('batches over REST', () => {
  let folder: string;
  let service: RunningService;
  let validator: OpenApiValidator;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'clearloop-rest-')));
    for (const name of ['in', 'out', 'secret']) mkdirSync(path(name));
  });
  afterEach(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const path = (name: string): string => join(folder, name);
  const serve = async (environment: Readonly<Record<string, string>>): Promise<void> => {
    service = await startRealService(environment);
    validator = await validatorOf(service, 'CLEARLOOP_API_KEYS_FILE' in environment);
  };

  /** Asks, and compares the answer with the document: `GET /api/batches/{id}` with an id. */
  const ask = async (operation: string, id = '', init: RequestInit & { readonly query?: string } = {}): Promise<Answer> => {
    const [method = '', route = ''] = operation.split(' ');
    const response = await fetch(`${service.url}${route.replace('{id}', id)}${init.query ?? ''}`, { ...init, method });
    const text = await response.text();
    const contentType = response.headers.get('content-type') ?? '';
    const received = { method: method.toLowerCase() as 'get', path: route, status: response.status, contentType, text };
    expect(validator.problemOf(received)).toBeUndefined();
    return { status: response.status, headers: response.headers, text, json: contentType.startsWith('application/json') ? JSON.parse(text) : undefined };
  };
  const submit = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    ask('POST /api/batches', '', { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

  it('are refused without roots, and the answer says what to set', async () => {
    await serve({});
    const message = expect.stringMatching(/CLEARLOOP_BATCH_ROOTS.*CLEARLOOP_QUEUE_URL/);
    const answers = [
      await submit({ sources: [path('in')], target: path('out') }),
      await ask('GET /api/batches'),
      await ask('GET /api/batches/{id}', 'x'),
      await ask('GET /api/batches/{id}/events', 'x'),
      await ask('DELETE /api/batches/{id}', 'x'),
      await ask('POST /api/batches/{id}/retry', 'x'),
    ];
    for (const { status, json } of answers) expect([status, json]).toEqual([403, { objectType: 'ERROR', code: 'EDI_BATCH_REFUSED', message }]);
    expect((await ask('GET /health')).json).toEqual({ status: 'ok' });
    expect((await ask('GET /metrics')).text).not.toContain('clearloop_batch');
  });

  it('are not asked for by a path that cannot be read', async () => {
    await serve({});
    for (const id of ['%ff', 'x'.repeat(101)]) expect((await ask('GET /api/batches/{id}', id)).json.code).toBe('EDI_BAD_PARAMETER');
  });

  it('need a queue for their roots when the service starts', async () => {
    await serve({});
    await expect(startRealService({ CLEARLOOP_BATCH_ROOTS: '/data' })).rejects.toMatchObject({
      code: 'EDI_BAD_PARAMETER',
      message: expect.stringContaining('needs CLEARLOOP_QUEUE_URL'),
    });
    await expect(startRealService({ CLEARLOOP_BATCH_ROOTS: 'data' })).rejects.toMatchObject({ message: expect.stringContaining('absolute paths') });
  });

  it('need a key when the service has keys', async () => {
    const { key, record } = makeApiKey('tester', new Date(), undefined);
    updateKeyFile(path('keys.json'), () => [record]);
    await serve({ CLEARLOOP_API_KEYS_FILE: path('keys.json') });
    expect((await submit({})).status).toBe(401);
    expect((await ask('GET /api/batches/{id}/events', 'x')).status).toBe(401);
    expect((await submit({ sources: ['/x'], target: '/y' }, { 'x-api-key': key })).status).toBe(403);
  });

  it('answer that queue and ledger are down, and the service goes on', async () => {
    const down = { CLEARLOOP_QUEUE_URL: `postgres://${NOTHING}/queue`, CLEARLOOP_LEDGER_URL: `postgres://${NOTHING}/ledger` };
    await serve({ CLEARLOOP_BATCH_ROOTS: folder, ...down });
    const answer = await submit({ sources: [path('in')], target: path('out') });
    expect([answer.status, answer.json.code]).toEqual([503, 'EDI_LEDGER_UNAVAILABLE']);
    expect((await ask('GET /health')).json).toEqual({ status: 'ok', batches: { ledger: 'unavailable', queue: 'unavailable' } });
    const metrics = (await ask('GET /metrics')).text;
    expect(metrics).toContain('\nclearloop_batch_ledger_up 0\n');
    expect(metrics).toContain('\nclearloop_batch_queue_up 0\n');
    expect(metrics).not.toMatch(/^clearloop_batch_files/m);
  });

  describeOn(
    queueServers().slice(0, 1),
    (name) => `with workers of a queue on ${name}`,
    (server) => {
      let database: TestDatabase;
      let removeQueue: () => Promise<void>;
      let stopWorker: () => Promise<void>;
      let environment: Readonly<Record<string, string>>;
      beforeEach(async () => {
        const kind = codeDatabases().at(-1);
        if (kind === undefined) throw new Error('no database');
        database = await kind.createShared();
        const queue = await server.create();
        removeQueue = queue.remove;
        stopWorker = async () => undefined;
        const { CLEARLOOP_DB_URL: url, ...folders } = database.settings;
        environment = { ...folders, ...(url === undefined ? {} : { CLEARLOOP_LEDGER_URL: url }), ...queue.settings } as Readonly<Record<string, string>>;
        await serve({ CLEARLOOP_BATCH_ROOTS: `${path('in')},${path('out')},s3://claims/in`, ...environment });
      });
      afterEach(async () => {
        await stopWorker();
        await service.stop();
        await removeQueue();
        await database.remove();
      });

      const write = (files: Readonly<Record<string, number | string>>): void => {
        for (const [name, content] of Object.entries(files)) {
          writeFileSync(path(name), typeof content === 'number' ? remittance(content) : content);
          const yesterday = Date.now() / 1000 - A_DAY;
          utimesSync(path(name), yesterday, yesterday);
        }
      };
      const startWorker = async (): Promise<void> => {
        const [ledger, queue, stop] = [await openLedger(environment), await openQueue(environment), new AbortController()];
        const storages = new Storages({ environment: {} });
        const attempts = { ...USUAL_ATTEMPTS, delay: () => 0, settleMilliseconds: 0 };
        const tools = { ledger, queue, storages, converter, attempts, lookMilliseconds: 20, whyNot: () => undefined };
        const working = runWorker({ ...tools, signal: stop.signal });
        stopWorker = async () => {
          stop.abort(new Error('the end of the test'));
          await working;
          await Promise.all([queue.close(), ledger.close(), storages.close()]);
        };
      };
      /** Follows a batch to its end by its events. */
      const eventsOf = async (id: string): Promise<readonly { readonly type: string; readonly state: string }[]> => {
        const { text, headers } = await ask('GET /api/batches/{id}/events', id);
        expect(headers.get('content-type')).toBe('text/event-stream');
        const events = text.split('\n\n').filter((event) => event.includes('data: '));
        return events.map((event) => ({ type: /event: (\w+)/.exec(event)?.[1] ?? '', ...JSON.parse(/data: (.*)/.exec(event)?.[1] ?? '') }));
      };

      it('are submitted, followed, reported and tried again', async () => {
        write({ 'in/a.835': 3, 'in/b.835': 2, 'in/broken.835': 'Dear Sir or Madam' });
        mkdirSync(path('in/march'));
        const submitted = await submit({ sources: [path('in')], target: path('out'), output: 'ndjson', descriptions: false });
        const { id } = submitted.json;
        expect([submitted.status, submitted.headers.get('location')]).toEqual([202, `/api/batches/${id}`]);
        expect(submitted.json).toMatchObject({ state: 'running', sources: [path('in')], target: path('out'), output: 'ndjson' });
        // The same request is the same batch while it runs; null is treated as absent.
        expect((await submit({ sources: [path('in')], target: path('out'), output: 'ndjson', descriptions: false, recurse: null })).json.id).toBe(id);
        expect((await submit({ sources: [path('in')], target: path('out'), output: 'ndjson', descriptions: false })).json.id).toBe(id);
        expect((await ask('GET /health')).json.batches).toEqual({ ledger: 'ok', queue: 'ok' });
        const metrics = (await ask('GET /metrics')).text;
        expect(metrics).toContain('\nclearloop_batches_running 1\n');
        expect(metrics).toMatch(/^clearloop_batch_queue_waiting [123]$/m);
        expect(metrics).toContain('\nclearloop_batch_files{state="done"} 0\n');
        expect(metrics).toContain('\nclearloop_batch_attempts 0\n');

        await startWorker();
        expect((await eventsOf(id)).at(-1)).toMatchObject({ type: 'end', id, state: 'failed', files: { done: 2, failed: 1 } });
        expect(readdirSync(path('out')).sort()).toEqual(['a.835.ndjson', 'b.835.ndjson']);
        expect((await ask('GET /api/batches/{id}', id)).json).toMatchObject({ state: 'failed', isListed: true, totals: { records: 5, errors: 0 } });
        const ignored = { count: 1, entries: [{ file: 'march', reason: 'a folder; --recurse looks into it' }] };
        expect((await ask('GET /api/batches/{id}', id)).json).toMatchObject({ ignored, emptySources: [] });

        const first = (await ask('GET /api/batches/{id}/files', id, { query: '?limit=2' })).json;
        expect(first.files).toMatchObject([
          { file: 'a.835', state: 'done', records: 3, attempts: 1, outputs: [path('out/a.835.ndjson')] },
          { file: 'b.835', state: 'done' },
        ]);
        const rest = (await ask('GET /api/batches/{id}/files', id, { query: `?limit=2&after=${first.next}` })).json;
        expect(rest).toMatchObject({ files: [{ file: 'broken.835', state: 'failed', code: 'EDI_NOT_EDI' }] });
        expect(rest.next).toBeUndefined();
        expect((await ask('GET /api/batches/{id}/files', id, { query: '?state=failed' })).json.files).toHaveLength(1);
        expect((await ask('GET /api/batches/{id}/files', id, { query: '?limit=3' })).json.next).toBeUndefined();
        expect((await ask('GET /api/batches/{id}/report', id, { query: '?format=text' })).text).toContain('FAILED broken.835: EDI_NOT_EDI');
        expect((await ask('GET /api/batches/{id}/report', id, { query: '?format=csv' })).text.split('\n')).toHaveLength(5);
        expect((await ask('GET /api/batches/{id}/report', id)).json).toMatchObject({ version: 1, totals: { files: 3 } });

        write({ 'in/broken.835': 1 });
        expect((await ask('POST /api/batches/{id}/retry', id)).json).toEqual({ waiting: 1 });
        expect((await eventsOf(id)).at(-1)).toMatchObject({ type: 'end', state: 'done', files: { done: 3 } });
        expect((await ask('GET /api/batches', '', { query: '?state=done' })).json).toMatchObject({ batches: [{ id }] });
        expect((await ask('GET /api/batches', '', { query: '?state=running' })).json).toEqual({ batches: [] });
      });

      it('fail when no source has a file, until they are tried again', async () => {
        const { id } = (await submit({ sources: [path('in')], target: path('out'), descriptions: false })).json;
        await startWorker();
        expect((await eventsOf(id)).at(-1)).toMatchObject({ type: 'end', state: 'failed' });
        const failure = { code: 'EDI_NO_FILES', message: expect.stringContaining(`No EDI files in ${path('in')}.`) };
        expect((await ask('GET /api/batches/{id}', id)).json).toMatchObject({ state: 'failed', failure, emptySources: [path('in')] });
        expect((await ask('GET /api/batches/{id}/report', id)).json).toMatchObject({ state: 'failed', failure, totals: { files: 0 } });
        write({ 'in/a.835': 1 });
        expect((await ask('POST /api/batches/{id}/retry', id)).status).toBe(202);
        expect((await eventsOf(id)).at(-1)).toMatchObject({ type: 'end', state: 'done', files: { done: 1 } });
        expect((await ask('GET /api/batches/{id}', id)).json.failure).toBeUndefined();
      });

      it('are listed page by page, the newest first, and cancelled', async () => {
        const ids: string[] = [];
        for (const name of ['1', '2', '3']) ids.unshift((await submit({ sources: [path('in')], target: path(`out/${name}`), watch: true })).json.id);
        const first = (await ask('GET /api/batches', '', { query: '?limit=2' })).json;
        const rest = (await ask('GET /api/batches', '', { query: `?limit=2&before=${first.next}` })).json;
        expect([...first.batches, ...rest.batches].map(({ id }) => id)).toEqual(ids);
        expect(rest.next).toBeUndefined();
        expect((await ask('GET /api/batches', '', { query: '?limit=3' })).json.next).toBeUndefined();
        expect((await ask('DELETE /api/batches/{id}', ids[0])).json).toMatchObject({ id: ids[0], state: 'cancelled' });
        expect((await eventsOf(ids[0] ?? '')).map(({ type, state }) => [type, state])).toEqual([['end', 'cancelled']]);
      });

      it('refuse pages that are too large, and name the maximum', async () => {
        const { id } = (await submit({ sources: [path('in')], target: path('out') })).json;
        const message = (maximum: number): unknown => expect.stringContaining(`to ${maximum}`);
        const batches = await ask('GET /api/batches', '', { query: '?limit=101' });
        expect([batches.status, batches.json]).toMatchObject([400, { code: 'EDI_BAD_PARAMETER', message: message(100) }]);
        const files = await ask('GET /api/batches/{id}/files', id, { query: '?limit=1001' });
        expect([files.status, files.json]).toMatchObject([400, { code: 'EDI_BAD_PARAMETER', message: message(1000) }]);
        expect((await ask('GET /api/batches/{id}/files', id, { query: '?limit=1000' })).status).toBe(200);
      });

      it('end the streams of their events when the service stops', async () => {
        const { id } = (await submit({ sources: [path('in')], target: path('out'), watch: true })).json;
        const reader = (await fetch(`${service.url}/api/batches/${id}/events`)).body?.getReader();
        await reader?.read();
        const stopped = service.stop();
        while ((await reader?.read())?.done === false);
        await stopped;
      });

      it('are refused outside of the roots, also by links that appear later', async () => {
        const refused = async (body: object): Promise<unknown> => {
          const { status, json } = await submit({ sources: [path('in')], target: path('out'), ...body });
          return [status, json.code];
        };
        const REFUSED = [403, 'EDI_BATCH_REFUSED'];
        expect(await refused({ sources: [path('secret')] })).toEqual(REFUSED);
        expect(await refused({ sources: [`${path('in')}/../secret/*.835`] })).toEqual(REFUSED);
        expect(await refused({ sources: [path('in'), 's3://claims/inbox/'] })).toEqual(REFUSED);
        expect(await refused({ target: path('secret/new') })).toEqual(REFUSED);
        expect(await refused({ target: 's3://claims/other' })).toEqual(REFUSED);
        expect(await refused({ sources: ['in'] })).toEqual([400, 'EDI_BAD_PARAMETER']);
        expect(await refused({ roots: ['/'] })).toEqual([400, 'EDI_BAD_PARAMETER']);
        expect(await refused({ partBytes: 999_999 })).toEqual([400, 'EDI_BAD_PARAMETER']);
        expect(await refused({ partBytes: -1 })).toEqual([400, 'EDI_BAD_PARAMETER']);

        write({ 'in/a.835': 1, 'secret/b.835': 2 });
        symlinkSync(path('secret'), path('in/link'));
        symlinkSync(path('secret/b.835'), path('in/b.835'));
        const { id } = (await submit({ sources: [path('in')], target: path('out/x'), recurse: true })).json;
        await startWorker();
        await eventsOf(id);
        expect(readdirSync(path('out/x'))).toEqual(['a.835.json']);
        // A target that becomes a link after the check of the service.
        symlinkSync(path('secret'), path('out/y'));
        expect(await refused({ target: path('out/y') })).toEqual(REFUSED);
        rmSync(path('out/y'));
        await stopWorker();
        stopWorker = async () => undefined;
        const late = (await submit({ sources: [path('in/a.835')], target: path('out/y') })).json;
        symlinkSync(path('secret'), path('out/y'));
        await startWorker();
        expect((await eventsOf(late.id)).at(-1)).toMatchObject({ state: 'failed' });
        expect((await ask('GET /api/batches/{id}/files', late.id)).json.files).toMatchObject([{ state: 'failed', code: 'EDI_BATCH_REFUSED' }]);
        expect(readdirSync(path('secret'))).toEqual(['b.835']);
      });

      it('show no batches of the command line outside of the roots', async () => {
        const ledger = await openLedger(environment);
        const options = { conversion: { output: 'json' }, extension: 'json' };
        await ledger.batches.create('outside', { sources: [path('secret')], target: path('out'), options });
        await ledger.batches.create('inside', { sources: [path('in')], target: path('out'), options });
        await ledger.batches.create('other-roots', { sources: [path('in')], target: path('out'), options, roots: ['/'] }, { isQueued: true });
        await ledger.close();
        expect((await ask('GET /api/batches')).json.batches.map(({ id }: { id: string }) => id)).toEqual(['inside']);
        for (const id of ['outside', 'other-roots', 'nothing', 'a%00b'])
          expect((await ask('DELETE /api/batches/{id}', id)).json.code).toBe('EDI_BATCH_NOT_FOUND');
        expect((await ask('POST /api/batches/{id}/retry', 'inside')).json.code).toBe('EDI_BATCH_REFUSED');
      });

      it('are not made of broken bodies and values that are not allowed', async () => {
        const bodies: readonly (readonly [what: string, text: string, status: number])[] = [
          ['no JSON', 'Dear Sir', 400],
          ['a list', '[]', 400],
          ['nothing', '', 400],
          ['an unknown output', '{"sources":["IN"],"target":"OUT","output":"docx"}', 400],
          ['no sources', '{"sources":[],"target":"OUT"}', 400],
          ['a number as target', '{"sources":["IN"],"target":5}', 400],
          ['a level that does not exist', '{"sources":["IN"],"target":"OUT","levels":"9"}', 400],
          ['a web address with a query', '{"sources":["https://example.org/a?signature=s3cret"],"target":"OUT"}', 400],
          ['a megabyte', JSON.stringify({ sources: ['x'.repeat(1_100_000)] }), 413],
        ];
        for (const [what, text, expected] of bodies) {
          const body = text.replaceAll('IN', path('in')).replaceAll('OUT', path('out'));
          const { status, text: answer } = await ask('POST /api/batches', '', { headers: { 'content-type': 'application/json' }, body });
          expect([what, status]).toEqual([what, expected]);
          expect(answer).not.toContain('s3cret');
        }
      });

      it('are made of JSON only, and name ignored parameters', async () => {
        expect((await submit({}, { 'content-type': 'text/plain' })).status).toBe(415);
        const ignoring = await ask('POST /api/batches', '', {
          query: '?output=csv',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ sources: [path('in')], target: path('out'), recursive: true }),
        });
        expect([ignoring.status, ignoring.headers.get('x-clearloop-ignored')]).toEqual([400, 'output']);
        expect(ignoring.json.message).toContain('"recursive"');
      });
    },
  );
});
