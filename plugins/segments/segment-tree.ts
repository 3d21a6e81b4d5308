import { type LoopNode, type RecordDeclaration, type Segment } from '../../src/plugin';
import {
  BYTE,
  type ByteWriter,
  Fragment,
  type Guide,
  jsonText,
  type LoopDef,
  type SegmentDef,
  StandardDictionary,
  type TreeLayout,
  type TreeSegment,
} from '../../src/plugin/io';
import { type ElementWriter, elementWriters, treeElements, writeElements } from './element-writer';
import { type SegmentTree, treeRecord, type WriteTree } from './tree-record';

// Read once: a property of a re-exported module costs a call.
const { memberFragment, writeJsonText } = jsonText;
const { BRACE_CLOSE, BRACKET_CLOSE, BRACKET_OPEN, COMMA } = BYTE;

const SCHEMA = {
  type: 'object',
  description: 'a segment with its elements, and the segments and loops that follow it under their names',
  required: ['objectType', 'loop_id'],
  properties: { objectType: { type: 'string', enum: ['SEGMENT'] }, segment_id: { type: 'string' }, loop_id: { type: 'string' } },
  additionalProperties: true,
} as const;

/** Declares the tree of whole transactions: names come from the guide, so there is nothing else to declare. */
export const segmentTree: RecordDeclaration<SegmentTree> = {
  name: 'SegmentTree',
  fields: {},
  schema: SCHEMA,
  bind({ guide }) {
    const layout = new GuideLayout(guide);
    const write: WriteTree = (loop, segment, out) => {
      if (segment === loop.firstSegment) writeLoop(layout, loop, out, true);
      else writeAlone(layout, loop, segment, out);
    };
    return { ...treeRecord(write), tree: layout };
  },
};

/** How a segment is written at its place in the guide. */
interface SegmentLayout {
  /** `{"segment_id":"NM1","loop_id":"2100A"`. */
  readonly opening: Fragment;
  /** The same for an object at the top. */
  readonly rootOpening: Fragment;
  readonly elements: readonly ElementWriter[];
}

/** Key of the children of one definition, and whether they are an array. */
interface ChildLayout {
  readonly key: Fragment;
  readonly isArray: boolean;
  /** Number of the last look that met it. */
  look: number;
}

/** Maximum of cached layouts of segments without a place. */
const MAX_STRAY_LAYOUTS = 1000;

/** Compiles the tree of a guide, piece by piece at the first use: most transactions use a small part of a guide. */
class GuideLayout implements TreeLayout {
  /** By the slot of the segment. */
  private readonly segments: (SegmentLayout | undefined)[] = [];
  private readonly children = new Map<LoopDef, (ChildLayout | undefined)[]>();
  private readonly strays = new Map<string, { readonly child: ChildLayout; readonly segment: SegmentLayout }>();
  private readonly dictionary = new StandardDictionary();
  private looks = 0;

  constructor(private readonly guide: Guide) {}

  of(def: SegmentDef): TreeSegment {
    const { loop, elements } = def;
    const child = loop.trigger === def ? loop : def;
    const ids = idsOf(def.id, loop);
    return {
      opening: new Fragment(`{${ids}`),
      rootOpening: new Fragment(`{${ROOT_TYPE}${ids}`),
      elements: treeElements(elements),
      key: memberFragment(nameOf(child)),
      isArray: child.max !== 1,
    };
  }

  /** The layout of a segment in a loop. */
  in(segment: Segment, loop: LoopDef): SegmentLayout {
    const def = this.guide.segments[segment.slot];
    return def ? this.segment(def) : this.unplaced(segment.id, loop).segment;
  }

  segment(def: SegmentDef): SegmentLayout {
    const known = this.segments[def.slot];
    if (known) return known;
    const { opening, rootOpening, elements } = this.of(def);
    const layout = { opening, rootOpening, elements: elementWriters(elements) };
    this.segments[def.slot] = layout;
    return layout;
  }

  /** A segment that has no place in its loop goes by its id, with the standard's names of elements. */
  unplaced(id: string, loop: LoopDef): { readonly child: ChildLayout; readonly segment: SegmentLayout } {
    const key = `${loop.id} ${id}`;
    const known = this.strays.get(key);
    if (known) return known;
    const ids = idsOf(id, loop);
    const elements = elementWriters(treeElements(this.dictionary.elementsOf(id)));
    const segment = { opening: new Fragment(`{${ids}`), rootOpening: new Fragment(`{${ROOT_TYPE}${ids}`), elements };
    const layout = { child: { key: memberFragment(id === '' ? 'no_id' : id), isArray: true, look: 0 }, segment };
    // Ids of strays come from the input, and there may be any number of them.
    if (this.strays.size < MAX_STRAY_LAYOUTS) this.strays.set(key, layout);
    return layout;
  }

  /** Gives a number that no look at the children of a loop has had. */
  nextLook(): number {
    return ++this.looks;
  }

  /** The definition of a segment that a walker placed. */
  definitionOf(segment: Segment): SegmentDef | undefined {
    return this.guide.segments[segment.slot];
  }

  /** The known children of a loop, by the slot of a segment, of a loop that of its trigger. */
  childrenOf(loop: LoopDef): (ChildLayout | undefined)[] {
    let layouts = this.children.get(loop);
    if (layouts === undefined) this.children.set(loop, (layouts = []));
    return layouts;
  }
}

/** The first member of an object at the top. */
const ROOT_TYPE = '"objectType":"SEGMENT",';

const idsOf = (id: string, loop: LoopDef): string => `"segment_id":${JSON.stringify(id)},"loop_id":${JSON.stringify(loop.id)}`;

/** The layout of a child of a loop, given those that are known. */
function childAt(known: (ChildLayout | undefined)[], slot: number, child: SegmentDef | LoopDef): ChildLayout {
  return (known[slot] ??= { key: memberFragment(nameOf(child)), isArray: child.max !== 1, look: 0 });
}

/** A loop goes by the name of its first segment. */
function nameOf(child: SegmentDef | LoopDef): string {
  const def = child.kind === 'loop' ? child.trigger : child;
  return def.treeName ?? def.name;
}

/** Children of one key, in file order. */
interface Group {
  readonly layout: ChildLayout;
  readonly members: (Segment | LoopNode)[];
  /** Segment number of the first. */
  readonly first: number;
}

/** Writes a loop: the elements of its first segment, then what follows it. A loop whose first segment is missing has its id alone. */
function writeLoop(layout: GuideLayout, loop: LoopNode, out: ByteWriter, isRoot: boolean): void {
  const trigger = triggerOf(loop);
  if (trigger) writeSegment(layout.segment(loop.def.trigger), trigger, out, isRoot);
  else out.text(`{${isRoot ? ROOT_TYPE : ''}"loop_id":${JSON.stringify(loop.def.id)}`);
  if (isGrouped(layout, loop, trigger)) writeChildren(layout, loop, trigger, out);
  else for (const group of groupsOf(layout, loop, trigger)) writeGroup(layout, loop, group, out);
  out.byte(BRACE_CLOSE);
}

/** True for a loop whose children stand in the order in which they are written, as nearly all do. */
function isGrouped(layout: GuideLayout, loop: LoopNode, trigger: Segment | undefined): boolean {
  const { segments, loops } = loop;
  if (loop.unplaced !== undefined) return false;
  const others = trigger === undefined ? 0 : 1;
  if (segments.length - others + loops.length < 2) return true;
  const known = layout.childrenOf(loop.def);
  const look = layout.nextLook();
  let last: ChildLayout | undefined;
  let number = 0;
  for (const segment of segments) {
    const def = layout.definitionOf(segment);
    if (def === undefined || segment === trigger) continue;
    const child = childAt(known, segment.slot, def);
    if (segment.segmentNumber < number || isOutOfGroup(child, last, look)) return false;
    child.look = look;
    last = child;
    number = segment.segmentNumber;
  }
  for (const { def, firstSegment } of loops) {
    if (firstSegment === undefined) continue;
    const child = childAt(known, def.trigger.slot, def);
    if (firstSegment.segmentNumber < number || isOutOfGroup(child, last, look)) return false;
    child.look = look;
    last = child;
    number = firstSegment.segmentNumber;
  }
  return true;
}

/** True for a child whose key was written before, except for the next item of an array. */
const isOutOfGroup = (child: ChildLayout, last: ChildLayout | undefined, look: number): boolean => (child === last ? !child.isArray : child.look === look);

/** Writes the children of a loop as they stand. */
function writeChildren(layout: GuideLayout, loop: LoopNode, trigger: Segment | undefined, out: ByteWriter): void {
  const known = layout.childrenOf(loop.def);
  const list = new ChildList(out);
  for (const segment of loop.segments) {
    const def = segment === trigger ? undefined : layout.definitionOf(segment);
    if (def === undefined) continue;
    list.begin(childAt(known, segment.slot, def));
    writeSegment(layout.segment(def), segment, out, false);
    out.byte(BRACE_CLOSE);
  }
  for (const child of loop.loops) {
    if (child.firstSegment === undefined) continue;
    list.begin(childAt(known, child.def.trigger.slot, child.def));
    writeLoop(layout, child, out, false);
  }
  list.end();
}

/** Writes the keys of children, and the brackets of those that are arrays. */
class ChildList {
  private last: ChildLayout | undefined;
  private mark = 0;

  constructor(private readonly out: ByteWriter) {}

  /** Begins a child: a key of its own, or the next item of the array before it. */
  begin(child: ChildLayout): void {
    const { out } = this;
    if (child !== this.last) {
      this.end();
      out.raw(child.key);
      this.mark = out.length;
      this.last = child;
    }
    if (child.isArray) out.byte(COMMA);
  }

  /** Closes an array: the comma of its first item becomes the bracket. */
  end(): void {
    if (this.last?.isArray !== true) return;
    this.out.bytes[this.mark] = BRACKET_OPEN;
    this.out.byte(BRACKET_CLOSE);
  }
}

/** Writes the children of one key. */
function writeGroup(layout: GuideLayout, loop: LoopNode, { layout: child, members }: Group, out: ByteWriter): void {
  out.raw(child.key);
  const mark = out.length;
  const isArray = child.isArray || members.length > 1;
  for (const member of members) {
    if (isArray) out.byte(COMMA);
    if ('def' in member) writeLoop(layout, member, out, false);
    else {
      writeSegment(layout.in(member, loop.def), member, out, false);
      out.byte(BRACE_CLOSE);
    }
  }
  if (!isArray) return;
  out.bytes[mark] = BRACKET_OPEN;
  out.byte(BRACKET_CLOSE);
}

/** Writes a segment that came after its loop was emitted. */
function writeAlone(layout: GuideLayout, loop: LoopNode, segment: Segment, out: ByteWriter): void {
  writeSegment(layout.in(segment, loop.def), segment, out, true);
  out.byte(BRACE_CLOSE);
}

function triggerOf({ def, segments }: LoopNode): Segment | undefined {
  const [first] = segments;
  return first?.slot === def.trigger.slot ? first : undefined;
}

/** Writes a segment without its closing brace. */
function writeSegment({ opening, rootOpening, elements }: SegmentLayout, segment: Segment, out: ByteWriter, isRoot: boolean): void {
  out.raw(isRoot ? rootOpening : opening);
  writeElements(elements, segment, out);
  for (let number = elements.length + 1; number <= segment.elementCount; number++) writeExtra(segment, number, out);
}

/** The key of an unknown element is its number. */
function writeExtra(segment: Segment, number: number, out: ByteWriter): void {
  if (!segment.has(number)) return;
  out.text(`,"element_${String(number).padStart(2, '0')}":`);
  writeJsonText(out, segment.chunk, segment.start(number), segment.end(number));
}

/** Groups the children of a loop by key, in the order in which keys first come in the file. A loop has few keys, so they are searched one by one. */
function groupsOf(layout: GuideLayout, loop: LoopNode, trigger: Segment | undefined): readonly Group[] {
  const groups: Group[] = [];
  const known = layout.childrenOf(loop.def);
  for (const segment of loop.segments) {
    if (segment === trigger) continue;
    const def = layout.definitionOf(segment);
    if (def) addTo(groups, childAt(known, segment.slot, def), segment, segment.segmentNumber);
  }
  const segmentGroups = groups.length;
  for (const child of loop.loops) {
    const first = child.firstSegment;
    if (first) addTo(groups, childAt(known, child.def.trigger.slot, child.def), child, first.segmentNumber);
  }
  for (const segment of loop.unplaced ?? []) addTo(groups, layout.unplaced(segment.id, loop.def).child, segment, segment.segmentNumber);
  const isMixed = groups.length > 1 && (loop.unplaced !== undefined || (segmentGroups > 0 && segmentGroups < groups.length));
  return isMixed ? groups.sort((a, b) => a.first - b.first) : groups;
}

function addTo(groups: Group[], layout: ChildLayout, member: Segment | LoopNode, first: number): void {
  for (let i = groups.length - 1; i >= 0; i--) {
    const group = groups[i];
    if (group?.layout !== layout) continue;
    group.members.push(member);
    return;
  }
  groups.push({ layout, members: [member], first });
}
