import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { RunningService } from '../../../src/main';
import { formOf, sharedService } from '../test-service';

const SAMPLES = join(__dirname, '../../../samples');
const dirty = readFileSync(join(SAMPLES, '835-dirty.edi'));
const good = readFileSync(join(SAMPLES, '835.edi'));

const TEXT = { 'content-type': 'text/plain' };

describe('POST /api/edi/validate', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await sharedService();
  });

  const post = (query: string, body: NonNullable<RequestInit['body']>, headers: Record<string, string> = TEXT): Promise<Response> =>
    fetch(`${service.url}/api/edi/validate${query}`, { method: 'POST', headers, body });

  it('answers with no issues for what is right', async () => {
    const response = await post('', good);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual([]);
  });

  it('answers with the issues, in their keys and order, and names the file', async () => {
    const issues = (await (await post('?fileName=dirty.edi', dirty)).json()) as Record<string, unknown>[];
    expect(issues.map(({ objectType }) => objectType)).toEqual(['VALIDATION', 'VALIDATION', 'VALIDATION']);
    expect(Object.keys(issues[1] ?? {})).toEqual([
      'objectType',
      'issueType',
      'fieldName',
      'sourceLocation',
      'loop',
      'segment',
      'element',
      'value',
      'ediString',
      'message',
    ]);
    expect(issues[1]?.['sourceLocation']).toEqual({ fileName: 'dirty.edi', lineNumber: 25, segmentNumber: 21 });
  });

  it('answers with a line for each issue, and with rule and level when levels are given', async () => {
    const response = await post('?ndjson=true&levels=1&rules=-segment-unknown', dirty);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('"ruleId":"control-count","snipLevel":1');
  });

  it('reads compressed bodies and forms of several files', async () => {
    expect(await (await post('', gzipSync(good), { ...TEXT, 'content-encoding': 'gzip' })).json()).toEqual([]);
    const response = await fetch(`${service.url}/api/edi/validate`, {
      method: 'POST',
      body: formOf([
        ['a.edi', dirty],
        ['b.edi', good],
        ['c.edi', dirty],
      ]),
    });
    const issues = (await response.json()) as { fileName?: string; sourceLocation?: { fileName: string } }[];
    expect(issues.map(({ fileName, sourceLocation }) => fileName ?? sourceLocation?.fileName)).toEqual(['a.edi', 'a.edi', 'a.edi', 'c.edi', 'c.edi', 'c.edi']);
  });

  it.each([
    ['?levels=9', /levels has '9'/],
    ['?rules=none', /rules has 'none'/],
    ['?chunkSize=0', /chunkSize/],
  ])('refuses %s', async (query, message) => {
    const response = await post(query, good);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ objectType: 'ERROR', code: 'EDI_BAD_PARAMETER', message: expect.stringMatching(message) as string });
  });

  it.each(['', '/text'])('answers 400 to what is no EDI%s', async (path) => {
    const response = await post(path, 'Dear customer');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ objectType: 'ERROR', code: 'EDI_NOT_EDI' });
  });

  it('answers with the text and its messages', async () => {
    const response = await post('/text?issueStringPrefix=>>', dirty);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toContain(
      "\nSE*18*0001~\n>>Loop:0000, Element:SE01, Field: transaction_segment_count | Count  '18' in the closing segment does not match actual count '19'\n",
    );
  });
});

describe('the settings of validation', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await sharedService({ EDI_VALIDATE: 'true', EDI_NDJSON: 'true', EDI_VALIDATION_LEVELS: '1', EDI_VALIDATION_RULES: '-control-count' });
  });

  const post = async (path: string): Promise<string> => (await fetch(`${service.url}/api/edi/${path}`, { method: 'POST', headers: TEXT, body: dirty })).text();

  it('are the defaults of the parameters', async () => {
    for (const path of ['validate', 'json']) {
      const text = await post(path);
      expect(text).toContain('"ruleId":"segment-unknown","snipLevel":1');
      expect(text).not.toContain('control-count');
      expect(text.startsWith('{')).toBe(true);
    }
  });

  it('give way to what a request says', async () => {
    expect(await post('validate?rules=segment-late')).toContain('control-count');
    expect(await post('validate?levels=2')).not.toContain('segment-unknown');
  });
});
