import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { preparedPath, prepareYaml, readYamlFile } from '../../../src/guide/prepared-yaml';

// The folder of prepared files is fixed, so the file here has a name that nothing else has.
const NAME = `test-of-prepared-yaml-${process.pid}`;
const TEXT = '010: { name: [A, B] }\n5: two\nempty:\n';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yaml-'));
  file = join(folder, `${NAME}.yaml`);
  writeFileSync(file, TEXT);
  mkdirSync(dirname(preparedPath(file)), { recursive: true });
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(preparedPath(file), { force: true });
});

/** Writes the prepared file with a mark, so that a test sees where a value came from. */
const prepareMarked = (): void => writeFileSync(preparedPath(file), prepareYaml(file).replace('"two"', '"prepared"'));

describe('a prepared YAML file', () => {
  it('holds what the YAML holds, with every key as text', () => {
    const value = { '010': { name: ['A', 'B'] }, '5': 'two', empty: null };
    expect(readYamlFile(file)).toEqual(value);
    writeFileSync(preparedPath(file), prepareYaml(file));
    expect(readYamlFile(file)).toEqual(value);
  });

  it('is used for the text that it was made of', () => {
    prepareMarked();
    expect(readYamlFile(file)).toMatchObject({ '5': 'prepared' });
  });

  it('is not used when the text has changed', () => {
    prepareMarked();
    writeFileSync(file, TEXT.replace('two', 'three'));
    expect(readYamlFile(file)).toMatchObject({ '5': 'three' });
  });

  it('is not needed', () => {
    expect(readYamlFile(file)).toMatchObject({ '5': 'two' });
  });
});
