import type { LoopDef } from '../../guide/guide.types';
import type { BoundField } from '../../mapping/field';
import type { RecordToWrite } from '../../mapping/writing/record-writer';
import { isGiven, type JsonObject } from '../../mapping/writing/write-run';
import { isSameJson } from './same-json';
import type { NamedRecord } from '../../plugin/bound-transaction-set';

/** A member of units that stands in an ancestor. */
interface SharedMember {
  readonly key: string;
  readonly field: BoundField<unknown>;
  /** Place of the ancestor in the chain; 0 is the transaction set. */
  readonly level: number;
}

/** A place of units in a guide: the loops around it, and which of their members stand in those. */
export interface UnitPlace {
  /** From the transaction set to the unit. */
  readonly chain: readonly LoopDef[];
  readonly record: RecordToWrite;
  /** By level. */
  readonly shared: readonly (readonly SharedMember[])[];
  readonly levelOf: ReadonlyMap<BoundField<unknown>, number>;
}

/** Gives the places where units of a guide may stand, those with most loops around them first. */
export function unitPlacesOf(unitRecords: ReadonlyMap<LoopDef, NamedRecord>): readonly UnitPlace[] {
  return [...unitRecords]
    .flatMap(([loop, { bound }]): readonly UnitPlace[] => {
      const record = bound.toWrite;
      if (record === undefined || loop.parent === undefined) return [];
      const chain = chainOf(loop);
      const shared = record.bound.flatMap((field, i): readonly SharedMember[] => {
        const key = record.keys[i];
        return field.shared === undefined || key === undefined ? [] : [{ key, field, level: chain.length - 1 - field.shared.levelsUp }];
      });
      const levelOf = new Map(shared.map(({ field, level }) => [field, level]));
      return [{ chain, record, shared: chain.slice(0, -1).map((_, level) => shared.filter((one) => one.level === level)), levelOf }];
    })
    .sort((a, b) => b.chain.length - a.chain.length);
}

function chainOf(loop: LoopDef): readonly LoopDef[] {
  return loop.parent === undefined ? [loop] : [...chainOf(loop.parent), loop];
}

/** Chooses the place of a unit: the innermost one whose own ancestor the unit says something of. */
export function choosePlace(places: readonly UnitPlace[], value: JsonObject): UnitPlace | undefined {
  const hasInnermost = ({ chain, shared }: UnitPlace): boolean => shared[chain.length - 2]?.some(({ key }) => isGiven(value[key])) === true;
  return places.find(hasInnermost) ?? places.at(-1);
}

/** What a unit says of each of the loops around it. */
export function sharedValues({ shared }: UnitPlace, value: JsonObject): readonly (readonly unknown[])[] {
  return shared.map((members) => members.map(({ key }) => value[key] ?? undefined));
}

/** Number of loops, from the transaction set on, that two units with these values share. */
export function commonLevels(one: OpenLevels, other: OpenLevels): number {
  let common = 1;
  while (common < one.place.chain.length - 1 && common < other.place.chain.length - 1) {
    // A loop is kept only where the same kind of loop follows: whether levels stand in it was said when it was begun.
    const isSame = one.place.chain[common] === other.place.chain[common] && one.place.chain[common + 1] === other.place.chain[common + 1];
    if (!isSame || !isSameJson(one.values[common], other.values[common])) break;
    common++;
  }
  return common;
}

/** The loops around a unit, and what it says of them. */
export interface OpenLevels {
  readonly place: UnitPlace;
  readonly values: readonly (readonly unknown[])[];
}
