import { COMPOSITE_ELEMENT_KEYS, SHARED_ELEMENT_KEYS, SIMPLE_ELEMENT_KEYS } from './guide-format';
import { GuideMap } from './guide-map';
import { shown, type Subject } from '../common/yaml/yaml-map';
import type { FileProblems } from '../common/yaml/file-problems';
import type { ElementSource, SimpleContent } from './guide-source';
import type { YamlMap, YamlNode } from '../common/yaml/yaml-node';

/** Where a list of elements stands: in segment CLP references are CLP01, CLP02; in SVC01 they are SVC01-1, SVC01-2. */
interface ElementPlace {
  readonly prefix: string;
  readonly isComponent: boolean;
}

/** Reads the list of a segment's elements or of a composite's components, and reports references out of order. */
export function readElements(nodes: readonly YamlNode[], place: ElementPlace, problems: FileProblems): ElementSource[] {
  return nodes.flatMap((node, index) => {
    const entry = node.kind === 'map' && node.entries.length === 1 ? node.entries[0] : undefined;
    if (entry === undefined) {
      problems.report(node.offset, `An element must be one reference with its facts, such as CLP01: { ... }, not ${shown(node)}.`);
      return [];
    }
    const expected = place.prefix + (place.isComponent ? String(index + 1) : String(index + 1).padStart(2, '0'));
    if (entry.key !== expected) problems.report(entry.offset, `${entry.key} stands where ${expected} is expected.`);
    const subject = { title: entry.key, offset: entry.offset };
    if (entry.value.kind === 'map') return [place.isComponent ? readSimple(entry.value, subject, problems) : readElement(entry.value, subject, problems)];
    problems.report(entry.value.offset, `${entry.key} must be a map, not ${shown(entry.value)}.`);
    return [];
  });
}

function readElement(node: YamlMap, subject: Subject, problems: FileProblems): ElementSource {
  if (node.entries.some(({ key }) => key === 'use')) return readShared(node, subject, problems);
  if (node.entries.some(({ key }) => key === 'composite' || key === 'components')) return readComposite(node, subject, problems);
  return readSimple(node, subject, problems);
}

type CommonKey = 'usage' | 'name' | 'tree' | 'repeat';

function common(map: GuideMap<CommonKey>): Omit<ElementSource, 'content'> {
  return {
    ref: map.subject.title,
    offset: map.subject.offset,
    usage: map.usage('usage'),
    name: map.optionalText('name'),
    tree: map.optionalText('tree'),
    repeat: map.count('repeat'),
  };
}

function readShared(node: YamlMap, subject: Subject, problems: FileProblems): ElementSource {
  const map = new GuideMap(node, subject, SHARED_ELEMENT_KEYS, problems);
  return { ...common(map), content: { kind: 'shared', use: map.text('use') } };
}

function readComposite(node: YamlMap, subject: Subject, problems: FileProblems): ElementSource {
  const map = new GuideMap(node, subject, COMPOSITE_ELEMENT_KEYS, problems);
  const components = readElements(map.list('components'), { prefix: `${subject.title}-`, isComponent: true }, problems);
  return { ...common(map), content: { kind: 'composite', composite: map.text('composite'), components } };
}

type SimpleKey = keyof typeof SIMPLE_ELEMENT_KEYS;

function readSimple(node: YamlMap, subject: Subject, problems: FileProblems): ElementSource {
  const map = new GuideMap(node, subject, SIMPLE_ELEMENT_KEYS, problems);
  const content: SimpleContent = {
    kind: 'simple',
    ...readType(map),
    dataElement: String(map.integer('element') ?? ''),
    codes: map.has('codes') ? map.texts('codes') : undefined,
    codesOffset: map.offset('codes'),
    codeSet: map.optionalText('codeSet'),
    codeSetBy: map.integer('codeSetBy'),
    pattern: readPattern(map),
  };
  return { ...common(map), content };
}

const TYPE = /^(AN|B|DT|ID|N[0-9]?|R|TM) ([0-9]+)\/([0-9]+)$/;

/** Reads `AN 1/38`: data type, least and most length. */
function readType(map: GuideMap<SimpleKey>): Pick<SimpleContent, 'type' | 'min' | 'max'> {
  const [, type, min, max] = TYPE.exec(map.text('type')) ?? [];
  if (type !== undefined && Number(min) <= Number(max)) return { type, min: Number(min), max: Number(max) };
  map.wrong('type', 'a data type with least and most length, such as AN 1/38');
  return { type: 'AN', min: 1, max: 1 };
}

function readPattern(map: GuideMap<SimpleKey>): string | undefined {
  const pattern = map.optionalText('pattern');
  if (pattern === undefined) return undefined;
  try {
    new RegExp(pattern, 'u');
  } catch {
    map.wrong('pattern', 'a regular expression');
  }
  return pattern;
}
