import { isGiven } from './write-run';

/** True for two equal values of JSON, whatever the order of their members. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isParent(one) || !isParent(other)) return false;
  if (Array.isArray(one)) return Array.isArray(other) && isSameList(one, other);
  return !Array.isArray(other) && isSameObject(one, other);
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (!isSameJson(one[i], other[i])) return false;
  return true;
}

function isSameObject(one: Parent, other: Parent): boolean {
  let count = 0;
  // Objects of JSON inherit nothing that is enumerable.
  for (const key in one) {
    if (!Object.hasOwn(other, key) || !isSameJson(one[key], other[key])) return false;
    count++;
  }
  for (const _ in other) count--;
  return count === 0;
}

/** An object or array, whose members are those that its text had. */
type Parent = Readonly<Record<string, unknown>>;

const isParent = (value: unknown): value is Parent => typeof value === 'object' && value !== null;

/** True for a value of JSON whose members are all in another. */
export function isPartOf(one: unknown, whole: unknown): boolean {
  if (!isGiven(one) || one === whole) return true;
  if (!isParent(one) || !isParent(whole) || Array.isArray(one) !== Array.isArray(whole)) return false;
  return Object.keys(one).every((key) => isPartOf(one[key], whole[key]));
}
