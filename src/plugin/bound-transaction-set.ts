import { EdiError } from '../common/edi-error';
import type { Guide, LoopDef, SegmentDef } from '../guide/guide.types';
import type { WalkPlan } from '../guide/loop-walker';
import type { Scope } from '../mapping/field';
import { ALONE } from '../mapping/json-text';
import { slotsOf } from '../mapping/locator';
import { inSegment } from '../mapping/nested';
import { parsePlace } from '../mapping/place';
import { type BoundRecord, type RecordDeclaration, requireBound } from '../mapping/record';
import type { RegisteredTransactionSet } from './plugin.registry';
import type { Emission, WholeEmission } from './transaction-set.plugin';

/** A plugin bound to one guide: what the walk gives away, and the record for each of it. */
export interface BoundTransactionSet {
  readonly pluginId: string;
  readonly guide: Guide;
  readonly plan: WalkPlan;
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
}

/** A bound record with the name that errors show. */
export interface NamedRecord {
  readonly name: string;
  readonly bound: BoundRecord<object>;
}

/**
 * Binds the declarations of a plugin to a guide.
 * Throws EDI_MAPPING_INVALID when a declaration has no place in it.
 */
export function bindTransactionSet({ options, plugin }: RegisteredTransactionSet, guide: Guide): BoundTransactionSet {
  const unitRecords = new Map<LoopDef, NamedRecord>();
  const segmentRecords = new Map<number, NamedRecord>();
  const unitSegments = new Set<SegmentDef>();
  const root = { guide, loop: guide.root, segment: undefined };
  for (const emission of plugin.emits) {
    if ('whole' in emission) {
      unitRecords.set(guide.root, bindRecord(emission.whole, root));
      continue;
    }
    const scopes = 'unit' in emission ? unitScopes(emission.unit, guide) : [];
    const slots = 'each' in emission ? slotsOf(parsePlace(emission.each), guide.root) : [];
    if (scopes.length + slots.length === 0) throw missing(options.id, emission, guide);
    for (const scope of scopes) unitRecords.set(scope.loop, bindRecord(emission.record, scope));
    for (const def of slots) segmentRecords.set(def.slot, bindRecord(emission.record, inSegment(root)));
    for (const def of slots) unitSegments.add(def);
  }
  return {
    pluginId: options.id,
    guide,
    plan: { unitLoops: new Set([...unitRecords.keys()].filter((loop) => loop !== guide.root)), unitSegments, keepsUnplaced: unitRecords.has(guide.root) },
    unitRecords,
    whole: unitRecords.get(guide.root),
    segmentRecords,
    transaction: plugin.transaction && bindRecord(plugin.transaction, root),
    envelope: plugin.envelope && bindRecord(plugin.envelope, root),
    chunkSize: options.chunkSize,
  };
}

function bindRecord(declaration: RecordDeclaration<object>, scope: Scope): NamedRecord {
  const bound = declaration.bind(scope, ALONE);
  requireBound(declaration.name, bound, scope);
  return { name: declaration.name, bound };
}

function unitScopes(id: string, guide: Guide): Scope[] {
  const found: Scope[] = [];
  const visit = (loop: LoopDef): void => {
    if (loop.id === id) found.push({ guide, loop, segment: undefined });
    for (const child of loop.children) if (child.kind === 'loop') visit(child);
  };
  visit(guide.root);
  return found;
}

function missing(pluginId: string, emission: Exclude<Emission, WholeEmission>, guide: Guide): EdiError {
  const place = 'unit' in emission ? `loop ${emission.unit}` : `segment ${emission.each}`;
  return new EdiError('EDI_MAPPING_INVALID', `Plugin ${pluginId}: guide ${guide.id} has no ${place} for record ${emission.record.name}.`);
}
