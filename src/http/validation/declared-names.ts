import 'reflect-metadata';

const DECLARED_NAMES = Symbol('names of declared values');

/** Marks a property as a value that a class reads from text. */
export function Declared(target: object, property: string | symbol): void {
  Reflect.defineMetadata(DECLARED_NAMES, [...namesOf(target), String(property)], target);
}

/** Gives the names of the values that a class declares with the rules of `text-rules.ts`, in their order. */
export function declaredNames(type: { readonly prototype: object }): readonly string[] {
  return namesOf(type.prototype);
}

function namesOf(target: object): readonly string[] {
  const names: unknown = Reflect.getMetadata(DECLARED_NAMES, target);
  return Array.isArray(names) ? names.map(String) : [];
}
