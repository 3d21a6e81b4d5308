import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GuideProblems } from '../../../src/guide/guide-problems';
import { productGuideFolder } from '../../../src/guide/guide-loader';
import { readPlainYaml } from '../../../src/guide/plain-yaml-reader';
import type { YamlNode } from '../../../src/guide/yaml-node';
import { readFullYaml, readYaml } from '../../../src/guide/yaml-reader';

const SAMPLE = `# comment
id: 0050A
num: 12
list: [A, '01', 1e5, x y]
map: { 1: [QC], 1-1: [a#b], b: c }
empty: {}
children:
  - ST:
      name: it's # note
      max: 3

  - loop: '2000'
    kids:
    - a: 'q''r'
    - b
  - x
last: true
`;

const problems = (text: string): GuideProblems => new GuideProblems('test.yaml', text);

/** The value of a node without places, as JSON would have it. */
function valueOf(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(valueOf);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, valueOf(value)]));
}

describe('plain YAML reader', () => {
  it('reads block and flow collections, quotes, numbers and comments', () => {
    const node = readPlainYaml(SAMPLE);
    expect(node && valueOf(node)).toEqual({
      id: '0050A',
      num: 12,
      list: ['A', '01', 100000, 'x y'],
      map: { '1': ['QC'], '1-1': ['a#b'], b: 'c' },
      empty: {},
      children: [{ ST: { name: "it's", max: 3 } }, { loop: '2000', kids: [{ a: "q'r" }, 'b'] }, 'x'],
      last: true,
    });
  });

  it('reads the product guides itself, as the yaml package does', () => {
    for (const name of readdirSync(productGuideFolder())) {
      const text = readFileSync(join(productGuideFolder(), name), 'utf8');
      expect(readPlainYaml(text)).toEqual(readFullYaml(text, problems(text)));
    }
  });

  it('reads every text as the yaml package does, or leaves it to that', () => {
    const edits = [' ', '\n', ':', '#', "'", '-', '{', ']', ',', 'x', '0', '.', '&', '"', '\t', '\r'];
    let read = 0;
    for (let place = 0; place < SAMPLE.length; place++) {
      for (const edit of ['', ...edits]) {
        const text = SAMPLE.slice(0, place) + edit + SAMPLE.slice(place + 1);
        const node = readPlainYaml(text);
        if (node === undefined) continue;
        read++;
        const found = problems(text);
        expect({ text, node, lines: found.lines() }).toEqual({ text, node: readFullYaml(text, found), lines: [] });
      }
    }
    expect(read).toBeGreaterThan(800);
  });

  it.each([
    ['an anchor', 'a: &x 1\nb: *x\n'],
    ['text over several lines', 'a: one\n  two\n'],
    ['a block scalar', 'a: |\n  one\n'],
    ['double quotes', 'a: "one"\n'],
    ['a flow collection over several lines', 'a: [1,\n  2]\n'],
    ['Windows line ends', 'a: 1\r\nb: 2\r\n'],
    ['a document marker', '---\na: 1\n'],
    ['an empty text', '# nothing\n'],
    ['a key that stands twice', 'a: 1\na: 2\n'],
  ])('leaves %s to the yaml package', (_, text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });

  it('resolves anchors and long texts through the yaml package', () => {
    const text = 'a: &x\n  - one\n  - "two"\nb: *x\nc: >\n  long\n  text\n';
    const found = problems(text);
    expect(valueOf(readYaml(text, found))).toEqual({ a: ['one', 'two'], b: ['one', 'two'], c: 'long text\n' });
    expect(found.isEmpty).toBe(true);
  });
});
