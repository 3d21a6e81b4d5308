import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdiError } from '../../../src/common/edi-error';
import { GuideLoader, productGuideFolder } from '../../../src/guide/guide-loader';
import { SMALL_GUIDE } from './small-guide';

let folder: string;
let product: string;
let plugin: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guides-'));
  [product, plugin] = [join(folder, 'product'), join(folder, 'plugin')];
  for (const path of [product, plugin]) mkdirSync(path);
  writeFileSync(join(product, 'small.yaml'), SMALL_GUIDE);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function errorOf(action: () => unknown): EdiError {
  try {
    action();
  } catch (error) {
    if (error instanceof EdiError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

describe('guide loader', () => {
  it('loads the guides of the product when no folder is named', () => {
    expect(new GuideLoader().load('005010X221A1')).toMatchObject({ transactionSet: '835', functionalIds: ['HP'] });
    expect(productGuideFolder()).toBe(join(__dirname, '../../../schemas/guides'));
  });

  it('gives the same guide again, and another loader a guide of its own', () => {
    const loader = new GuideLoader([product]);
    expect(loader.load('small')).toBe(loader.load('small'));
    expect(new GuideLoader([product]).load('small')).not.toBe(loader.load('small'));
  });

  it('reads a guide only when it is asked for', () => {
    writeFileSync(join(product, 'broken.yaml'), 'nothing');
    const loader = new GuideLoader([product]);
    expect(loader.load('small').id).toBe('small');
    expect(errorOf(() => loader.load('broken')).code).toBe('EDI_GUIDE_INVALID');
  });

  it('finds a guide that a plugin brings', () => {
    writeFileSync(join(plugin, 'other.yaml'), SMALL_GUIDE.replace('id: small', 'id: other'));
    expect(new GuideLoader([product, plugin]).load('other').id).toBe('other');
  });

  it('prefers the earlier folder where two have the same guide', () => {
    writeFileSync(join(plugin, 'small.yaml'), SMALL_GUIDE.replace('name: Small guide', 'name: Plugin guide'));
    expect(new GuideLoader([product, plugin]).load('small').name).toBe('Small guide');
    expect(new GuideLoader([plugin, product]).load('small').name).toBe('Plugin guide');
  });

  it('names the folders and the nearest id when no file has the guide', () => {
    const error = errorOf(() => new GuideLoader([product, plugin]).load('smal'));
    expect(error.code).toBe('EDI_GUIDE_UNKNOWN');
    expect(error.message).toBe(`No guide file smal.yaml in ${product}, ${plugin}. Did you mean small?`);
  });

  it('refuses an id that leads out of the folders', () => {
    expect(errorOf(() => new GuideLoader([plugin]).load('../product/small')).code).toBe('EDI_GUIDE_UNKNOWN');
  });

  it('says which folder cannot be read', () => {
    const error = errorOf(() => new GuideLoader([join(folder, 'absent')]).load('small'));
    expect(error.code).toBe('EDI_GUIDE_UNKNOWN');
    expect(error.message).toBe(`The guide folder ${join(folder, 'absent')} cannot be read. Does it exist?`);
  });

  it('collects all problems of a file in one error, in the order of the file', () => {
    writeFileSync(join(product, 'small.yaml'), SMALL_GUIDE.replace('usage: R, type: N0', 'usage: X, type: N0').replace('max: 100', 'max: many'));
    const file = join(product, 'small.yaml');
    const error = errorOf(() => new GuideLoader([product]).load('small'));
    expect(error.code).toBe('EDI_GUIDE_INVALID');
    expect(error.message.split('\n')).toEqual([
      `${file}:51:18: \`max\` of loop 2300 must be a whole number from 1, or unbounded, not \`many\`.`,
      `${file}:103:26: \`usage\` of SE01 must be R, S or N, not \`X\`.`,
    ]);
  });

  it('reads the heads of all guides without their bodies, in the order of their ids', () => {
    writeFileSync(
      join(plugin, 'a.yaml'),
      "id: a\ntransactionSet: '835'\nname: A\nfunctionalIds: [HP]\nversions: [V1]\npurposes: ['13']\nsplits: [2000A, '2300']\nsource: x\nchildren: [broken",
    );
    writeFileSync(join(plugin, 'README.md'), 'not a guide');
    expect(new GuideLoader([product, plugin]).readHeaders()).toEqual([
      { id: 'a', transactionSet: '835', name: 'A', functionalIds: ['HP'], versions: ['V1'], purposes: ['13'], splits: ['2000A', '2300'], source: 'x' },
      {
        id: 'small',
        transactionSet: '999',
        name: 'Small guide',
        functionalIds: ['FA'],
        versions: ['005010X999A1', '005010X999'],
        purposes: [],
        splits: [],
        source: 'invented for tests',
      },
    ]);
  });

  it('reads a head that is longer than one read', () => {
    writeFileSync(join(product, 'small.yaml'), `# ${'long comment '.repeat(1000)}\n${SMALL_GUIDE}`);
    expect(new GuideLoader([product]).readHeaders()).toMatchObject([{ id: 'small' }]);
  });

  it('reports a head that breaks the format', () => {
    writeFileSync(join(product, 'small.yaml'), SMALL_GUIDE.replace("transactionSet: '999'", 'transactionSet: 999'));
    const error = errorOf(() => new GuideLoader([product]).readHeaders());
    expect(error.code).toBe('EDI_GUIDE_INVALID');
    expect(error.message).toContain('small.yaml:2:17: `transactionSet` of the guide must be text');
  });
});
