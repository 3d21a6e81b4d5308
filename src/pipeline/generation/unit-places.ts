import type { LoopDef } from '../../guide/guide.types';
import type { MemberStack } from '../../mapping/writing/member-stack';
import { isGiven, type JsonObject } from '../../mapping/writing/write-run';
import { isSameJson } from './same-json';
import type { NamedRecord } from '../../plugin/bound-transaction-set';
import type { RecordToWrite } from '../../mapping/field';

/** A member of units that stands in an ancestor. */
interface SharedMember {
  readonly key: string;
  /** The child loop of the ancestor that it is; undefined for what stands in the ancestor itself. */
  readonly child: LoopDef | undefined;
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
  /** By number of the field; undefined for a member of the unit itself. */
  readonly sharedFields: readonly (SharedMember | undefined)[];
}

/** Gives the places where units of a guide may stand, those with most loops around them first. */
export function unitPlacesOf(unitRecords: ReadonlyMap<LoopDef, NamedRecord>): readonly UnitPlace[] {
  return [...unitRecords]
    .flatMap(([loop, { bound }]): readonly UnitPlace[] => {
      const record = bound.toWrite;
      if (record === undefined || loop.parent === undefined) return [];
      const chain = chainOf(loop);
      const sharedFields = record.bound.map((field, i): SharedMember | undefined => {
        const key = record.keys[i];
        if (field.shared === undefined || key === undefined) return undefined;
        const { levelsUp, child } = field.shared;
        return { key, child, level: chain.length - 1 - levelsUp };
      });
      const members = sharedFields.filter((one) => one !== undefined);
      return [{ chain, record, shared: chain.slice(0, -1).map((_, level) => members.filter((one) => one.level === level)), sharedFields }];
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

/** What a unit says of each of the loops around it; its members are those on the stack from a place on. */
export function sharedValues({ shared, sharedFields }: UnitPlace, { fields, values, length }: MemberStack, from: number): readonly (readonly unknown[])[] {
  const said = shared.map((members) => new Array<unknown>(members.length));
  for (let at = from; at < length; at++) {
    const member = sharedFields[fields[at] ?? 0];
    if (member === undefined) continue;
    const ofLevel = said[member.level];
    if (ofLevel !== undefined) ofLevel[shared[member.level]?.indexOf(member) ?? 0] = values[at];
  }
  return said;
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
