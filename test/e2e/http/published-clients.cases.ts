import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { RunningService } from '../../../src/main';
import { textOf } from '../../unit/io/collect';
import { sharedService } from '../test-service';

const SAMPLES = join(__dirname, '../../../samples');
const EDI = readFileSync(join(SAMPLES, '835.edi'), 'utf8');
const CLAIMS = readFileSync(join(SAMPLES, '837p.edi'), 'utf8');
const TELECOM = readFileSync(join(SAMPLES, 'ncpdp-claim.txt'), 'latin1');

/** A part of a form as clients write it. */
const part = (headers: string, content: string): string => `--XyZ\r\n${headers}\r\n\r\n${content}\r\n`;
const FORM_END = '--XyZ--\r\n';

/** Takes the sizes out of a body in chunks. */
function joinChunks(text: string): string {
  let joined = '';
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, end), 16);
    joined += text.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
  return joined;
}

/** Requests byte by byte as Python's requests, curl and the clients of Java write them, so that no library of ours comes between. */
describe('clients as they are published', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService();
  });

  interface Answer {
    readonly status: number;
    readonly type: string;
    readonly body: string;
  }

  const send = async (method: string, path: string, headers: readonly string[], body = ''): Promise<Answer> => {
    const client = connect(Number(new URL(service.url).port), '127.0.0.1');
    const length = method === 'GET' ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`];
    client.write([`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1:5080', ...headers, ...length, 'Connection: close', '', ''].join('\r\n'));
    client.write(Buffer.from(body, 'latin1'));
    const text = (await textOf(client)).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
    const [head = '', ...rest] = text.split('\r\n\r\n');
    return {
      status: Number(head.slice(9, 12)),
      type: /^content-type: (.*)$/im.exec(head)?.[1]?.trim() ?? '',
      body: /^transfer-encoding: chunked/im.test(head) ? joinChunks(rest.join('\r\n\r\n')) : rest.join('\r\n\r\n'),
    };
  };

  const PYTHON = ['User-Agent: python-requests/2.32.3', 'Accept-Encoding: gzip, deflate', 'Accept: */*'];
  const CURL = ['User-Agent: curl/8.5.0', 'Accept: */*'];
  // What the client of the JDK sends over plain HTTP: it offers HTTP/2 with every first request.
  const JAVA = ['User-Agent: Java-http-client/21.0.2', 'HTTP2-Settings: AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA', 'Upgrade: h2c'];
  const JAVA_URL = ['User-Agent: Java/17.0.9', 'Accept: text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'];

  it.each([
    ['True', 'application/x-ndjson'],
    ['TRUE', 'application/x-ndjson'],
    ['true', 'application/x-ndjson'],
    ['1', 'application/x-ndjson'],
    ['Yes', 'application/x-ndjson'],
    ['False', 'application/json'],
    ['FALSE', 'application/json'],
    ['0', 'application/json'],
    ['no', 'application/json'],
  ])('send booleans as their language writes them, everywhere: %s', async (value, type) => {
    const json = await send('POST', `/api/edi/json?ndjson=${value}&validate=${value}&descriptions=${value}`, PYTHON, EDI);
    expect([json.status, json.type]).toEqual([200, type]);
    const issues = await send('POST', `/api/edi/validate?ndjson=${value}`, PYTHON, EDI);
    expect([issues.status, issues.type]).toEqual([200, type]);
    const telecom = await send('POST', `/api/ncpdp/parse?ndjson=${value}&batch=${value}&descriptions=${value}&validate=${value}`, PYTHON, TELECOM);
    expect([telecom.status, telecom.type]).toEqual([200, type]);
    const csv = await send('POST', `/api/edi/csv?warningsInResponse=${value}&spreadsheetSafe=${value}`, PYTHON, EDI);
    expect(csv.status).toBe(200);
    const parsed = await send('POST', `/api/edi/parse?gen999=${value}&asSegments=${value}`, PYTHON, EDI);
    expect([parsed.status, parsed.body.includes('"ackEdi":"ISA')]).toEqual([200, type === 'application/x-ndjson']);
  });

  it.each(['2', 'on', 'None', 'truee', ' true', ''])('get 400 for what is no boolean: %j', async (value) => {
    const answer = await send('POST', `/api/edi/json?ndjson=${encodeURIComponent(value)}`, PYTHON, EDI);
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('Allowed: true or false.')]);
  });

  it.each([
    ['requests.post(data=text)', PYTHON, EDI],
    ['requests.post(data=text, headers)', [...PYTHON, 'Content-Type: text/plain'], EDI],
    ['requests.post(data=file)', [...PYTHON, 'Content-Type: application/octet-stream'], EDI],
    ['curl --data-binary', [...CURL, 'Content-Type: application/x-www-form-urlencoded'], EDI],
    ['curl -d @file, which takes line breaks out', [...CURL, 'Content-Type: application/x-www-form-urlencoded'], EDI.replaceAll(/[\r\n]/g, '')],
    ['curl of a large file', [...CURL, 'Content-Type: text/plain', 'Expect: 100-continue'], EDI],
    ['java.net.http', [...JAVA, 'Content-Type: text/plain'], EDI],
    ['java.net.http, with an expectation', [...JAVA, 'Expect: 100-continue', 'Content-Type: text/plain; charset=UTF-8'], EDI],
    ['HttpURLConnection', [...JAVA_URL, 'Content-type: application/x-www-form-urlencoded'], EDI],
    ['RestTemplate', ['Accept: text/plain, application/json, application/*+json, */*', 'Content-Type: text/plain;charset=ISO-8859-1'], EDI],
    ['a client that knows the type of EDI', ['Content-Type: application/EDI-X12'], EDI],
  ])('send EDI as text: %s', async (_what, headers, body) => {
    const { status, body: answer } = await send('POST', '/api/edi/json?ndjson=True&ediFileName=remit.edi', headers, body);
    expect(status).toBe(200);
    expect(answer.match(/"objectType":"PAYMENT"/g)).toHaveLength(2);
    expect(answer).not.toContain('"ERROR"');
  });

  it.each([
    [
      'requests.post(files=[...])',
      part('Content-Disposition: form-data; name="files"; filename="a.edi"', EDI) +
        part('Content-Disposition: form-data; name="files"; filename="b.edi"', CLAIMS),
    ],
    [
      'requests.post(files=[...], data={...})',
      part('Content-Disposition: form-data; name="note"', 'x') +
        part('Content-Disposition: form-data; name="files"; filename="a.edi"', EDI) +
        part('Content-Disposition: form-data; name="files"; filename="b.edi"', CLAIMS),
    ],
    [
      'curl -F, with fields after the files',
      part('Content-Disposition: form-data; name="files"; filename="a.edi"\r\nContent-Type: application/octet-stream', EDI) +
        part('Content-Disposition: form-data; name="files"; filename="b.edi"\r\nContent-Type: text/plain', CLAIMS) +
        part('Content-Disposition: form-data; name="note"', 'x'),
    ],
    [
      'RestTemplate, which writes the type first and the length of each part',
      part(`Content-Type: text/plain;charset=UTF-8\r\nContent-Length: 1\r\nContent-Disposition: form-data; name="note"`, 'x') +
        part(`Content-Type: application/octet-stream\r\nContent-Length: ${EDI.length}\r\nContent-Disposition: form-data; name="files"; filename="a.edi"`, EDI) +
        part(`Content-Disposition: form-data; name="files"; filename*=UTF-8''b.edi; filename="b.edi"\r\nContent-Transfer-Encoding: binary`, CLAIMS),
    ],
  ])('send files in a form: %s', async (_what, parts) => {
    const { status, body } = await send('POST', '/api/edi/json?ndjson=True', ['Content-Type: multipart/form-data;boundary="XyZ"'], parts + FORM_END);
    expect(status).toBe(200);
    expect([...new Set([...body.matchAll(/"fileInfo":\{"name":"([^"]+)"/g)].map(([, name]) => name))]).toEqual(['a.edi', 'b.edi']);
    expect(body).not.toContain('"ERROR"');
  });

  it.each(['application/json', 'application/json;charset=UTF-8', 'application/json; charset=utf-8'])('send JSON to generate as %s', async (type) => {
    const body = JSON.stringify({ interchangeControl: 1 });
    const { status, type: answered } = await send('POST', '/api/edi/gen/835?failOnValidationErrors=True', [...PYTHON, `Content-Type: ${type}`], body);
    expect([status, answered]).toEqual([400, 'application/json; charset=utf-8']);
  });

  it.each([
    [[], 'text/plain; charset=utf-8'],
    [['Accept: */*'], 'text/plain; charset=utf-8'],
    [['Accept: text/plain'], 'text/plain; charset=utf-8'],
    [['Accept: text/csv'], 'text/csv; charset=utf-8'],
    [['Accept: text/csv, text/plain;q=0.5'], 'text/csv; charset=utf-8'],
    [['Accept: application/json'], 'text/plain; charset=utf-8'],
  ])('get CSV as text, or as text/csv where they prefer it: %j', async (headers, type) => {
    expect(await send('POST', '/api/edi/csv', headers, EDI)).toMatchObject({ status: 200, type });
    expect(await send('GET', '/api/code/csv?type=FREQUENCY_CODE&howMany=1', headers)).toMatchObject({ status: 200, type });
  });

  it.each(['/api//edi/json', '//api/edi/json', '/api/edi/json/'])(
    'reach an operation whose address they put together with one slash more: %s',
    async (path) => {
      expect((await send('POST', path, PYTHON, EDI)).status).toBe(200);
    },
  );

  it('send any size of chunks that the interface allows', async () => {
    for (const path of ['/api/edi/json', '/api/edi/csv', '/api/edi/validate', '/api/ncpdp/parse'])
      expect((await send('POST', `${path}?chunkSize=2147483647`, PYTHON, path.includes('ncpdp') ? TELECOM : EDI)).status).toBe(200);
  });

  it('find STR where a value is of the wrong type', async () => {
    const { body } = await send('POST', '/api/edi/validate', PYTHON, EDI.replace(/DTM\*472\*\d{8}/, 'DTM*472*20051301'));
    expect(JSON.parse(body)).toContainEqual(expect.objectContaining({ issueType: 'WRONG_TYPE', dataType: 'DATE', actualDataType: 'STR' }));
  });

  it('find a name of their own on each unnamed input, the same for the same input', async () => {
    const nameIn = async (body: string): Promise<string | undefined> =>
      /"fileInfo":\{"name":"([^"]+)"/.exec((await send('POST', '/api/edi/json', PYTHON, body)).body)?.[1];
    const [first, again, other] = [await nameIn(EDI), await nameIn(EDI), await nameIn(CLAIMS)];
    expect(first).toMatch(/^edi-api\d+\.edi$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});
