import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project-files';
import { itLong } from '../support/fuzz';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('docs/plugins.md', () => {
  const blocks = [...read('docs/plugins.md').matchAll(/^```(?:ts|js|yml) (examples\/\S+)\n([\s\S]*?)^```$/gm)].map(([, file = '', code = '']) => ({
    file,
    code,
  }));

  it('shows the examples', () => {
    expect(new Set(blocks.map(({ file }) => file)).size).toBeGreaterThanOrEqual(7);
  });

  it.each(blocks)('shows what stands in $file', ({ file, code }) => {
    expect(read(file)).toContain(code.trimEnd());
  });
});

describe('the example packages', () => {
  it.each(['plugin-810', 'output-xml'])('are installed from a checkout, with all that they are built with: %s', (name) => {
    const { devDependencies } = JSON.parse(read(`examples/${name}/package.json`));
    expect(join('examples', name, String(devDependencies.clearloop).replace(/^file:/, ''))).toMatch(/^\.\/?$/);
    if (name !== 'plugin-810') return;
    const { types } = JSON.parse(read(`examples/${name}/tsconfig.json`)).compilerOptions;
    expect(types).toEqual(['node']);
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(['@types/node', 'typescript']));
  });
});

describe('docs/plugin-api.md', () => {
  itLong('is current', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/plugin-api.mjs', '--check'], { cwd: ROOT, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('has a sentence for everything', () => {
    expect([...read('docs/plugin-api.md').matchAll(/^- `.*`: *$|^ *\/\/ *\.?$/gm)].map(([line]) => line)).toEqual([]);
  });
});
