import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf } from '../../../src/storage/known-hosts';
import { Storages } from '../../../src/storage/storages';
import { hasSshd, type SftpServer, startSftpServer } from '../../support/sftp-server';
import { textOf } from '../io/collect';
import { expectRanges, firstFile, foundBy, isThere, NO_WAIT, put, textAt } from './storage-subjects';

const MEGABYTE = 1024 * 1024;

if (!hasSshd()) console.warn('openssh-server is not installed: sftp:// is not tested.');

(hasSshd() ? describe : describe.skip)('sftp:// addresses', () => {
  let server: SftpServer;
  let storages: Storages;
  const open = (environment = server.environment): Storages => new Storages({ environment, retries: NO_WAIT });
  const path = (name: string): string => join(server.folder, name);
  beforeAll(async () => {
    server = await startSftpServer();
    storages = open();
    mkdirSync(path('in/march'), { recursive: true });
    for (const name of ['in/b.835', 'in/a 1%+.835', 'in/.hidden.835', 'in/march/c.835']) writeFileSync(path(name), name);
  });
  afterAll(async () => {
    await storages?.close();
    await server?.close();
  });

  it('list the files of a folder', async () => {
    await expect(foundBy(storages, server.url('in'))).resolves.toEqual(['a 1%+.835', 'b.835', 'march: a folder; --recurse looks into it']);
    await expect(foundBy(storages, server.url('in/'), { recurse: true })).resolves.toEqual(['a 1%+.835', 'b.835', 'march/c.835']);
    await expect(foundBy(storages, server.url('in/**/*.835'))).resolves.toEqual(['a 1%+.835', 'b.835', 'march/c.835']);
  });

  it('follow links, each file and folder once, and list links that lead nowhere', async () => {
    for (const name of ['links/sub', 'elsewhere/deep']) mkdirSync(path(name), { recursive: true });
    for (const name of ['links/a.835', 'elsewhere/b.835', 'elsewhere/deep/c.835']) writeFileSync(path(name), name);
    symlinkSync('a.835', path('links/again.835'));
    symlinkSync('../elsewhere/b.835', path('links/b.835'));
    symlinkSync('../elsewhere', path('links/folder'));
    symlinkSync('../../links', path('links/sub/circle'));
    symlinkSync('nowhere', path('links/lost.835'));
    symlinkSync('self.835', path('links/self.835'));
    await expect(foundBy(storages, server.url('links'))).resolves.toEqual([
      'a.835',
      'again.835: the same file as another input',
      'b.835',
      'folder: a folder; --recurse looks into it',
      'lost.835',
      'self.835',
      'sub: a folder; --recurse looks into it',
    ]);
    await expect(foundBy(storages, server.url('links'), { recurse: true })).resolves.toEqual([
      'a.835',
      'again.835: the same file as another input',
      'b.835',
      'folder/b.835: the same file as another input',
      'folder/deep/c.835',
      'lost.835',
      'self.835',
    ]);
    await expect(foundBy(storages, server.url('links/*.835'))).resolves.toEqual(['a.835', 'b.835', 'lost.835', 'self.835']);
    await expect(textAt(storages, server.url('links/b.835'))).resolves.toBe('elsewhere/b.835');
    await expect(textAt(storages, server.url('links/folder/b.835'))).resolves.toBe('elsewhere/b.835');
    for (const name of ['lost', 'self']) await expect(isThere(storages, server.url(`links/${name}.835`))).resolves.toBe(false);
  });

  it('do not follow links out of the roots', async () => {
    for (const name of ['root', 'secret']) mkdirSync(path(name));
    for (const name of ['root/a.835', 'secret/b.835']) writeFileSync(path(name), name);
    symlinkSync('../secret/b.835', path('root/b.835'));
    symlinkSync('../secret', path('root/folder'));
    symlinkSync('a.835', path('root/z.835'));
    const bounded = storages.within([server.url('root')]);
    await expect(foundBy(bounded, server.url('root'), { recurse: true })).resolves.toEqual([
      'a.835',
      'b.835',
      'folder',
      'z.835: the same file as another input',
    ]);
    await expect(bounded.find(server.url('root/b.835'))).rejects.toMatchObject({ code: 'EDI_BATCH_REFUSED' });
    await expect(textAt(bounded, server.url('root/b.835'))).rejects.toMatchObject({ code: 'EDI_BATCH_REFUSED' });
    await expect(textAt(bounded, server.url('root/z.835'))).resolves.toBe('root/a.835');
  });

  it('do not leave the roots by a link in the middle of a path', async () => {
    for (const name of ['middle/in', 'middle/new', 'middle-secret/deep']) mkdirSync(path(name), { recursive: true });
    writeFileSync(path('middle-secret/deep/b.835'), 'secret');
    writeFileSync(path('middle/in/a.835'), 'a');
    symlinkSync('../middle-secret', path('middle/link'));
    symlinkSync('nowhere', path('middle/lost'));
    symlinkSync('in', path('middle/inner'));
    const bounded = storages.within([server.url('middle')]);
    const refused = { code: 'EDI_BATCH_REFUSED' };
    const inside = server.url('middle/link/deep');
    for (const search of [inside, `${inside}/b.835`, `${inside}/*.835`, server.url('middle/link')])
      await expect(foundBy(bounded, search, { recurse: true })).rejects.toMatchObject(refused);
    await expect(bounded.find(`${inside}/b.835`)).rejects.toMatchObject(refused);
    await expect(textOf(bounded.read(await firstFile(storages, `${inside}/b.835`)))).rejects.toMatchObject(refused);
    for (const output of ['middle/link/out.json', 'middle/link/deep/new/folder/out.json', 'middle/link/deep/b.835', 'middle/link'])
      await expect(bounded.create(server.url(output))).rejects.toMatchObject(refused);
    await expect(bounded.remove(`${inside}/b.835`)).rejects.toMatchObject(refused);
    expect([readdirSync(path('middle-secret')), readdirSync(path('middle-secret/deep'))]).toEqual([['deep'], ['b.835']]);
    // Links that stay below the root are followed, and folders that do not exist yet are made.
    await expect(textAt(bounded, server.url('middle/inner/a.835'))).resolves.toBe('a');
    await put(bounded, server.url('middle/inner/x/y/out.json'), '1');
    expect(readFileSync(path('middle/in/x/y/out.json'), 'utf8')).toBe('1');
  });

  it('follow a root that is a link itself', async () => {
    mkdirSync(path('real-root'));
    writeFileSync(path('real-root/a.835'), 'a');
    symlinkSync('real-root', path('entry'));
    symlinkSync('a.835', path('real-root/again.835'));
    const bounded = storages.within([server.url('entry')]);
    await expect(foundBy(bounded, server.url('entry'))).resolves.toEqual(['a.835', 'again.835: the same file as another input']);
    await expect(textAt(bounded, server.url('entry/again.835'))).resolves.toBe('a');
    await put(bounded, server.url('entry/out/a.json'), '1');
    await expect(bounded.find(server.url('real-root/a.835'))).rejects.toMatchObject({ code: 'EDI_BATCH_REFUSED' });
  });

  it('report an output whose place cannot be looked at', async () => {
    const closed = open({ ...server.environment, CLEARLOOP_SFTP_KNOWN_HOSTS: path('in/b.835') }).within([server.url('in')]);
    await expect(closed.create(server.url('in/out.json'))).rejects.toMatchObject({ code: 'EDI_OUTPUT_FAILED' });
    await closed.close();
  });

  it('name one file, with size and time', async () => {
    await expect(firstFile(storages, server.url('in/b.835'))).resolves.toMatchObject({ below: 'b.835', bytes: 8, version: expect.stringMatching(/^\d+$/) });
    await expect(textAt(storages, server.url('in/a 1%+.835'))).resolves.toBe('in/a 1%+.835');
  });

  it('read ranges of a file, and remove it', async () => {
    writeFileSync(path('in/ranges.835'), 'ISA*00*01');
    await expectRanges(storages, server.url('in/ranges.835'), 'ISA*00*01');
  });

  it('make folders, and show an output when it is whole, in the place of an older one', async () => {
    const url = server.url('out/deep/a.json');
    for (const text of ['first', 'second']) {
      const target = await storages.create(url);
      await target.write(Buffer.from(text));
      await target.settle();
      const names = readdirSync(path('out/deep'));
      expect(names.filter((name) => !name.startsWith('.'))).toEqual(text === 'first' ? [] : ['a.json']);
      expect(names.filter((name) => name.startsWith('.a.json.partial-'))).toHaveLength(1);
      await target.commit();
      expect(readdirSync(path('out/deep'))).toEqual(['a.json']);
      expect(readFileSync(path('out/deep/a.json'), 'utf8')).toBe(text);
    }
  });

  it('keep nothing of an output that is discarded', async () => {
    const target = await storages.create(server.url('half/a.json'));
    for (let count = 0; count < 8; count++) await target.write(Buffer.alloc(MEGABYTE));
    await target.discard();
    expect(readdirSync(path('half'))).toEqual([]);
  });

  it('continue to read where a connection was cut', async () => {
    const bytes = randomBytes(6 * MEGABYTE);
    writeFileSync(path('big.835'), bytes);
    const file = await firstFile(storages, server.url('big.835'));
    const digest = createHash('sha256');
    let count = 0;
    for await (const chunk of storages.read(file)) {
      if (count === 0) server.cutAfter(2 * MEGABYTE);
      count += chunk.length;
      digest.update(chunk);
    }
    expect(count).toBe(bytes.length);
    expect(digest.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('report an output whose connection was cut, and write the next one over a new connection', async () => {
    const target = await storages.create(server.url('cut/a.json'));
    await target.write(Buffer.from('x'));
    server.cutAfter(0);
    const writing = async (): Promise<void> => {
      for (let count = 0; count < 64; count++) await target.write(Buffer.alloc(MEGABYTE));
      await target.commit();
    };
    await expect(writing()).rejects.toMatchObject({ code: 'EDI_OUTPUT_FAILED' });
    await target.discard();
    expect(readdirSync(path('cut'))).toEqual([]);
    await put(storages, server.url('cut/a.json'), 'whole');
    expect(readFileSync(path('cut/a.json'), 'utf8')).toBe('whole');
  });

  it('do not read a file that changed since it was found', async () => {
    writeFileSync(path('changing.835'), 'first version');
    const file = await firstFile(storages, server.url('changing.835'));
    writeFileSync(path('changing.835'), 'first version and more');
    await expect(textOf(storages.read(file))).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE', message: expect.stringContaining('changed') });
  });

  it('report a file that disappeared', async () => {
    writeFileSync(path('gone.835'), 'x');
    const file = await firstFile(storages, server.url('gone.835'));
    rmSync(path('gone.835'));
    await expect(textOf(storages.read(file))).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE', message: expect.stringContaining('no such file') });
  });

  it('refuse a host whose key is not known, with its fingerprint', async () => {
    const key = Buffer.from(readFileSync(join(server.folder, '../host.pub'), 'utf8').split(' ')[1] ?? '', 'base64');
    writeFileSync(path('empty'), '');
    const strange = open({ ...server.environment, CLEARLOOP_SFTP_KNOWN_HOSTS: path('empty') });
    await expect(foundBy(strange, server.url('in'))).rejects.toMatchObject({ message: expect.stringContaining(fingerprintOf(key)) });
    await strange.close();
  });

  it('refuse a host that has another key', async () => {
    const other = readFileSync(join(server.folder, '../user.pub'), 'utf8');
    writeFileSync(path('others'), `[${server.host}]:${server.port} ${other}`);
    const strange = open({ ...server.environment, CLEARLOOP_SFTP_KNOWN_HOSTS: path('others') });
    await expect(foundBy(strange, server.url('in'))).rejects.toMatchObject({ message: expect.stringContaining('another key') });
    await strange.close();
  });

  it('report a refused login without what was sent', async () => {
    const { CLEARLOOP_SFTP_KNOWN_HOSTS } = server.environment;
    const strange = open({ CLEARLOOP_SFTP_KNOWN_HOSTS, CLEARLOOP_SFTP_PASSWORD: 's3cret', CLEARLOOP_SFTP_KEY_FILE: join(server.folder, '../host') });
    const login = foundBy(strange, server.url('in'));
    await expect(login).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE', message: expect.stringContaining('refused the login') });
    await expect(login).rejects.not.toMatchObject({ message: expect.stringContaining('s3cret') });
    await strange.close();
  });

  it('report a host that does not answer', async () => {
    await expect(foundBy(storages, 'sftp://127.0.0.1:1/in')).rejects.toMatchObject({ message: expect.stringContaining('refuses the connection') });
  });
});
