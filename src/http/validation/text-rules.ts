import { statSync } from 'node:fs';
import { applyDecorators } from '@nestjs/common';
import { Transform, type ClassConstructor, plainToInstance } from 'class-transformer';
import { ValidateBy, validateSync } from 'class-validator';
import 'reflect-metadata';
import { isDay } from '../../common/dates';

/*
 * Rules for values that arrive as text: query parameters and environment variables. Each reads the text and says, as its
 * message, which values are allowed; `read-text-values.ts` gives them to the sentences of the callers.
 */

const WHOLE_NUMBER = /^-?\d{1,15}$/;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
]);

/** Reads `true` or `false` in any case, as clients write their own booleans (Python sends `True`), and `1`, `0`, `yes`, `no`; undefined for anything else. */
export function readBoolean(text: string): boolean | undefined {
  return BOOLEANS.get(text.toLowerCase());
}

/** Accepts what `readBoolean` reads. */
export function TrueOrFalse(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }): unknown => (typeof value === 'string' ? (readBoolean(value) ?? value) : value)),
    allows('true or false', isBoolean),
  );
}

/** Reads a whole number between bounds. Without a largest value the bound is that of a 53 bit number. */
export function WholeNumber(smallest: number, largest = Number.MAX_SAFE_INTEGER): PropertyDecorator {
  const bounds = largest === Number.MAX_SAFE_INTEGER ? `${smallest} or more` : `from ${smallest} to ${largest}`;
  const isAllowed = (value: unknown): boolean => typeof value === 'number' && value >= smallest && value <= largest;
  return applyDecorators(
    Transform(({ value }): unknown => (typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : value)),
    allows(`a whole number ${bounds}`, isAllowed),
  );
}

/** Accepts one of some words. */
export function OneOf(words: readonly string[]): PropertyDecorator {
  return allows(words.join(', '), (value) => typeof value === 'string' && words.includes(value));
}

/** Accepts text that fits a pattern; `allowed` says in words what fits. */
export function TextLike(pattern: RegExp, allowed: string): PropertyDecorator {
  return allows(allowed, (value) => typeof value === 'string' && pattern.test(value));
}

/** Accepts the path of a folder that is there. */
export function ExistingFolder(): PropertyDecorator {
  return allows('the path of a folder that exists', (value) => typeof value === 'string' && isFolder(value));
}

/** Reads any text by a function that refuses nothing. */
export function AnyText(read: (text: string) => unknown): PropertyDecorator {
  return applyDecorators(
    Declared,
    Transform(({ value }): unknown => (typeof value === 'string' ? read(value) : value)),
  );
}

/** Reads words between commas; each must be allowed. */
export function ListOf(isAllowed: (word: string) => boolean, allowed: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }): unknown => (typeof value === 'string' ? splitWords(value) : value)),
    allows(allowed, (value) => Array.isArray(value) && value.every((word) => typeof word === 'string' && isAllowed(word))),
  );
}

/** Reads a word by a function that gives undefined for words that are not allowed. */
export function ChosenFrom(words: readonly string[], read: (text: string) => unknown): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }): unknown => (typeof value === 'string' ? (read(value) ?? value) : value)),
    allows(words.join(', '), (value) => typeof value !== 'string'),
  );
}

/** Accepts a day of the calendar, as yyyy-mm-dd. */
export function DateText(): PropertyDecorator {
  return allows('a day such as 2026-01-31', (value) => typeof value === 'string' && isDay(value));
}

function splitWords(value: string): readonly string[] {
  return value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // A folder that cannot be looked at cannot be used either.
    return false;
  }
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function allows(allowed: string, isAllowed: (value: unknown) => boolean): PropertyDecorator {
  return applyDecorators(Declared, ValidateBy({ name: 'allowed', validator: { validate: isAllowed, defaultMessage: () => allowed } }));
}

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
