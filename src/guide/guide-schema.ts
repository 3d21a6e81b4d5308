import { COMPOSITE_KEYS, GUIDE_KEYS, LOOP_KEYS, SEGMENT_KEYS } from './guide-format';
import { readElements } from './guide-element-schema';
import { GuideMap } from './guide-map';
import { readText, shown, type Subject } from '../common/yaml/yaml-map';
import type { FileProblems } from '../common/yaml/file-problems';
import type { CompositeSource, GuideHeader, GuideSource, LoopSource, NodeSource, QualifierSource, SegmentSource, SyntaxSource } from './guide-source';
import type { YamlMap, YamlNode } from '../common/yaml/yaml-node';

/**
 * The shape of a guide file: reads YAML nodes into a `GuideSource` and reports every unknown key, missing key and wrong
 * type. What concerns several places at once is left to `guide-lint.ts`.
 */
export function readGuideSource(node: YamlNode, problems: FileProblems): GuideSource {
  const map = new GuideMap(node, { title: 'the guide', offset: 0 }, GUIDE_KEYS, problems);
  checkHeadFirst(node, problems);
  return { ...header(map), composites: readComposites(map.value('composites'), problems), children: readChildren(map.list('children'), problems) };
}

/** Reads the head of a guide file: a text that ends where `composites` or `children` begins. */
export function readGuideHeader(node: YamlNode, problems: FileProblems): GuideHeader {
  const keys = { ...GUIDE_KEYS, children: { ...GUIDE_KEYS.children, isRequired: false } };
  return header(new GuideMap(node, { title: 'the guide', offset: 0 }, keys, problems));
}

function header(map: GuideMap<keyof typeof GUIDE_KEYS>): GuideHeader {
  return {
    id: map.text('id'),
    transactionSet: map.text('transactionSet'),
    name: map.text('name'),
    functionalIds: map.texts('functionalIds'),
    versions: map.texts('versions'),
    release: map.optionalText('release'),
    purposes: map.texts('purposes'),
    splits: map.texts('splits'),
    source: map.text('source'),
  };
}

function checkHeadFirst(node: YamlNode, problems: FileProblems): void {
  if (node.kind !== 'map') return;
  const body = node.entries.findIndex(({ key }) => key === 'composites' || key === 'children');
  for (const { key, offset } of node.entries.slice(body + 1)) {
    if (body >= 0 && key !== 'composites' && key !== 'children')
      problems.report(offset, `\`${key}\` of the guide must stand before \`composites\` and \`children\`.`);
  }
}

function readComposites(node: YamlNode | undefined, problems: FileProblems): ReadonlyMap<string, CompositeSource> {
  const composites = new Map<string, CompositeSource>();
  if (node === undefined) return composites;
  if (node.kind !== 'map') {
    problems.report(node.offset, `\`composites\` of the guide must be a map, not ${shown(node)}.`);
    return composites;
  }
  for (const { key, offset, value } of node.entries) {
    const map = new GuideMap(value, { title: `composite ${key}`, offset }, COMPOSITE_KEYS, problems);
    const composite = map.text('composite');
    const components = readElements(map.list('components'), { prefix: `${composite}-`, isComponent: true }, problems);
    composites.set(key, { kind: 'composite', composite, name: map.text('name'), components, offset });
  }
  return composites;
}

function readChildren(nodes: readonly YamlNode[], problems: FileProblems): NodeSource[] {
  return nodes.flatMap((node) => {
    const first = node.kind === 'map' ? node.entries[0] : undefined;
    if (node.kind !== 'map' || first === undefined) {
      problems.report(node.offset, `A child must be a segment or a loop, not ${shown(node)}.`);
      return [];
    }
    const isLoop = node.entries.some(({ key }) => key === 'loop');
    return [isLoop ? readLoop(node, problems) : readSegment(node, first, problems)];
  });
}

function readLoop(node: YamlMap, problems: FileProblems): LoopSource {
  const id = node.entries.find(({ key }) => key === 'loop')?.value ?? node;
  const title = `loop ${id.kind === 'scalar' ? id.text : '?'}`;
  const map = new GuideMap(node, { title, offset: node.offset }, LOOP_KEYS, problems);
  const use = map.optionalText('use');
  if (map.has('use') === map.has('children')) problems.report(node.offset, `L${title.slice(1)} needs \`children\` or \`use\`, and only one of them.`);
  return {
    kind: 'loop',
    id: map.text('loop'),
    offset: node.offset,
    name: map.text('name'),
    usage: map.usage('usage'),
    max: map.count('max'),
    use: use === undefined ? undefined : { path: use, offset: map.offset('use') },
    children: readChildren(map.list('children'), problems),
  };
}

const SEGMENT_ID = /^[A-Z][A-Z0-9]{1,2}$/;

function readSegment(node: YamlMap, first: YamlMap['entries'][number], problems: FileProblems): SegmentSource {
  const { key: id, offset } = first;
  if (!SEGMENT_ID.test(id)) problems.report(offset, `\`${id}\` is no segment id: two or three capital letters or digits, the first a letter.`);
  for (const extra of node.entries.slice(1))
    problems.report(extra.offset, `\`${extra.key}\` stands beside segment ${id}; indent it to put it below, or begin a new child with a dash.`);
  const subject: Subject = { title: `segment ${id}`, offset };
  const map = new GuideMap(first.value, subject, SEGMENT_KEYS, problems);
  return {
    kind: 'segment',
    id,
    offset,
    name: map.text('name'),
    tree: map.optionalText('tree'),
    usage: map.usage('usage'),
    max: map.count('max'),
    when: readQualifiers(map.value('when'), `\`when\` of ${subject.title}`, problems),
    also: readQualifiers(map.value('also'), `\`also\` of ${subject.title}`, problems),
    syntax: readNotes(map, subject, problems),
    elements: readElements(map.list('elements'), { prefix: id, isComponent: false }, problems),
  };
}

const QUALIFIER_PLACE = /^([1-9][0-9]?)(?:-([1-9][0-9]?))?$/;

/** Reads `{ 1: [CT], 2-1: [AB] }`: codes by element or component number. */
function readQualifiers(node: YamlNode | undefined, title: string, problems: FileProblems): QualifierSource[] {
  if (node === undefined) return [];
  if (node.kind !== 'map') {
    problems.report(node.offset, `${title} must be a map from element to codes, such as { 1: [QC] }, not ${shown(node)}.`);
    return [];
  }
  return node.entries.flatMap(({ key, offset, value }) => {
    const [, element, component] = QUALIFIER_PLACE.exec(key) ?? [];
    if (element === undefined) {
      problems.report(offset, `${title} names \`${key}\`, which is neither an element number (1) nor a component (1-2).`);
      return [];
    }
    if (value.kind !== 'list' || value.items.length === 0) {
      problems.report(value.offset, `${title} must give a list of codes for ${key}, not ${shown(value)}.`);
      return [];
    }
    const codes = value.items.map((item) => readText(item, `a code in ${title}`, problems) ?? '');
    return [{ element: Number(element), component: component === undefined ? undefined : Number(component), codes, offset }];
  });
}

const SYNTAX_NOTE = /^[CELPR](?:[0-9]{2}){2,}$/;

/** An empty list says that a segment has no notes, whatever the standard has. */
function readNotes(map: GuideMap<keyof typeof SEGMENT_KEYS>, subject: Subject, problems: FileProblems): SyntaxSource[] | undefined {
  const node = map.value('syntax');
  if (node === undefined) return undefined;
  const items = node.kind === 'list' && node.items.length === 0 ? [] : map.list('syntax');
  return items.map((item) => readSyntax(item, subject, problems));
}

function readSyntax(node: YamlNode, subject: Subject, problems: FileProblems): SyntaxSource {
  const note = readText(node, `\`syntax\` of ${subject.title}`, problems) ?? '';
  if (note !== '' && !SYNTAX_NOTE.test(note))
    problems.report(node.offset, `\`${note}\` in \`syntax\` of ${subject.title} is no relational note: C, E, L, P or R and pairs of digits, such as P0304.`);
  return { note, offset: node.offset };
}
