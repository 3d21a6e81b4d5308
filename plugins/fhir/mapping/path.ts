import type { Scope } from './element';

/** Reads a value: of the current object, or of the record for a path that begins with `/`. */
export type Read = (scope: Scope) => unknown;

/** True for an object, or an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

const get = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);

/** Compiles a path, such as `person.address`; '' is the current value itself. */
export function reader(path: string): Read {
  if (path === '') return ({ value }) => value;
  if (path.startsWith('/')) {
    const [first = '', ...others] = path.slice(1).split('.');
    if (others.length === 0) return ({ root }) => root[first];
    return ({ root }) => others.reduce<unknown>(get, root[first]);
  }
  const [first = '', second, third, ...others] = path.split('.');
  if (second === undefined) return ({ value }) => get(value, first);
  if (third === undefined) return ({ value }) => get(get(value, first), second);
  return ({ value }) => [third, ...others].reduce<unknown>(get, get(get(value, first), second));
}
