import { FileProblems } from '../../../src/common/yaml/file-problems';
import type { YamlNode } from '../../../src/common/yaml/yaml-node';
import { readYaml } from '../../../src/common/yaml/yaml-reader';

/** The value of a node without places, as JSON would have it. */
function valueOf(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(valueOf);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, valueOf(value)]));
}

function read(text: string): { value: unknown; lines: string[] } {
  const problems = new FileProblems('test.yaml', text);
  return { value: valueOf(readYaml(text, problems)), lines: problems.lines() };
}

describe('YAML reader', () => {
  it('reads collections, quotes, numbers and comments', () => {
    const text = "# comment\nid: 0050A\nlist: [A, '01', 12, true, x y]\nkids:\n  - a: 'q''r' # note\n  -\nempty: {}\n";
    expect(read(text)).toEqual({ value: { id: '0050A', list: ['A', '01', 12, true, 'x y'], kids: [{ a: "q'r" }, null], empty: {} }, lines: [] });
  });

  it('reads keys as text, whatever they look like', () => {
    expect(read("{ 1: a, 1-1: b, '2': c, true: d }")).toEqual({ value: { '1': 'a', '1-1': 'b', '2': 'c', true: 'd' }, lines: [] });
  });

  it('resolves anchors and texts over several lines', () => {
    const text = 'a: &x\n  - one\n  - "two"\nb: *x\nc: >\n  long\n  text\n';
    expect(read(text)).toEqual({ value: { a: ['one', 'two'], b: ['one', 'two'], c: 'long text\n' }, lines: [] });
  });

  it('reports a key that is no text', () => {
    expect(read('[a]: b\n').lines).toEqual(['test.yaml:1:1: This is not YAML: with stringKeys, all keys must be strings.']);
  });
});
