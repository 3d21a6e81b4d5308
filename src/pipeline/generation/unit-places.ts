import type { LoopDef } from '../../guide/guide.types';
import { isGiven, isObject, type JsonObject, type MemberStack } from '../../mapping/writing/write-run';
import { isSameJson } from '../../mapping/writing/same-json';
import type { BoundTransactionSet } from '../../plugin/bound-transaction-set';
import type { RecordToWrite } from '../../mapping/field';

/** A member of units that belongs to an ancestor. */
interface SharedMember {
  readonly key: string;
  /** The child loop of the ancestor that it is; undefined for a field of the ancestor itself. */
  readonly child: LoopDef | undefined;
  /** Place of the ancestor in the chain; 0 is the transaction set. */
  readonly level: number;
  /** True for the record of the transaction set. */
  readonly isHead: boolean;
  /** True for a member that the record of the transaction set has too. */
  readonly isOfHead: boolean;
}

/** A place of units in a guide: the loops around it, and the members that belong to each of those. */
export interface UnitPlace {
  /** From the transaction set to the unit. */
  readonly chain: readonly LoopDef[];
  readonly record: RecordToWrite;
  /** True where the loop of the unit is around those of other units. */
  readonly holdsUnits: boolean;
  /** The member that repeats the record of the transaction set; undefined for records without it. */
  readonly headKey: string | undefined;
  /** Keys of its records, without those for a loop that other units are in: the patient of an 837 is the level that its claims are in. */
  readonly keys: ReadonlySet<string>;
  /** Members that all of its records have, such as `objectType`, and their values. */
  readonly constants: readonly (readonly [string, unknown])[];
  /** By level. */
  readonly shared: readonly (readonly SharedMember[])[];
  /** True where several members describe one loop. */
  readonly hasRivals: boolean;
  /** By number of the field; undefined for a member of the unit itself. */
  readonly sharedFields: readonly (SharedMember | undefined)[];
}

const known = new WeakMap<Pick<BoundTransactionSet, 'unitRecords' | 'transaction'>, readonly UnitPlace[]>();

/** Returns the places of units in a guide, those with most loops around them first: the same for all transaction sets of a guide. */
export function unitPlacesOf(bound: Pick<BoundTransactionSet, 'unitRecords' | 'transaction'>): readonly UnitPlace[] {
  const places = known.get(bound) ?? findPlaces(bound);
  known.set(bound, places);
  return places;
}

function findPlaces({ unitRecords, transaction }: Pick<BoundTransactionSet, 'unitRecords' | 'transaction'>): readonly UnitPlace[] {
  const ofTransaction = transaction?.bound.toWrite?.keys ?? [];
  const unitLoops = new Set([...unitRecords.keys()].flatMap(chainOf));
  return [...unitRecords]
    .flatMap(([loop, { bound }]): readonly UnitPlace[] => {
      const record = bound.toWrite;
      if (record === undefined || loop.parent === undefined) return [];
      const chain = chainOf(loop);
      const headKey = record.keys.find((key) => transaction !== undefined && record.fields[key]?.doc.record?.name === transaction.name);
      const sharedFields = record.bound.map((field, i): SharedMember | undefined => {
        const key = record.keys[i];
        if (field.shared === undefined || key === undefined) return undefined;
        const { levelsUp, child } = field.shared;
        const level = chain.length - 1 - levelsUp;
        const isOfRoot = level === 0 && child === undefined;
        return { key, child, level, isHead: isOfRoot && key === headKey, isOfHead: isOfRoot && key !== headKey && ofTransaction.includes(key) };
      });
      const members = sharedFields.filter((one) => one !== undefined);
      const shared = chain.slice(0, -1).map((_, level) => members.filter((one) => one.level === level));
      return [
        {
          chain,
          record,
          holdsUnits: [...unitRecords.keys()].some((other) => other !== loop && chainOf(other).includes(loop)),
          headKey,
          keys: new Set(record.keys.filter((_key, i) => !(sharedFields[i]?.child && unitLoops.has(sharedFields[i].child)))),
          constants: constantsOf(record),
          shared,
          hasRivals: shared.some((ofLevel) => ofLevel.some(({ child }, i) => child !== undefined && ofLevel.findIndex((one) => one.child === child) < i)),
          sharedFields,
        },
      ];
    })
    .sort((a, b) => b.chain.length - a.chain.length);
}

function constantsOf({ bound }: RecordToWrite): UnitPlace['constants'] {
  return bound.flatMap(({ step }) => {
    if (step?.kind !== 'constant') return [];
    // The bytes are `,"key":value`.
    const member: unknown = JSON.parse(`{${step.key.bytes.toString().slice(1)}}`);
    return isObject(member) ? Object.entries(member) : [];
  });
}

function chainOf(loop: LoopDef): readonly LoopDef[] {
  return loop.parent === undefined ? [loop] : [...chainOf(loop.parent), loop];
}

/**
 * Chooses the place of a unit: of those for records of its kind the one that has a place for most of its members, of equal ones the outermost. So a person
 * is a dependent only where it has what a dependent alone has.
 */
export function choosePlace(places: readonly UnitPlace[], value: JsonObject): UnitPlace | undefined {
  let best: UnitPlace | undefined;
  let fewest = Infinity;
  for (const place of places) {
    const misfits = places.length === 1 ? 0 : countMisfits(place, value);
    if (misfits > fewest) continue;
    best = place;
    fewest = misfits;
  }
  return best;
}

/** A record of another kind is written as one only where there is nothing else. */
const OTHER_KIND = 1000;

/** Members that a place has no room for: unknown ones, and those whose loop another member describes otherwise. */
function countMisfits({ constants, keys, shared, hasRivals }: UnitPlace, value: JsonObject): number {
  let misfits = constants.every(([key, constant]) => !isGiven(value[key]) || value[key] === constant) ? 0 : OTHER_KIND;
  for (const key in value) if (!keys.has(key) && isGiven(value[key])) misfits++;
  if (hasRivals) for (const members of shared) misfits += members.filter((member) => isRefused(member, members, value)).length;
  return misfits;
}

/** True for a value whose loop has another one by a member before. */
function isRefused({ key, child }: SharedMember, members: readonly SharedMember[], value: JsonObject): boolean {
  if (child === undefined || !isGiven(value[key])) return false;
  const before = members.find((other) => other.child === child && isGiven(value[other.key]));
  return before !== undefined && before.key !== key && !isSameJson(value[before.key], value[key]);
}

/** Values of a unit for each of the loops around it; its members are those on the stack from a place on. */
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
    // A loop stays open only if the same kind of loop follows: its begin declared whether it contains levels.
    const isSame = one.place.chain[common] === other.place.chain[common] && one.place.chain[common + 1] === other.place.chain[common + 1];
    if (!isSame || !isSameJson(one.values[common], other.values[common])) break;
    common++;
  }
  return common;
}

/** The loops around a unit, and its values for them. */
export interface OpenLevels {
  readonly place: UnitPlace;
  readonly values: readonly (readonly unknown[])[];
}
