import { request } from 'node:http';
import type { RunningService } from '../../../src/main';
import { claim, remittance } from '../../support/remittance';
import { sharedService } from '../test-service';

/** A file with one unknown segment and one amount that is no number. */
const INPUT = remittance({ claims: [[...claim(1), 'ZZZ*1'], claim(2).map((text) => text.replace('*100*80*20*12*', '*1O0*80*20*12*'))] });

interface Answer {
  readonly announced: string | undefined;
  readonly trailer: string | undefined;
  readonly body: string;
}

async function post({ url }: RunningService, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'text/plain', ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { trailer: announced } = response.headers;
        resolve({ announced, trailer: response.trailers['x-clearloop-skipped'], body: Buffer.concat(chunks).toString('latin1') });
      });
    });
    sent.on('error', reject);
    sent.end(INPUT);
  });
}

describe('the trailer of what is in no record', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService({});
  });

  it.each([
    ['JSON', '/api/edi/json', {}],
    ['NDJSON', '/api/edi/json?ndjson=true', {}],
    ['CSV', '/api/edi/csv', {}],
    ['CSV tables in an archive', '/api/edi/csv', { accept: 'application/zip' }],
  ])('comes behind %s', async (_name, path, headers) => {
    const { announced, trailer, body } = await post(service, path, headers);
    expect(body.length).toBeGreaterThan(0);
    expect(body).not.toContain('WARNING');
    expect({ announced, trailer }).toEqual({ announced: 'x-clearloop-skipped', trailer: 'segments=1, values=1' });
  });

  it('has its counts among the metrics', async () => {
    await post(service, '/api/edi/json');
    const text = await (await fetch(`${service.url}/metrics`)).text();
    expect(text).toMatch(/^clearloop_skipped_segments_total [1-9]/m);
    expect(text).toMatch(/^clearloop_unread_values_total [1-9]/m);
  });
});
