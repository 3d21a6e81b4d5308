import { EdiError } from '../common/edi-error';
import { mistakeIn, synchronous } from '../common/hook-result';
import type { Guide, LoopDef, SegmentDef } from '../guide/guide.types';
import type { IsStated } from '../guide/segment-completion';
import type { LoopNode } from '../guide/loop-node';
import type { WalkPlan } from '../guide/loop-walker';
import { type BindingObserver, type BoundRecord, inLoop, type RecordDeclaration, type Scope } from '../mapping/field';
import { bindRowProgram, type RowProgram } from '../mapping/columns/row-program';
import { type RowPlan, RowReader } from '../mapping/columns/row-reader';
import type { TableLayout } from '../mapping/columns/table';
import { ALONE } from '../mapping/json-text';
import { slotsOf } from '../mapping/locator';
import { parsePlace } from '../mapping/place';
import { requireBound } from '../mapping/record';
import { elementFieldsOf } from './field-names';
import type { RegisteredTransactionSet } from './plugin.registry';
import type { ValidationPlan } from '../validation/transaction-validation';
import type { Emission, Overview, TransactionSetPlugin, WholeEmission } from './transaction-set.plugin';

/** A plugin bound to one guide: the units of the walk, and the record of each of them. */
export interface BoundTransactionSet {
  readonly pluginId: string;
  readonly guide: Guide;
  readonly plan: WalkPlan;
  /** Loops that are records, or hold some: as many as a transaction set may have of them, they are no part of what its records have in common. */
  readonly recordLoops: ReadonlySet<LoopDef>;
  readonly unitRecords: ReadonlyMap<LoopDef, NamedRecord>;
  /** The record of the whole transaction, and of the parts that it is cut into; undefined for plugins without one. */
  readonly whole: NamedRecord | undefined;
  /** By slot. */
  readonly segmentRecords: ReadonlyMap<number, NamedRecord>;
  /** The TRANSACTION object; undefined for plugins without one. */
  readonly transaction: NamedRecord | undefined;
  /** The record of ISA, GS, GE and IEA; undefined for plugins without one. */
  readonly envelope: NamedRecord | undefined;
  readonly chunkSize: number | undefined;
  /** Names, amounts and sums for viewers; undefined for plugins that declare none. */
  readonly overview: Overview | undefined;
  /** True for an element, such as CR607, whose value is a value of a record. */
  readonly isStated: IsStated;
  /** What validation needs of the plugin. */
  readonly validation: Pick<ValidationPlan, 'pluginId' | 'rules' | 'names' | 'dayOf' | 'undatedLists'>;
}

/** A bound record with the name that errors show. */
export interface NamedRecord {
  readonly name: string;
  readonly bound: BoundRecord;
  readonly guide: Guide;
  /** Its layout as rows; undefined for records that have none. */
  readonly table: TableLayout | undefined;
  /** The list that holds it where a whole file is one object; undefined for records that are in none. */
  readonly listedAs: string | undefined;
  /** ST01 of the transactions that it is made of. */
  readonly transactionSet: string;
  /** The reader of its rows, bound at the first use. */
  readRowsBy(plan: RowPlan): RowReader;
  /** As `readRowsBy`, bound for the caller alone, who may pause while it reads. */
  readRowsAlone(plan: RowPlan): RowReader;
  /** The rows of some plans for the kernel, bound at the first use; undefined where it cannot write them. */
  programOf(plans: readonly RowPlan[]): RowProgram | undefined;
}

/** Options of an emission for the places of its record in outputs. */
interface RecordLayout {
  readonly table?: TableLayout;
  readonly listedAs?: string;
}

/** The emissions of a plugin in a guide. */
interface BoundEmissions {
  readonly unitRecords: Map<LoopDef, NamedRecord>;
  readonly segmentRecords: Map<number, NamedRecord>;
  readonly unitSegments: Set<SegmentDef>;
  readonly hasOwnContent: Map<LoopDef, HasOwnContent>;
}

/**
 * Binds the declarations of a plugin to a guide.
 * Throws EDI_MAPPING_INVALID when a declaration has no place in it.
 */
export function bindTransactionSet(entry: RegisteredTransactionSet, guide: Guide, observer?: BindingObserver): BoundTransactionSet {
  const { options, plugin } = entry;
  const root: Scope = { guide, loop: guide.root, segments: undefined, ...(observer ? { observer } : {}) };
  const { unitRecords, segmentRecords, unitSegments, hasOwnContent } = bindEmissions(options.id, plugin, root);
  const unitLoops = new Set([...unitRecords.keys()].filter((loop) => loop !== guide.root));
  const { names, isStated } = elementFieldsOf((observe) => bindTransactionSet(entry, guide, observe), plugin.issueClasses);
  return {
    pluginId: options.id,
    guide,
    plan: { unitLoops, hasOwnContent, unitSegments, keepsUnplaced: unitRecords.has(guide.root) },
    recordLoops: withAncestors(unitLoops),
    unitRecords,
    whole: unitRecords.get(guide.root),
    segmentRecords,
    transaction: plugin.transaction && bindTransaction(plugin.transaction, root, entry),
    envelope: plugin.envelope && bindRecord(plugin.envelope, root),
    chunkSize: options.chunkSize,
    overview: plugin.overview,
    isStated,
    validation: {
      pluginId: options.id,
      rules: plugin.rules ?? [],
      names,
      dayOf: plugin.codeDay && ((loop, list) => plugin.codeDay?.(loop, list) ?? 0),
      undatedLists: new Set(plugin.undatedLists),
    },
  };
}

function withAncestors(loops: ReadonlySet<LoopDef>): ReadonlySet<LoopDef> {
  const found = new Set<LoopDef>();
  for (const loop of loops) for (let one: LoopDef | undefined = loop; one !== undefined; one = one.parent) found.add(one);
  return found;
}

function bindEmissions(pluginId: string, { emits }: TransactionSetPlugin, root: Scope): BoundEmissions {
  const { guide } = root;
  const bound: BoundEmissions = { unitRecords: new Map(), segmentRecords: new Map(), unitSegments: new Set(), hasOwnContent: new Map() };
  const emissions = emits.filter(({ guides }) => guides?.includes(guide.id) ?? true);
  if (emissions.length === 0) throw new EdiError('EDI_MAPPING_INVALID', `Plugin ${pluginId} makes no record for guide ${guide.id}.`);
  for (const emission of emissions) {
    if ('whole' in emission) {
      bound.unitRecords.set(guide.root, bindRecord(emission.whole, root, emission));
      continue;
    }
    const scopes =
      'unit' in emission
        ? [emission.unit]
            .flat()
            .flatMap((unit) => unitLoops(unit, guide))
            .map((loop) => inLoop(root, loop))
        : [];
    const slots = 'each' in emission ? slotsOf(parsePlace(emission.each), guide.root) : [];
    if (scopes.length + slots.length === 0) throw missing(pluginId, emission, guide);
    bindUnits(pluginId, emission, scopes, bound);
    for (const def of slots) bound.segmentRecords.set(def.slot, bindRecord(emission.record, { ...root, segments: [def] }, emission));
    for (const def of slots) bound.unitSegments.add(def);
  }
  return bound;
}

/** A loop may be in several others, such as claims of subscribers and of patients: together they must have a place for every field. */
function bindUnits(
  pluginId: string,
  emission: Exclude<Emission, WholeEmission>,
  scopes: readonly Scope[],
  { unitRecords, hasOwnContent }: BoundEmissions,
): void {
  const { record, guides } = emission;
  const own = 'unit' in emission ? emission.hasOwnContent : undefined;
  if (own !== undefined) for (const { loop } of scopes) hasOwnContent.set(loop, guardedOwnContent(pluginId, own));
  const records = scopes.map((scope) => boundWhenUsed(record, scope, emission));
  const [scope] = scopes;
  if (scope !== undefined && (guides?.length ?? 1) === 1) {
    requireBound(
      record.name,
      records.map(({ bound }) => bound),
      scope,
    );
  }
  scopes.forEach(({ loop }, i) => {
    const one = records[i];
    if (one !== undefined) unitRecords.set(loop, one);
  });
}

type HasOwnContent = (loop: LoopNode) => boolean;

/** Which unit comes next depends on the answer: without it the file ends. */
const guardedOwnContent =
  (pluginId: string, hasOwnContent: HasOwnContent): HasOwnContent =>
  (loop) => {
    try {
      return synchronous(hasOwnContent(loop));
    } catch (cause) {
      const message = `Plugin ${pluginId} failed in hasOwnContent${mistakeIn(cause)}; the rest of the file is not converted.`;
      throw new EdiError('EDI_PLUGIN_FAILED', message, { cause });
    }
  };

/** Binding a large record takes some milliseconds, and many files have units in one of the places only. An observer receives all at once. */
function boundWhenUsed(record: RecordDeclaration<object>, scope: Scope, layout: RecordLayout): NamedRecord {
  let bound = scope.observer && record.bind(scope, ALONE);
  return {
    ...namedRecord(record.name, scope, layout),
    get bound() {
      return (bound ??= record.bind(scope, ALONE));
    },
  };
}

function bindRecord(declaration: RecordDeclaration<object>, scope: Scope, layout: RecordLayout = {}): NamedRecord {
  const bound = declaration.bind(scope, ALONE);
  requireBound(declaration.name, [bound], scope);
  return { ...namedRecord(declaration.name, scope, layout), bound };
}

/** Like a record for several guides, the transaction of several may have fields that only some of them have a place for. */
function bindTransaction(declaration: RecordDeclaration<object>, root: Scope, { options, plugin }: RegisteredTransactionSet): NamedRecord {
  const bound = declaration.bind(root, ALONE);
  if ((options.guides?.length ?? 1) === 1) requireBound(declaration.name, [bound], root);
  return { ...namedRecord(declaration.name, root, plugin.transactionTable ? { table: plugin.transactionTable } : {}), bound };
}

/** Options of a record in addition to its binding as JSON. */
export function namedRecord(name: string, scope: Scope, { table, listedAs }: RecordLayout = {}): Omit<NamedRecord, 'bound'> {
  const readers = new WeakMap<RowPlan, RowReader>();
  const readRowsBy = (plan: RowPlan): RowReader => {
    const reader = readers.get(plan) ?? new RowReader(plan, scope);
    readers.set(plan, reader);
    return reader;
  };
  const readRowsAlone = (plan: RowPlan): RowReader => new RowReader(plan, scope);
  const programs = new WeakMap<RowPlan, BoundProgram[]>();
  const programOf = (plans: readonly RowPlan[]): RowProgram | undefined => {
    const [first] = plans;
    if (first === undefined) return undefined;
    const known = programs.get(first) ?? [];
    const found = known.find((one) => one.plans.length === plans.length && one.plans.every((plan, i) => plan === plans[i]));
    if (found !== undefined) return found.program;
    const program = programCount++ < MAX_PROGRAMS ? bindRowProgram(plans, scope) : undefined;
    programs.set(first, [...known, { plans, program }]);
    return program;
  };
  return { name, guide: scope.guide, table, listedAs, transactionSet: scope.guide.transactionSet, readRowsBy, readRowsAlone, programOf };
}

interface BoundProgram {
  readonly plans: readonly RowPlan[];
  readonly program: RowProgram | undefined;
}

/** The kernel keeps its programs: with more of them rows are read without it. */
const MAX_PROGRAMS = 200;
let programCount = 0;

function unitLoops(id: string, guide: Guide): LoopDef[] {
  const found: LoopDef[] = [];
  const visit = (loop: LoopDef): void => {
    if (loop.id === id) found.push(loop);
    for (const child of loop.children) if (child.kind === 'loop') visit(child);
  };
  visit(guide.root);
  return found;
}

function missing(pluginId: string, emission: Exclude<Emission, WholeEmission>, guide: Guide): EdiError {
  const place = 'unit' in emission ? `loop ${[emission.unit].flat().join(', ')}` : `segment ${emission.each}`;
  return new EdiError('EDI_MAPPING_INVALID', `Plugin ${pluginId}: guide ${guide.id} has no ${place} for record ${emission.record.name}.`);
}
