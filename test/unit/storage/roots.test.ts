import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Roots } from '../../../src/storage/roots';
import { Storages } from '../../../src/storage/storages';
import { foundBy } from './storage-subjects';

/** What a search of an argument may answer: `allowed`, or the code of the error. */
function verdictOn(roots: Roots, argument: string): string {
  try {
    roots.checkSearch(argument);
    return 'allowed';
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'thrown';
  }
}

describe('Roots', () => {
  const roots = new Roots(['s3://claims/in', 's3://all', 'sftp://ann@host:2222/in/', 'sftp://host/~/in', 'https://example.org/files']);

  it.each([
    's3://claims/in',
    's3://claims/in/',
    's3://claims/in/a.835',
    's3://claims/in/**/*.835',
    's3://claims/in/%2e%2e/a.835',
    's3://all/anything',
    's3://all/*',
    'sftp://ann@host:2222/in/a.835',
    'sftp://host/~/in/a.835',
    'https://example.org/files/a.835',
    'https://example.org/files/x/../a.835',
  ])('allow %s', (argument) => {
    expect(verdictOn(roots, argument)).toBe('allowed');
  });

  it.each([
    // A prefix is a folder, and no beginning of a name.
    's3://claims/inbox/a.835',
    's3://claims/in*',
    's3://claims/i*/a.835',
    's3://claims/{in,other}/a.835',
    's3://claims/',
    's3://claims',
    's3://claims/in/../other/a.835',
    's3://claims/in/..',
    's3://claims/in/./a.835',
    's3://claims/in/..\\other',
    's3://claims/in/a\n.835',
    's3://claims2/in/a.835',
    's3://CLAIMS/in/a.835',
    'sftp://host:2222/in/a.835',
    'sftp://bob@host:2222/in/a.835',
    'sftp://ann@host/in/a.835',
    'sftp://ann@host:2222/in/../etc/passwd',
    'sftp://ann@host:2222/inbox',
    'sftp://host/in/a.835',
    'http://example.org/files/a.835',
    'https://example.org:8443/files/a.835',
    'https://example.org.evil.test/files/a.835',
    'https://example.org/files/../secret',
    'https://example.org/files/%2e%2e/secret',
    'https://example.org/files/..%2fsecret',
    'https://example.org/files/..%5Csecret',
    'https://example.org/filesystem',
    '/etc/passwd',
  ])('refuse %s', (argument) => {
    expect(verdictOn(roots, argument)).toBe('EDI_BATCH_REFUSED');
  });

  it.each(['s3://ann:secret@claims/in', 'https://ann:secret@example.org/files/a', 'file:///etc/passwd', 'gopher://example.org/'])(
    'do not read the address %s at all',
    (argument) => {
      expect(verdictOn(roots, argument)).toBe('EDI_BAD_PARAMETER');
    },
  );

  it('allow nothing when there are none', () => {
    expect(verdictOn(new Roots([]), '/')).toBe('EDI_BATCH_REFUSED');
  });

  describe('of this machine', () => {
    let folder: string;
    let local: Roots;
    const path = (name: string): string => join(folder, name);
    beforeEach(() => {
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'clearloop-roots-')));
      for (const name of ['in/march', 'inbox', 'secret']) mkdirSync(path(name), { recursive: true });
      for (const name of ['in/a.835', 'in/march/b.835', 'inbox/c.835', 'secret/d.835']) writeFileSync(path(name), 'x');
      symlinkSync(path('secret'), path('in/link'));
      symlinkSync(path('secret/d.835'), path('in/d.835'));
      symlinkSync(path('in/a.835'), path('in/again.835'));
      symlinkSync(path('nowhere'), path('in/nowhere'));
      local = new Roots([path('in')]);
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    it.each(['in', 'in/', 'in/a.835', 'in/*.835', 'in/march/../a.835', 'in/new/folder', 'in/again.835'])('allow %s', (name) => {
      expect(verdictOn(local, `${folder}/${name}`)).toBe('allowed');
    });

    it.each([
      '.',
      'in/..',
      'in/../secret/d.835',
      'inbox',
      'in*',
      '{in,secret}/*.835',
      'in/link',
      'in/link/d.835',
      'in/link/*.835',
      'in/link/new/file',
      'in/d.835',
      'in/nowhere',
      'in/nowhere/x',
      'in/{a,..}/../../secret/*',
      'in/a\0.835',
    ])('refuse %s', (name) => {
      expect(verdictOn(local, `${folder}/${name}`)).toBe('EDI_BATCH_REFUSED');
    });

    it('follow a root that is a link itself', () => {
      symlinkSync(path('in'), path('entry'));
      expect(verdictOn(new Roots([path('entry')]), path('entry/a.835'))).toBe('allowed');
      expect(verdictOn(new Roots([path('entry')]), path('in/a.835'))).toBe('allowed');
    });

    it('limit storages: links that lead out are neither looked into nor read nor written', async () => {
      const storages = new Storages({ environment: {} });
      const limited = storages.within([path('in')]);
      const refused = { code: 'EDI_BATCH_REFUSED' };
      await expect(foundBy(limited, path('in'), { recurse: true })).resolves.toEqual([
        'a.835',
        'again.835: the same file as another input',
        'd.835',
        'link',
        'march/b.835',
        'nowhere',
      ]);
      await expect(foundBy(limited, path('inbox'))).rejects.toMatchObject(refused);
      await expect(limited.find(path('in/d.835'))).rejects.toMatchObject(refused);
      await expect(limited.create(path('in/link/out.json'))).rejects.toMatchObject(refused);
      const outside = await storages.find(path('secret/d.835'));
      if (outside === undefined) throw new Error('no file');
      await expect(limited.read(outside).next()).rejects.toMatchObject(refused);
      expect(storages.within(undefined)).toBe(storages);
      await storages.close();
    });
  });
});
