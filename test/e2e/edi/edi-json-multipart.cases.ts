import { gzipSync } from 'node:zlib';
import type { RunningService } from '../../../src/main';
import { remittance } from '../edi-835';
import { formOf, postEdi, sharedService, valuesOf } from '../test-service';

const FORM = { 'content-type': 'multipart/form-data; boundary=B' };

function part(name: string, content: string): string {
  return `--B\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n${content}`;
}

describe('POST /api/edi/json with a multipart body', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService({ CLEARLOOP_MAX_BODY_BYTES: '400000' });
  });

  it('converts the files one after the other into one array', async () => {
    const response = await postEdi(
      service,
      formOf([
        ['a.edi', remittance(1)],
        ['b.edi', remittance(2)],
      ]),
    );
    expect(response.status).toBe(200);
    expect(await valuesOf(response, 'patientControlNumber')).toEqual(['PCN1', 'PCN1', 'PCN2']);
  });

  it.each(['json', 'csv', 'validate', 'parse', 'ack'])('names the only file in an error of %s, and none of several', async (operation) => {
    const send = async (...names: readonly string[]): Promise<unknown> => {
      const body = formOf(names.map((name) => [name, 'Dear Sir or Madam']));
      const response = await fetch(`${service.url}/api/edi/${operation}`, { method: 'POST', headers: { accept: 'application/json' }, body });
      expect(response.status).toBe(400);
      return response.json();
    };
    expect(await send('letter.txt')).toMatchObject({ code: 'EDI_NOT_EDI', fileName: 'letter.txt' });
    expect(await send('letter.txt', 'other.txt')).not.toHaveProperty('fileName', 'other.txt');
  });

  it('skips other fields, before and after the files', async () => {
    const form = new FormData();
    form.append('comment', 'hello');
    form.append('attachment', new Blob(['x'.repeat(200_000)]), 'big.bin');
    form.append('files', new Blob([remittance(1)]), 'a.edi');
    form.append('comment', 'goodbye');
    expect(await valuesOf(await postEdi(service, form), 'patientControlNumber')).toEqual(['PCN1']);
  });

  it('inflates a .gz file and names it without .gz', async () => {
    const response = await postEdi(service, formOf([['a.edi.gz', gzipSync(remittance(1))]]), '?transactionTopLevel=true');
    expect((await valuesOf(response, 'fileInfo'))[0]).toMatchObject({ name: 'a.edi' });
  });

  it('reads a file and its .gz form as two files', async () => {
    const response = await postEdi(
      service,
      formOf([
        ['a.edi', remittance(1)],
        ['a.edi.gz', gzipSync(remittance(1))],
        ['a.edi.gz', gzipSync(remittance(1))],
      ]),
    );
    expect(await valuesOf(response, 'objectType')).toEqual(['PAYMENT', 'PAYMENT', 'ERROR']);
  });

  it('reports a second .gz file of the same name as an ERROR object', async () => {
    const packed = gzipSync(remittance(1));
    const files = [
      ['a.edi.gz', packed],
      ['a.edi.gz', packed],
    ] as const;
    expect(await valuesOf(await postEdi(service, formOf(files)), 'objectType')).toEqual(['PAYMENT', 'ERROR']);
  });

  it('names a part that has no file name', async () => {
    const unnamed = part('', remittance(1)).replace('; filename=""', '');
    const response = await postEdi(service, `${unnamed}\r\n${unnamed}\r\n--B--\r\n`, '?transactionTopLevel=true', FORM);
    const names = (await valuesOf(response, 'fileInfo')).filter((info) => info !== undefined);
    expect(names).toEqual([
      { name: 'edi-api.edi', fileType: 'EDI' },
      { name: 'edi-api-2.edi', fileType: 'EDI' },
    ]);
  });

  it('inflates a form that was compressed as a whole', async () => {
    const body = gzipSync(`${part('a.edi', remittance(1))}\r\n--B--\r\n`);
    expect(await valuesOf(await postEdi(service, body, '', { ...FORM, 'content-encoding': 'gzip' }), 'patientControlNumber')).toEqual(['PCN1']);
  });

  it('converts the other files when one is not EDI', async () => {
    const response = await postEdi(
      service,
      formOf([
        ['a.txt', 'Dear Sir'],
        ['b.edi', remittance(1)],
      ]),
    );
    expect(response.status).toBe(200);
    expect(await valuesOf(response, 'objectType')).toEqual(['ERROR', 'PAYMENT']);
  });

  it('converts the next file when one has too many findings, and skips the rest of the first', async () => {
    const broken = remittance(2000).replaceAll('CAS*CO', 'ZZZ*CO');
    const response = await postEdi(
      service,
      formOf([
        ['a.edi', broken],
        ['b.edi', remittance(1)],
      ]),
      '?maxWarnings=3&ndjson=true',
    );
    const codes = await valuesOf(response, 'code');
    expect(codes).toContain('EDI_TOO_MANY_WARNINGS');
    expect(codes.at(-1)).toBeUndefined();
  });

  it('reports a second file of the same name as an ERROR object', async () => {
    const response = await postEdi(
      service,
      formOf([
        ['a.edi', remittance(1)],
        ['a.edi', remittance(1)],
        ['b.edi', remittance(1)],
      ]),
    );
    expect(await valuesOf(response, 'objectType')).toEqual(['PAYMENT', 'ERROR', 'PAYMENT']);
  });

  it.each([
    ['has no file', 'boundary=B', '--B\r\nContent-Disposition: form-data; name="comment"\r\n\r\nhello\r\n--B--\r\n', /no file/],
    ['has its files under another name', 'boundary=B', `${part('a.edi', 'ISA').replace('"files"', '"upload"')}\r\n--B--\r\n`, /no file/],
    ['names no boundary', '', `${part('a.edi', remittance(1))}\r\n--B--\r\n`, /no usable boundary/],
    ['names another boundary', 'boundary=OTHER', `${part('a.edi', remittance(1))}\r\n--B--\r\n`, /breaks off/],
    ['breaks off in the headers of a part', 'boundary=B', '--B\r\nContent-Dispo', /breaks off/],
    ['breaks off in its first file', 'boundary=B', part('a.edi', remittance(1).slice(0, 300)), /breaks off/],
    ['is empty', 'boundary=B', '', /breaks off/],
  ])('answers 400 to a form that %s', async (_what, boundary, body, message) => {
    const response = await postEdi(service, body, '', { 'content-type': `multipart/form-data; ${boundary}` });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ objectType: 'ERROR', code: 'EDI_MULTIPART_INVALID', message: expect.stringMatching(message) });
  });

  it.each([
    ['in its second file', `${part('a.edi', remittance(1))}\r\n${part('b.edi', remittance(1).slice(0, 300))}`],
    ['between files', `${part('a.edi', remittance(1))}\r\n--B\r\nContent-Dispo`],
  ])('keeps the first file of a form that breaks off %s', async (_where, body) => {
    const response = await postEdi(service, body, '', FORM);
    expect(response.status).toBe(200);
    const types = await valuesOf(response, 'objectType');
    expect(types).toEqual(['PAYMENT', 'ERROR']);
  });

  it('counts inflated bytes of all files against one limit', async () => {
    const files = ['a', 'b', 'c'].map((name) => [`${name}.gz`, gzipSync(remittance(1300))] as const);
    const response = await postEdi(service, formOf(files), '?ndjson=true');
    expect(response.status).toBe(200);
    expect(await valuesOf(response, 'code')).toContain('EDI_BODY_TOO_LARGE');
  });
});
