import type { ElementDef, Guide, LoopDef, SegmentDef } from '../../../src/guide/guide.types';

/*
 * Writes a compiled guide and a fact table as lists of lines in the same notation, one line for each loop, segment and
 * element, so that a comparison shows every difference where it stands. The codes of `also` are left out: the fact tables
 * say what a guide allows, not what is read beyond it.
 */

/** What lines show. */
interface Notation {
  /** False leaves out the names of the segment tree. */
  readonly withTreeNames: boolean;
}

/** What fact tables leave open. */
interface Openings {
  /** Least and most length of a data element. */
  readonly lengths: (dataElement: string) => string;
  /** Relational notes of a segment with so many elements. */
  readonly notes: (segmentId: string, elements: number) => readonly string[];
}

/** The part of a fact table that is compared; the layout is explained in the fact tables' own README. */
export interface GuideFacts {
  readonly guide: string;
  readonly transaction: string;
  readonly gs01: readonly string[];
  readonly gs08: readonly string[];
  readonly bht02?: readonly string[];
  readonly children: readonly NodeFacts[];
}

interface QualifierFacts {
  readonly ref: string;
  readonly codes: readonly string[];
}

interface NodeFacts {
  readonly t: 'L' | 'S';
  readonly id: string;
  readonly name: string;
  readonly usage: string;
  readonly max: number | null;
  readonly use?: string;
  readonly children?: readonly NodeFacts[];
  readonly qual?: QualifierFacts;
  readonly qual2?: QualifierFacts;
  readonly ref_name?: string;
  readonly syntax?: readonly string[];
  readonly elements?: readonly ElementFacts[];
}

interface ElementFacts {
  readonly ref: string;
  readonly el?: string;
  readonly comp?: string;
  readonly type?: string;
  readonly min?: number | null;
  readonly max?: number | null;
  readonly usage: string;
  readonly repeat?: number | null;
  readonly codes?: readonly string[];
  readonly ext?: string;
  readonly regex?: string;
  readonly name: string;
  readonly ref_name?: string;
  readonly elements?: readonly ElementFacts[];
}

export function linesOfGuide(guide: Guide, notation: Notation = { withTreeNames: true }): string[] {
  const head = [guide.id, guide.transactionSet, guide.functionalIds, guide.versions, guide.purposes ?? []].join(' ');
  return [head, ...guide.root.children.flatMap((child) => linesOfChild(child, '', notation))];
}

function linesOfChild(child: SegmentDef | LoopDef, parent: string, notation: Notation): string[] {
  const path = `${parent}/${child.id}`;
  const head = [path, child.kind, child.name, child.usage, child.max];
  if (child.kind === 'loop') return [head.join(' '), ...child.children.flatMap((grandchild) => linesOfChild(grandchild, path, notation))];
  const qualifiers = child.qualifiers.map(({ element, component, codes, also }) => {
    const ref = child.id + String(element).padStart(2, '0') + (component === undefined ? '' : `-${component}`);
    return `${ref}=${[...codes].filter((code) => also?.has(code) !== true).join('|')}`;
  });
  const line = [...head, ...tree(notation, child.treeName ?? child.name), ...qualifiers, ...child.syntax].join(' ');
  return [line, ...child.elements.flatMap((element) => linesOfElement(element, path, notation))];
}

const tree = ({ withTreeNames }: Notation, name: string): string[] => (withTreeNames ? [name] : []);

function linesOfElement(element: ElementDef, path: string, notation: Notation): string[] {
  const { ref, name, usage, repeat, dataElement, composite, type, min, max, codes, codeSet, codeSetBy, pattern } = element;
  const content = composite ?? `${dataElement} ${type} ${min}/${max}`;
  const external = codeSet ?? (codeSetBy === undefined ? undefined : `by ${codeSetBy}`);
  const line = [path, ref, name, ...tree(notation, element.treeName ?? name), usage, repeat, content, codes?.join('|'), external, pattern].join(' ');
  return [line, ...(element.components ?? []).flatMap((component) => linesOfElement(component, path, notation))];
}

export function linesOfFacts(facts: GuideFacts, { lengths, notes }: Openings, notation: Notation = { withTreeNames: true }): string[] {
  const head = [facts.guide, facts.transaction, facts.gs01, facts.gs08, facts.bht02 ?? []].join(' ');
  const linesOfNode = (node: NodeFacts, parent: string): string[] => {
    const path = `${parent}/${node.id}`;
    const line = [path, node.t === 'L' ? 'loop' : 'segment', node.name, node.usage, node.max ?? Infinity];
    const children = node.use === undefined ? node.children : childrenAt(facts.children, node.use);
    if (node.t === 'L') return [line.join(' '), ...(children ?? []).flatMap((child) => linesOfNode(child, path))];
    const qualifiers = [node.qual, node.qual2].flatMap((qualifier) => (qualifier === undefined ? [] : [`${qualifier.ref}=${qualifier.codes.join('|')}`]));
    const full = [...line, ...tree(notation, node.ref_name ?? node.name), ...qualifiers, ...(node.syntax ?? notes(node.id, node.elements?.length ?? 0))].join(
      ' ',
    );
    return [full, ...(node.elements ?? []).flatMap((element) => linesOfElementFacts(element, path, { lengths, ...notation }))];
  };
  return [head, ...facts.children.flatMap((child) => linesOfNode(child, ''))];
}

function childrenAt(children: readonly NodeFacts[], path: string): readonly NodeFacts[] {
  return path
    .split('/')
    .filter(Boolean)
    .reduce((nodes, id) => nodes.find((node) => node.t === 'L' && node.id === id)?.children ?? [], children);
}

function linesOfElementFacts(element: ElementFacts, path: string, notation: Notation & { readonly lengths: (dataElement: string) => string }): string[] {
  const { ref, name, usage, el, comp, type, min, max, codes, ext, regex } = element;
  const repeat = element.repeat === null ? Infinity : (element.repeat ?? 1);
  const length = typeof min === 'number' && typeof max === 'number' ? `${min}/${max}` : notation.lengths(el ?? '');
  const content = comp ?? `${el} ${type} ${length}`;
  const line = [path, ref, name, ...tree(notation, element.ref_name ?? name), usage, repeat, content, codes?.join('|'), externalList(ext), regex].join(' ');
  return [line, ...(element.elements ?? []).flatMap((component) => linesOfElementFacts(component, path, notation))];
}

/** BY_QUALIFIER(HIxx-1) says that element or component 1 names the list; anything else is the list itself. */
function externalList(ext: string | undefined): string | undefined {
  const by = /^BY_QUALIFIER\(.*?0?([0-9]+)\)$/.exec(ext ?? '')?.[1];
  return by === undefined ? ext?.toLowerCase() : `by ${by}`;
}
