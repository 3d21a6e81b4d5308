import type { ListSource, SchemaSource } from './schema-source';
import type { Pattern } from './pattern';

/** How a list is written. */
export interface ListSettings {
  readonly repeats: number;
  readonly isRows: boolean;
  readonly isOutput: boolean;
  /** Undefined where no schema says it. */
  readonly fileSuffix: string | undefined;
  readonly repeatFields: readonly Pattern[];
  readonly repeatEachRow: readonly Pattern[];
}

const DEFAULTS: ListSettings = { repeats: 3, isRows: false, isOutput: true, fileSuffix: undefined, repeatFields: [], repeatEachRow: [] };

/**
 * The settings of a list by its name. What a schema says goes before what its base says; within a schema the most specific
 * pattern decides, and the last among equals. Only keys that are stated count.
 */
export function listSettings(chain: readonly SchemaSource[], list: string): ListSettings {
  const entries = [...chain].reverse().flatMap((schema) => matching(schema.lists, list));
  return entries.reduce((settings, entry) => ({ ...settings, ...stated(entry) }), DEFAULTS);
}

/** Entries that mean the list, the most specific last. */
function matching(entries: readonly ListSource[], list: string): readonly ListSource[] {
  const weighed = entries.flatMap((entry) => {
    const weights = entry.names.filter(({ matches }) => matches(list)).map(({ weight }) => weight);
    return weights.length === 0 ? [] : [{ entry, weight: Math.max(...weights) }];
  });
  return weighed.sort((one, other) => one.weight - other.weight).map(({ entry }) => entry);
}

function stated({ repeats, isRows, isOutput, fileSuffix, repeatFields, repeatEachRow }: ListSource): Partial<ListSettings> {
  const all = { repeats, isRows, isOutput, fileSuffix, repeatFields, repeatEachRow };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
