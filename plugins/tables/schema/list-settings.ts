import type { ListSource, SchemaSource } from './schema-source';
import { compilePattern, type Pattern } from './pattern';
import type { TableLayout } from '../../../src/plugin';

/** How a list is written. */
export interface ListSettings {
  readonly repeats: number;
  readonly isRows: boolean;
  /** True for rows that stand inside the row around them. */
  readonly isNested: boolean;
  readonly isOutput: boolean;
  /** Undefined if no schema has it. */
  readonly fileSuffix: string | undefined;
  readonly repeatFields: readonly Pattern[];
  readonly repeatEachRow: readonly Pattern[];
}

const DEFAULTS: ListSettings = { repeats: 3, isRows: false, isNested: false, isOutput: true, fileSuffix: undefined, repeatFields: [], repeatEachRow: [] };
const ALL: readonly Pattern[] = [compilePattern('*', 0)];

/**
 * The settings of a list of a table by its name. A schema overrides its base, and the base overrides the defaults of the table; within a schema the most
 * specific pattern decides, and the last among equals. Only present keys count.
 */
export function listSettings(chain: readonly SchemaSource[], layout: TableLayout, list: string): ListSettings {
  const entries = [...chain].reverse().flatMap((schema) => matching(schema.lists, list));
  return entries.reduce((settings, entry) => ({ ...settings, ...stated(entry) }), defaultsOf(layout, list));
}

function defaultsOf({ listDefaults = {} }: TableLayout, list: string): ListSettings {
  const { repeats = DEFAULTS.repeats, isRows = DEFAULTS.isRows, isRepeatedOnly = false } = listDefaults[list] ?? {};
  return { ...DEFAULTS, repeats, isRows, ...(isRepeatedOnly ? { isOutput: false, repeatFields: ALL, repeatEachRow: ALL } : {}) };
}

/** Entries that mean the list, the most specific last. */
function matching(entries: readonly ListSource[], list: string): readonly ListSource[] {
  const weighed = entries.flatMap((entry) => {
    const weights = entry.names.filter(({ matches }) => matches(list)).map(({ weight }) => weight);
    return weights.length === 0 ? [] : [{ entry, weight: Math.max(...weights) }];
  });
  return weighed.sort((one, other) => one.weight - other.weight).map(({ entry }) => entry);
}

function stated({ repeats, isRows, isNested, isOutput, fileSuffix, repeatFields, repeatEachRow }: ListSource): Partial<ListSettings> {
  const all = { repeats, isRows, isNested, isOutput, fileSuffix, repeatFields, repeatEachRow };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
