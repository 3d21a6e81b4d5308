import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { FileProblems, readYaml, type YamlNode } from '../../../src/common/yaml';
import { preparedNodesPath, preparedPath, prepareYaml, prepareYamlNodes, readYamlFile, readYamlNodes } from '../../../src/guide/prepared-yaml';

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
  for (const path of [preparedPath(file), preparedNodesPath(file)]) rmSync(path, { force: true });
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

describe('prepared nodes of a YAML file', () => {
  const nodesOf = (text: string): YamlNode => readYamlNodes(file, text, new FileProblems(file, text));

  it('are those of the text, in its order and with their offsets', () => {
    const nodes = readYaml(TEXT, new FileProblems(file, TEXT));
    writeFileSync(preparedNodesPath(file), prepareYamlNodes(file));
    expect(nodesOf(TEXT)).toEqual(nodes);
  });

  it('are used for the text that they were made of alone', () => {
    const marked = gunzipSync(prepareYamlNodes(file)).toString().replaceAll('"two"', '"prepared"');
    writeFileSync(preparedNodesPath(file), gzipSync(marked));
    expect(JSON.stringify(nodesOf(TEXT))).toContain('prepared');
    expect(JSON.stringify(nodesOf(TEXT.replace('two', 'three')))).toContain('three');
  });

  it('are not prepared of text that is not YAML', () => {
    writeFileSync(file, '{ 5: two');
    expect(() => prepareYamlNodes(file)).toThrow('is not YAML');
  });
});
