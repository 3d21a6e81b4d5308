import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { buildGuides } from '../../../src/guide/build-guides';
import { parseGuide } from '../../../src/guide/guide-file';
import { GuideLoader, productGuideFolder, readGuide } from '../../../src/guide/guide-loader';
import { readPreparedGuide, type PreparedFolder } from '../../../src/guide/prepared-guides';
import { isLong } from '../../support/fuzz';
import { linesOfGuide } from './guide-facts';
import { changed, SMALL_GUIDE } from './small-guide';

/** Guides that `npm test` prepares; the long suites prepare all. */
const SOME = ['004010X091A1', '005010X214', '005010X221A1'];

let folder: string;
let prepared: PreparedFolder;
let yaml: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guides-'));
  prepared = { source: join(folder, 'yaml'), path: join(folder, 'json') };
  mkdirSync(prepared.source);
  yaml = join(prepared.source, 'small.yaml');
  writeFileSync(yaml, SMALL_GUIDE);
  expect(buildGuides(prepared)).toEqual([]);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const loader = (folders = [prepared.source]): GuideLoader => new GuideLoader(folders, prepared);

/** Marks the prepared guide and its head, so that a test sees where a guide came from. */
const markPrepared = (): void => editPrepared('"Small guide"', '"Prepared guide"');

function editPrepared(pattern: string | RegExp, replacement: string): void {
  for (const name of readdirSync(prepared.path)) {
    const file = join(prepared.path, name);
    writeFileSync(file, gzipSync(gunzipSync(readFileSync(file)).toString('utf8').replace(pattern, replacement)));
  }
}

describe('prepared guides', () => {
  it(`hold what the YAML files of the product hold: ${isLong ? 'all' : SOME.join(', ')}`, () => {
    const product = { source: isLong ? productGuideFolder() : join(folder, 'some'), path: join(folder, 'product') };
    if (!isLong) for (const id of SOME) cpSync(join(productGuideFolder(), `${id}.yaml`), join(product.source, `${id}.yaml`));
    expect(buildGuides(product)).toEqual([]);
    for (const { id } of new GuideLoader([product.source], product).readHeaders()) {
      const file = join(product.source, `${id}.yaml`);
      const text = readFileSync(file, 'utf8');
      expect(readPreparedGuide(product, id, text)).toEqual(parseGuide(text, file));
    }
  });

  it('keep shared composites and unlimited counts', () => {
    expect(linesOfGuide(loader().load('small'))).toEqual(linesOfGuide(readGuide(SMALL_GUIDE, yaml)));
    expect(loader().load('small').root.children[1]?.max).toBe(Infinity);
  });

  it('keep the loops at which trees are cut', () => {
    writeFileSync(yaml, changed('source: invented', "splits: ['2300']\nsource: invented"));
    expect(buildGuides(prepared)).toEqual([]);
    markPrepared();
    const guide = loader().load('small');
    expect(guide.name).toBe('Prepared guide');
    expect([...guide.splitLoops].map(({ id, parent }) => `${parent?.id}/${id}`)).toEqual(['2000B/2300', '2000C/2300']);
    expect(loader().readHeaders()).toMatchObject([{ splits: ['2300'] }]);
  });

  it('are used for the text they were made of', () => {
    markPrepared();
    expect(loader().load('small').name).toBe('Prepared guide');
    expect(loader().readHeaders()).toMatchObject([{ id: 'small', name: 'Prepared guide' }]);
  });

  it('are not used when the text has changed', () => {
    markPrepared();
    writeFileSync(yaml, changed('name: Small guide', 'name: Changed guide'));
    expect(loader().load('small').name).toBe('Changed guide');
    expect(loader().readHeaders()).toMatchObject([{ name: 'Changed guide' }]);
  });

  it('are not used for a file of another folder', () => {
    markPrepared();
    const plugin = join(folder, 'plugin');
    mkdirSync(plugin);
    writeFileSync(join(plugin, 'small.yaml'), SMALL_GUIDE);
    expect(loader([plugin]).load('small').name).toBe('Small guide');
  });

  it('are not used when they have another format', () => {
    markPrepared();
    editPrepared(/"format":\d+/, '"format":0');
    expect(loader().load('small').name).toBe('Small guide');
    expect(loader().readHeaders()).toMatchObject([{ name: 'Small guide' }]);
  });

  it('are enough where the folder of the YAML files is missing', () => {
    rmSync(prepared.source, { recursive: true });
    expect(loader().load('small').name).toBe('Small guide');
    expect(loader().readHeaders()).toMatchObject([{ id: 'small' }]);
    expect(() => loader().load('smal')).toThrow('Did you mean small?');
  });

  it('do not bring back a guide whose file was removed', () => {
    rmSync(yaml);
    expect(() => loader().load('small')).toThrow(expect.objectContaining({ code: 'EDI_GUIDE_UNKNOWN' }));
    expect(loader().readHeaders()).toEqual([]);
  });

  it('are reported when they are damaged', () => {
    writeFileSync(join(prepared.path, 'small.json.gz'), '{');
    const message = `${join(prepared.path, 'small.json.gz')} cannot be read. Build again with \`npm run build\`.`;
    expect(() => loader().load('small')).toThrow(expect.objectContaining({ code: 'EDI_GUIDE_INVALID', message }));
  });
});

describe('guide build', () => {
  it('gives the problems of all guides and leaves no prepared guide', () => {
    const other = join(prepared.source, 'other.yaml');
    writeFileSync(other, changed('max: 100', 'max: many').replace('id: small', 'id: other'));
    writeFileSync(yaml, changed('syntax: [R0102]', 'sintax: [R0102]'));
    expect(buildGuides(prepared)).toEqual([
      `${other}:51:18: \`max\` of loop 2300 must be a whole number from 1, or unbounded, not \`many\`.`,
      `${yaml}:63:19: Unknown key \`sintax\` in segment REF. Did you mean \`syntax\`?`,
    ]);
    expect(readdirSync(folder)).toEqual(['yaml']);
  });

  it('removes what it made of a file that is gone', () => {
    writeFileSync(join(prepared.source, 'other.yaml'), changed('id: small', 'id: other'));
    buildGuides(prepared);
    rmSync(yaml);
    buildGuides(prepared);
    expect(readdirSync(prepared.path)).toEqual(['index.json.gz', 'other.json.gz']);
  });
});
