import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltServing, outputOf, startBuilt, startServing } from '../built-process';

const REQUEST = {
  interchangeControl: {
    senderIdQualifier: 'ZZ',
    senderId: 'A',
    receiverIdQualifier: 'ZZ',
    receiverId: 'B',
    interchangeDate: '2026-01-01',
    interchangeTime: '10:00',
  },
  functionalGroup: { transactionType: 'PAYMENT', senderCode: 'A', receiverCode: 'B' },
  transaction: { transactionHandlingType: 'INFORMATION_ONLY' },
  payments: [],
};

describe('the folder for temporary files, when it cannot be written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-tmp-'));
  let serving: BuiltServing;
  beforeAll(async () => {
    serving = await startServing({ TMPDIR: folder });
    serving.child.stdout.resume();
    rmSync(folder, { recursive: true });
  });
  afterAll(() => serving.child.kill('SIGKILL'));

  it('stops the start of the service with a message that names it', async () => {
    const child = startBuilt(['serve', '--port', '0'], { TMPDIR: folder });
    const errors = outputOf(child.stderr);
    child.stdout.resume();
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(await errors).toContain(`The folder for temporary files ${folder} cannot be written (ENOENT).`);
  });

  it('answers 507 with EDI_OUTPUT_FAILED where an answer waits on disk, without its path, which is in the log', async () => {
    const logged = once(serving.child.stderr, 'data');
    const response = await fetch(`${serving.url}/api/edi/gen/835?failOnValidationErrors=true`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(REQUEST),
    });
    const body = await response.text();
    expect([response.status, JSON.parse(body)]).toEqual([507, expect.objectContaining({ code: 'EDI_OUTPUT_FAILED' })]);
    expect(body).not.toContain(folder);
    expect(String(await logged)).toContain('ENOENT');
  });

  it.each([
    '/api/edi/json',
    '/api/edi/json?ndjson=true&validate=true',
    '/api/edi/json?convertToSegments=true',
    '/api/edi/csv',
    '/api/edi/validate',
    '/api/edi/validate/text',
    '/api/edi/ack',
    '/api/edi/parse?gen999=true',
  ])('keeps nothing from answers that need no disk: %s', async (path) => {
    const body = readFileSync(join(__dirname, '../../../samples/835.edi'));
    const response = await fetch(serving.url + path, { method: 'POST', headers: { 'content-type': 'text/plain' }, body });
    expect([response.status, await response.text()]).toEqual([200, expect.not.stringContaining('EDI_OUTPUT_FAILED')]);
  });
});
