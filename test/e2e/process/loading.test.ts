import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const PROJECT = join(__dirname, '../../..');

/** Packages that a program has loaded by the time a script is through. */
function packagesOf(script: string): readonly string[] {
  const list = `process.on('exit', () => console.log(JSON.stringify(Object.keys(require.cache))))`;
  const output = execFileSync(process.execPath, ['-e', `${list}; ${script}`], { cwd: PROJECT, encoding: 'utf8' });
  const files = JSON.parse(output) as readonly string[];
  const names = files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}

describe('what a program loads', () => {
  it('is, for the library and a conversion, no package', () => {
    const convert = `const { convert } = require('./dist/bundle/index.js');
      (async () => { for await (const record of convert('samples/835.edi')) void record; })();`;
    expect(packagesOf(convert)).toEqual([]);
  });
});
