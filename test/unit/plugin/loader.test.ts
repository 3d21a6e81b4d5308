import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdiError } from '../../../src/common/edi-error';
import { loadPlugin, loadProductPlugins } from '../../../src/plugin/plugin-loader';
import { createConverter } from '../../../src/pipeline/create-converter';
import { convertText, sourceOf } from '../../support/conversion';
import { remittance } from '../../support/remittance';

const WALL = join(__dirname, '../../../src/plugin');

/** A plugin as somebody else would write it: it needs the wall alone. */
const OUTSIDE_PLUGIN = `
const { Output } = require(${JSON.stringify(WALL)});
class CountOutput {
  open() {
    let count = 0;
    return {
      begin: () => {},
      write: (batch) => { count += batch.size; },
      notice: () => {},
      end: (out) => out.text(count + ' records'),
    };
  }
}
Output({ id: 'count', contentType: 'text/plain', extension: 'txt' })(CountOutput);
module.exports = { CountOutput, somethingElse: 5 };
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plugin-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function refusalOf(name: string): { code: string; message: string } {
  try {
    loadPlugin(name);
  } catch (error) {
    if (error instanceof EdiError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

describe('plugin loader', () => {
  it('loads the plugins of the product', () => {
    expect(loadProductPlugins().map(({ name }) => name)).toEqual(expect.arrayContaining(['JsonOutput', 'NdjsonOutput', 'Remittance']));
  });

  it('loads a plugin from a folder, which then converts', async () => {
    writeFileSync(join(folder, 'index.js'), OUTSIDE_PLUGIN);
    const { text } = await convertText([sourceOf('a.edi', remittance())], { output: 'count' }, createConverter({ plugins: [folder] }));
    expect(text).toBe('1 records');
  });

  it('refuses a module without plugins, and names it', () => {
    writeFileSync(join(folder, 'index.js'), 'module.exports = { a: 1, b: class {} };');
    expect(refusalOf(folder)).toEqual({
      code: 'EDI_PLUGIN_INVALID',
      message: `Plugin ${folder} is refused: it exports no class with @TransactionSet, @Output or @Acknowledgment.`,
    });
  });

  it('refuses a module that does not exist', () => {
    expect(refusalOf('clearloop-no-such-plugin')).toEqual({
      code: 'EDI_PLUGIN_INVALID',
      message: 'Plugin clearloop-no-such-plugin is refused: it cannot be loaded. Is its index built and are its dependencies installed?',
    });
  });

  it('refuses a module that throws, and keeps the cause', () => {
    writeFileSync(join(folder, 'index.js'), 'throw new Error("no luck");');
    expect(() => loadPlugin(folder)).toThrow(expect.objectContaining({ code: 'EDI_PLUGIN_INVALID', cause: expect.objectContaining({ message: 'no luck' }) }));
  });

  it('refuses an outside plugin with the id of one of the product', () => {
    writeFileSync(join(folder, 'index.js'), OUTSIDE_PLUGIN.replace("id: 'count'", "id: 'json'"));
    expect(() => createConverter({ plugins: [folder] })).toThrow('Plugin json is refused: another output plugin has the same id.');
  });
});
