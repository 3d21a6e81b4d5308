import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../support/until';
import { outputOf, startBuilt, startServing } from '../built-process';
import { remittance } from '../edi-835';
import { everyNth, itLong, sizeOf } from '../../support/fuzz';

describe('clearloop as a process', () => {
  it('converts standard input to standard output', async () => {
    const child = startBuilt(['convert', '-', '--to', 'ndjson']);
    child.stdin.end(remittance(2));
    expect((await outputOf(child.stdout)).match(/\n/g)).toHaveLength(2);
    expect(await outputOf(child.stderr)).toMatch(/^1 file, 2 records, .*; 0 issues, 0 errors\n$/);
  });

  it('ends quietly when its reader goes away, as head does', async () => {
    const child = startBuilt(['convert', '-', '--to', 'ndjson']);
    child.stdin.on('error', () => undefined);
    child.stdin.write(remittance(sizeOf(20_000, 1_000)));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    child.stdin.end();
    const errors = outputOf(child.stderr);
    const [exitCode] = await once(child, 'exit');
    expect([exitCode, await errors]).toEqual([0, '']);
  });

  it.each(everyNth(2, [[['convert', '--help']], [['codes', 'sets', '--json']]]))('ends quietly when nobody reads what %j tells', async (argv) => {
    const child = startBuilt(argv);
    child.stdout.destroy();
    const errors = outputOf(child.stderr);
    const [exitCode] = await once(child, 'exit');
    expect([exitCode, await errors]).toEqual([0, '']);
  });

  const itHasFullDevice = existsSync('/dev/full') ? it : it.skip;

  itHasFullDevice.each(['1', '2'])('ends with 4 and a message when standard input cannot be converted to a full disk with --jobs %s', async (jobs) => {
    const child = startBuilt(['convert', '-', '--jobs', jobs, '-o', '/dev/full']);
    child.stdin.on('error', () => undefined);
    child.stdin.end(remittance(1_000));
    const errors = outputOf(child.stderr);
    const [exitCode] = await once(child, 'exit');
    expect([exitCode, await errors]).toEqual([4, expect.stringContaining('/dev/full cannot be written (ENOSPC)')]);
  });

  it('ends with 1 and a message when nothing is left that could continue its work', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-stalled-'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'stalled', version: '1.0.0', main: 'index.cjs', clearloop: { contract: 2 } }));
    // Node does not wait for input that has no reference.
    writeFileSync(
      join(folder, 'index.cjs'),
      `process.stdin.unref();
       const { defineFormat } = require('clearloop/plugin/io');
       exports.none = defineFormat({ id: 'none', title: 'None', recordsKey: 'none', open() {}, recordSchema() {}, recognise: () => false });`,
    );
    const child = startBuilt(['--plugin', folder, 'convert', '-', '--to', 'ndjson', '--jobs', '1']);
    const errors = outputOf(child.stderr);
    const [exitCode] = await once(child, 'exit');
    expect([exitCode, await errors]).toEqual([1, 'Clearloop stopped before the end of its work: an operation never finished. The output is incomplete.\n']);
    rmSync(folder, { recursive: true });
  });

  it('ends with 130 when it is interrupted while it waits for input', async () => {
    const child = startBuilt(['convert', '-', '--to', 'ndjson']);
    child.stdin.write(remittance(100));
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    child.stdout.resume();
    expect(await once(child, 'exit')).toEqual([130, null]);
  });

  itLong('removes what it has written of a file when its terminal is closed (SIGHUP)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-hangup-'));
    const child = startBuilt(['convert', '-', '--out', join(folder, 'out.ndjson')]);
    child.stdin.on('error', () => undefined);
    child.stdin.write(remittance(1000).slice(0, -500));
    await until(() => readdirSync(folder).some((name) => statSync(join(folder, name)).size > 0));
    child.kill('SIGHUP');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  itLong('ends with 0 at SIGTERM when its work has ended, and the answer is whole', async () => {
    const { child, url } = await startServing({ CLEARLOOP_MAX_CONVERSIONS: '1', CLEARLOOP_DRAIN_SECONDS: '1' });
    const log = outputOf(child.stdout);
    const text = remittance(2000);
    const upload = request(`${url}/api/edi/json?ndjson=true`, { method: 'POST', headers: { 'content-type': 'text/plain', 'content-length': text.length } });
    upload.write(text.slice(0, -100));
    const [response] = await once(upload, 'response');
    const waiting = fetch(`${url}/api/edi/json`, { method: 'POST', body: text });
    await until(async () => (await (await fetch(`${url}/metrics`)).text()).includes('clearloop_conversions_waiting 1'));
    child.kill('SIGTERM');
    expect((await waiting).status).toBe(503);
    upload.end(text.slice(-100));
    expect((await outputOf(response)).match(/\n/g)).toHaveLength(2000);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect((await log).match(/"event":"(stopping|stopped)"/g)).toEqual(['"event":"stopping"', '"event":"stopped"']);
  });

  itLong('ends with 0 at SIGTERM when its work does not end in time, which is cut', async () => {
    const { child, url } = await startServing({ CLEARLOOP_SHUTDOWN_SECONDS: '1', CLEARLOOP_AUDIT_LOG: 'stdout' });
    const log = outputOf(child.stdout);
    const upload = request(`${url}/api/edi/json?ndjson=true`, { method: 'POST', headers: { 'content-type': 'text/plain', 'content-length': 10_000_000 } });
    upload.on('error', () => undefined);
    upload.write(remittance(2000));
    const [response] = await once(upload, 'response');
    const answer = expect(outputOf(response)).rejects.toThrow();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    await answer;
    expect(await log).toMatch(/"event":"audit".*"outcome":"broken off"/);
  });

  itLong('ends at once at a second signal, although an answer is not whole', async () => {
    const { child, url } = await startServing({ CLEARLOOP_DRAIN_SECONDS: '300', CLEARLOOP_SHUTDOWN_SECONDS: '3600' });
    child.stdout.resume();
    const upload = request(`${url}/api/edi/json?ndjson=true`, { method: 'POST', headers: { 'content-type': 'text/plain', 'content-length': 10_000_000 } });
    upload.on('error', () => undefined);
    upload.write(remittance(2000));
    const [response] = await once(upload, 'response');
    const answer = expect(outputOf(response)).rejects.toThrow();
    child.kill('SIGTERM');
    await until(async () => (await fetch(`${url}/health`)).status === 503);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
    await answer;
  });

  itLong('ends with 0 at SIGTERM although nobody reads its log, which has piled up', async () => {
    const { child, url } = await startServing();
    child.stdout.pause();
    const requestId = 'a'.repeat(64);
    for (let round = 0; round < 12; round++)
      await Promise.all(Array.from({ length: 100 }, async () => (await fetch(`${url}/api/about`, { headers: { 'x-request-id': requestId } })).text()));
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  const refusals = [
    [['serve'], { PORT: 'http' }, 2, 'The setting PORT is not usable. Allowed: a whole number from 0 to 65535.\n'],
    [
      ['serve', '--port', '0'],
      { EDI_LICENSE_FILE: '/nothing' },
      1,
      'The licence file /nothing (setting EDI_LICENSE_FILE) cannot be read. Expected: a JSON object with "license" and "signature".\n',
    ],
    [
      ['serve', '--port', '0', '--host', '192.0.2.1'],
      { CLEARLOOP_ALLOW_ANONYMOUS: 'true' },
      1,
      expect.stringContaining('The service cannot listen (EADDRNOTAVAIL).'),
    ],
  ] as const;
  it.each(everyNth(3, refusals))('refuses to start: %j %j', async (argv, environment, exitCode, message) => {
    const child = startBuilt(argv, environment);
    const errors = outputOf(child.stderr);
    expect(await once(child, 'exit')).toEqual([exitCode, null]);
    expect(await errors).toEqual(message);
  });
});
