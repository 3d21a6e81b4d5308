import type { BoundField } from '../mapping/field';

/** Keys of members that an output reads, at any depth of a record. */
export type ReadKeys = ReadonlySet<string>;

const KEY = /^,"([^"\\]+)":/;

/** True for a field that may write a member with one of the keys. A field whose key is not known may write any. */
export function isRead(field: BoundField, keys: ReadKeys): boolean {
  const { step } = field;
  if (step === undefined) return true;
  if ('key' in step) {
    const [, key] = KEY.exec(step.key.bytes.toString('latin1')) ?? [];
    return key === undefined || keys.has(key);
  }
  switch (step.kind) {
    case 'first of':
      return step.fields.some((one) => isRead(one, keys));
    case 'variant':
      return [...step.variants.values()].some((one) => isRead(one, keys));
    case 'choice':
      return step.cases.some(({ field: one }) => one !== undefined && isRead(one, keys));
    case 'if there':
      return true;
    default:
      return isRead(step.field, keys);
  }
}

/** True for a field that every object with it has. */
export const isAlwaysPresent = ({ step }: BoundField): boolean => step?.kind === 'constant' || step?.kind === 'record id';
