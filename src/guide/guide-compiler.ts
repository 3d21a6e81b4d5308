import { IntTable } from '../common/int-table';
import { IndexedCandidates } from './candidate-set';
import { segmentKey } from '../x12/segment-key';
import { compileElements, limitOf } from './element-compiler';
import type { GuideSource, LoopSource, NodeSource, QualifierSource, SegmentSource } from './guide-source';
import type { Candidate, CandidateSet, ElementDef, Guide, LoopDef, Qualifier, SegmentDef, Usage } from './guide.types';
import { childrenOf } from './shared-loop';
import { StandardNotes } from './standard-notes';

/** Id of the loop that holds the whole transaction. */
export const ROOT_LOOP_ID = '0000';

/**
 * Turns a guide file that passed the lint into the form that the walker and the writer use.
 *
 * Slots number the segments in the order of the document. A loop with `use` is compiled again under its own parent,
 * with definitions and slots of its own. Segments that state no relational notes take those of `notes`.
 */
export function compileGuide(source: GuideSource, notes = new StandardNotes()): Guide {
  const compilation: Compilation = { source, notes, segments: [], elements: new Map() };
  const place = { id: ROOT_LOOP_ID, name: nameOfFirst(source.children), usage: 'R', max: 1, parent: undefined, position: 0 } as const;
  const root = new CompiledLoop(place, source.children, compilation);
  const { id, transactionSet, name, functionalIds, versions, purposes, splits } = source;
  return {
    id,
    transactionSet,
    name,
    functionalIds,
    versions,
    ...(purposes.length > 0 && { purposes }),
    source: source.source,
    root,
    nestsLevels: nestsLevels(root, false),
    splitLoops: new Set(loopsOf(root, new Set(splits))),
    segments: compilation.segments,
    segmentIds: new Set(compilation.segments.map((segment) => segment.id)),
  };
}

/** True when an HL loop stands in another, at any depth. */
function nestsLevels(loop: LoopDef, isInLevel: boolean): boolean {
  const isLevel = loop.trigger.id === 'HL';
  if (isLevel && isInLevel) return true;
  return loop.children.some((child) => child.kind === 'loop' && nestsLevels(child, isLevel || isInLevel));
}

/** The loops below a loop that have one of the ids, without those inside another such loop. */
function loopsOf(loop: LoopDef, ids: ReadonlySet<string>): LoopDef[] {
  const loops = loop.children.filter((child) => child.kind === 'loop');
  return loops.flatMap((child) => (ids.has(child.id) ? [child] : loopsOf(child, ids)));
}

/** What one compilation carries along; `segments` grows, a segment's slot is its index. */
interface Compilation {
  readonly source: GuideSource;
  readonly notes: StandardNotes;
  readonly segments: SegmentDef[];
  readonly elements: Map<SegmentSource, readonly ElementDef[]>;
}

type LoopPlace = Pick<LoopDef, 'id' | 'name' | 'usage' | 'max' | 'parent' | 'position'>;

/** A loop of a compiled guide. It is a class because a loop and its segments refer to each other. */
class CompiledLoop implements LoopDef {
  readonly kind = 'loop';
  readonly id: string;
  readonly name: string;
  readonly treeName?: string;
  readonly usage: Usage;
  readonly max: number;
  readonly parent: LoopDef | undefined;
  readonly position: number;
  readonly children: readonly (SegmentDef | LoopDef)[];
  readonly requiredLoops: readonly LoopDef[];
  readonly trigger: SegmentDef;
  readonly candidates: IntTable<CandidateSet>;
  readonly acceptsAll = false;

  constructor(place: LoopPlace, sources: readonly NodeSource[], compilation: Compilation) {
    this.id = place.id;
    this.name = place.name;
    this.usage = place.usage;
    this.max = place.max;
    this.parent = place.parent;
    this.position = place.position;
    const [first, ...rest] = sources;
    if (first?.kind !== 'segment') throw new TypeError(`Loop ${place.id} has no segment to open it; the guide was compiled without lint.`);
    this.trigger = compileSegment(first, this, 0, compilation);
    this.children = [this.trigger, ...rest.map((child, index) => compileChild(child, this, index + 1, compilation))];
    this.requiredLoops = this.children.filter((child) => child.kind === 'loop').filter(({ usage }) => usage === 'R');
    this.candidates = candidatesOf(this.children);
    const treeName = this.trigger.treeName ?? this.trigger.name;
    if (treeName !== this.name) this.treeName = treeName;
  }
}

function compileChild(child: NodeSource, parent: LoopDef, position: number, compilation: Compilation): SegmentDef | LoopDef {
  return child.kind === 'segment' ? compileSegment(child, parent, position, compilation) : compileLoop(child, parent, position, compilation);
}

function compileLoop(loop: LoopSource, parent: LoopDef, position: number, compilation: Compilation): LoopDef {
  const { id, name, usage, max } = loop;
  const children = childrenOf(compilation.source.children, loop) ?? [];
  return new CompiledLoop({ id, name, usage, max: limitOf(max), parent, position }, children, compilation);
}

function compileSegment(segment: SegmentSource, loop: LoopDef, position: number, compilation: Compilation): SegmentDef {
  const def = new CompiledSegment(segment, loop, position, compilation);
  compilation.segments.push(def);
  return def;
}

/** A segment of a compiled guide. It is a class so that all of them have one shape: reading and writing look at them for each segment. */
class CompiledSegment implements SegmentDef {
  readonly kind = 'segment';
  readonly slot: number;
  readonly id: string;
  readonly key: number;
  readonly name: string;
  readonly treeName?: string;
  readonly usage: Usage;
  readonly max: number;
  readonly qualifiers: readonly Qualifier[];
  readonly syntax: readonly string[];
  private compiled: readonly ElementDef[] | undefined;

  constructor(
    private readonly origin: SegmentSource,
    readonly loop: LoopDef,
    readonly position: number,
    private readonly compilation: Compilation,
  ) {
    const { id, name, tree, usage, max, when, also } = origin;
    this.slot = compilation.segments.length;
    this.id = id;
    this.key = segmentKey(id);
    this.name = name;
    if (tree !== undefined) this.treeName = tree;
    this.usage = usage;
    this.max = limitOf(max);
    this.qualifiers = when.map((condition) => compileQualifier(condition, also));
    this.syntax = compilation.notes.notesOf(origin, compilation.source.release);
  }

  /** Compiled when they are first asked for, once for all loops that use the segment. */
  get elements(): readonly ElementDef[] {
    return (this.compiled ??= elementsOf(this.origin, this.compilation));
  }
}

function elementsOf(segment: SegmentSource, { source, elements }: Compilation): readonly ElementDef[] {
  const known = elements.get(segment);
  if (known !== undefined) return known;
  const compiled = compileElements(segment, source.composites);
  elements.set(segment, compiled);
  return compiled;
}

function compileQualifier({ element, component, codes }: QualifierSource, alsos: readonly QualifierSource[]): Qualifier {
  const also = alsos.find((one) => one.element === element && one.component === component)?.codes ?? [];
  return {
    element,
    ...(component !== undefined && { component }),
    codes: new Set([...codes, ...also]),
    ...(also.length > 0 && { also: new Set(also) }),
  };
}

/**
 * The segments that may follow inside a loop, by key. The trigger is not among them, but as their sibling it counts for
 * `isOnly`: where it shares an id with one of them, the id alone would swallow the next repeat of the loop.
 */
function candidatesOf(children: readonly (SegmentDef | LoopDef)[]): IntTable<CandidateSet> {
  const defs = children.map((child) => (child.kind === 'loop' ? child.trigger : child));
  const candidates = new Map<number, Candidate[]>();
  const firstLoop = children.findIndex(({ kind }) => kind === 'loop');
  children.forEach((child, index) => {
    const def = child.kind === 'loop' ? child.trigger : child;
    if (index === 0) return;
    const isOnly = !defs.some((other) => other !== def && other.key === def.key);
    const opens = child.kind === 'loop' ? child : undefined;
    const candidate = { def, opens, isOnly, isTrailing: opens === undefined && index > firstLoop && firstLoop >= 0 };
    const sameId = candidates.get(def.key);
    if (sameId === undefined) candidates.set(def.key, [candidate]);
    else sameId.push(candidate);
  });
  return new IntTable([...candidates].map(([key, sameId]) => [key, new IndexedCandidates(sameId)] as const));
}

function nameOfFirst(children: readonly NodeSource[]): string {
  return children[0]?.name ?? '';
}
