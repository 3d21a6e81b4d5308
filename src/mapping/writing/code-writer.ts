import type { Field } from '../field';
import { JsonPath } from './json-path';
import { isGiven, isObject, type JsonObject, type OutPlace, type WriteRun } from './write-run';

/** Members of a code that say what is known of it, and are never written. */
const DESCRIPTIONS = ['type', 'desc', 'fullDesc', 'shortDesc', 'instructionDesc', 'formattedCode', 'startDate', 'endDate', 'categories', 'edits'];

/** What every code object may have. */
const QUALIFYING_KEYS = ['subType', 'qualifierCode'] as const;
const CODE_KEYS: ReadonlySet<string> = new Set(['subType', 'code', ...DESCRIPTIONS]);

/** A code object of a request, checked: the object, its path, and the code. */
export interface GivenCode {
  readonly object: JsonObject;
  readonly path: JsonPath;
  readonly code: string;
  /** Empty where the request gives none. */
  readonly subType: string;
  /** Undefined where the request gives none. */
  readonly qualifierCode: string | undefined;
}

/**
 * Reads a code object; undefined, with a problem, for anything else. `more` are the members that it may have besides; `list` is the list that
 * the place has, where it has one only.
 */
export function readGivenCode(value: unknown, path: JsonPath, run: WriteRun, more: readonly string[] = [], list?: string): GivenCode | undefined {
  if (!isObject(value)) {
    run.problem(path, undefined, 'expected an object with `code`');
    return undefined;
  }
  path.record = 'Code';
  for (const key in value) {
    if (key === 'code' || key === 'subType' || CODE_KEYS.has(key) || more.includes(key) || !isGiven(value[key])) continue;
    run.unknown(path, key, 'Code', () => [...CODE_KEYS, ...more]);
  }
  const { code, subType, qualifierCode } = value;
  for (const key of QUALIFYING_KEYS) if (isGiven(value[key]) && typeof value[key] !== 'string') run.wrongType(path, key, { type: 'string' });
  if (typeof code !== 'string' || code === '') {
    run.problem(path, 'code', 'expected a code, as a string');
    return undefined;
  }
  if (list !== undefined && isGiven(subType) && subType !== list) run.mismatch(path, 'subType', `The code is written as one of ${list}`);
  return {
    object: value,
    path,
    code,
    subType: typeof subType === 'string' ? subType : '',
    qualifierCode: typeof qualifierCode === 'string' && qualifierCode !== '' ? qualifierCode : undefined,
  };
}

/** A field that reads a code object, and writes its code as another field writes text. */
export function withCodeWriter<T>(list: string, field: Field<T>, code: Field<string>): Field<T> {
  return {
    ...field,
    bind(scope, key) {
      const bound = field.bind(scope, key);
      const writeCode = code.bind(scope, key ?? 'code')?.write;
      return (
        bound && {
          ...bound,
          write: (value: unknown, place: OutPlace, run: WriteRun) => {
            const path = key === undefined ? place.path : new JsonPath(place.path, key);
            const given = readGivenCode(value, path, run, [], list);
            return given === undefined || (writeCode?.(given.code, place, run) ?? true);
          },
        }
      );
    },
  };
}
