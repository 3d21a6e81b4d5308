import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** A value that is not allowed, and what is. */
export interface Rejection {
  readonly name: string;
  readonly allowed: string;
}

/** Values read into an instance of their class, or what is wrong with them. */
export type ReadValues<T> = { readonly values: T } | { readonly rejections: readonly Rejection[] };

/** Reads text values into a class whose properties carry the rules of `text-rules.ts`. Absent values keep the defaults of the class. */
export function readTextValues<T extends object>(type: ClassConstructor<T>, texts: Readonly<Record<string, string>>): ReadValues<T> {
  const values = plainToInstance(type, texts, { exposeDefaultValues: true });
  const errors = validateSync(values, { forbidUnknownValues: false });
  if (errors.length === 0) return { values };
  return { rejections: errors.map((error) => ({ name: error.property, allowed: Object.values(error.constraints ?? {})[0] ?? 'another value' })) };
}
