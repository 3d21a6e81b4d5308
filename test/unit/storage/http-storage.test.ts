import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Storages } from '../../../src/storage/storages';
import { textOf } from '../io/collect';
import { firstFile, foundBy, NO_WAIT, put } from './storage-subjects';

const TEXT = 'ISA*00*'.repeat(20_000);

describe('http:// addresses', () => {
  let server: Server;
  let origin: string;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const storages = new Storages({ environment: {}, retries: NO_WAIT });
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  /** Answers as servers of files do; connections of GET end after as many bytes as the list says. */
  function serve({ cuts = [] as number[], ranges = true, etag = '"1"' } = {}): readonly string[] {
    const asked: string[] = [];
    answer = ({ method = '', headers }, response) => {
      asked.push(`${method}${headers.range === undefined ? '' : ` ${headers.range}`}`);
      if (headers['if-match'] !== undefined && headers['if-match'] !== etag) return void response.writeHead(412).end();
      const [, first = '0', last = ''] = (ranges ? /^bytes=(\d+)-(\d*)/.exec(headers.range ?? '') : null) ?? [];
      const start = Number(first);
      const body = TEXT.slice(start, last === '' ? undefined : Number(last) + 1);
      const accepts = ranges ? { 'accept-ranges': 'bytes' } : {};
      response.writeHead(body.length < TEXT.length ? 206 : 200, {
        ...accepts,
        'content-length': body.length,
        etag,
        'last-modified': 'Sun, 22 Nov 2026 10:00:00 GMT',
      });
      if (method === 'HEAD') return void response.end();
      const cut = cuts.shift();
      if (cut === undefined) return void response.end(body);
      response.write(body.slice(0, cut), () => response.destroy());
    };
    return asked;
  }

  it('name one file, without the query, with size, ETag and time', async () => {
    serve();
    const file = await firstFile(storages, `${origin}/in/a%20b.835?X-Amz-Signature=s3cret`);
    expect(file).toMatchObject({ below: 'a b.835', bytes: TEXT.length, version: '"1"', modifiedAt: '2026-11-22T10:00:00.000Z' });
    expect(storages.source(file, file.below).url).toBe(`${origin}/in/a%20b.835`);
    await expect(textOf(storages.source(file, file.below).open())).resolves.toBe(TEXT);
  });

  it.each([
    ['by ranges', true],
    ['from the start, where a server knows no ranges', false],
  ])('continue where a connection was cut, %s', async (_how, ranges) => {
    const asked = serve({ cuts: [70_000, 35_000], ranges });
    const file = await firstFile(storages, `${origin}/a.835`);
    await expect(textOf(storages.read(file))).resolves.toBe(TEXT);
    expect(asked[0]).toBe('HEAD');
    expect(asked.length).toBeGreaterThanOrEqual(3);
    expect(asked[2]).toMatch(/^GET bytes=\d+-$/);
  });

  it('read ranges where the server says that it has them, also over connections that are cut', async () => {
    const asked = serve({ cuts: [30_000] });
    const file = await firstFile(storages, `${origin}/a.835`);
    expect(file.hasRanges).toBe(true);
    await expect(textOf(storages.read(file, { start: 5, end: 90_005 }))).resolves.toBe(TEXT.slice(5, 90_005));
    expect(asked.slice(1)).toEqual(['GET bytes=5-90004', 'GET bytes=30005-90004']);
    serve({ etag: '"2"' });
    await expect(textOf(storages.read(file, { start: 5, end: 10 }))).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE' });
    serve({ ranges: false });
    expect((await firstFile(storages, `${origin}/a.835`)).hasRanges).toBe(false);
    await expect(textOf(storages.read(file, { start: 5, end: 10 }))).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE' });
  });

  it('do not read a file that changed since it was found', async () => {
    serve();
    const file = await firstFile(storages, `${origin}/a.835`);
    serve({ etag: '"2"' });
    await expect(textOf(storages.read(file))).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE', message: expect.stringContaining('changed') });
  });

  it('try again while a server is busy', async () => {
    let refusals = 2;
    serve();
    const usual = answer;
    answer = (request, response) => (refusals-- > 0 ? void response.writeHead(503).end() : usual(request, response));
    await expect(firstFile(storages, `${origin}/a.835`)).resolves.toMatchObject({ bytes: TEXT.length });
  });

  it('report what is not there, and what is refused, without the query', async () => {
    answer = (_request, response) => void response.writeHead(404).end();
    await expect(foundBy(storages, `${origin}/a.835?sig=s3cret`)).rejects.toMatchObject({ message: `${origin}/a.835 cannot be read: there is no such file.` });
    answer = (_request, response) => void response.writeHead(401).end();
    await expect(foundBy(storages, `${origin}/a.835?sig=s3cret`)).rejects.toMatchObject({ message: `${origin}/a.835 cannot be read: refused (status 401).` });
  });

  it('go to another address only where they may', async () => {
    answer = ({ url }, response) => {
      if (url === '/a.835') response.writeHead(302, { location: '/b.835' });
      else response.writeHead(200, { 'content-length': 0 });
      response.end();
    };
    await expect(firstFile(storages, `${origin}/a.835`)).resolves.toMatchObject({ bytes: 0 });
    const strict = new Storages({ environment: {}, retries: NO_WAIT, redirects: false });
    await expect(firstFile(strict, `${origin}/a.835`)).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE' });
  });

  it('are read only', async () => {
    await expect(put(storages, `${origin}/out.json`, 'x')).rejects.toMatchObject({ code: 'EDI_OUTPUT_FAILED', message: expect.stringContaining('read only') });
  });
});
