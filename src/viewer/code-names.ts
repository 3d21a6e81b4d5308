import type { PluginRegistry } from '../plugin/plugin.registry';
import { recordDeclarations } from '../plugin/record-declarations';

/** Names of codes by the element or component that has them, such as CLP02 or SVC01-1. */
export type CodeNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A place in the standard, with or without a qualifier: CLP02, NM1[IL]01. */
const PLACE = /^([A-Z][A-Z0-9]{1,2})(?:\[[^\]]*\])?(\d\d(?:-\d+)?)$/;

const found = new WeakMap<PluginRegistry, CodeNames>();

/** The names that the records of the plugins have for codes. Where several fields name a code of one place, the first does. */
export function codeNames(plugins: PluginRegistry): CodeNames {
  const known = found.get(plugins);
  if (known !== undefined) return known;
  const names = new Map<string, Map<string, string>>();
  const fields = plugins.transactionSetPlugins.flatMap(({ plugin }) => [...recordDeclarations(plugin)].flatMap((record) => Object.values(record.fields)));
  for (const { doc } of fields) {
    const [, segment, number] = PLACE.exec(doc.place) ?? [];
    if (doc.names !== undefined && segment !== undefined)
      names.set(`${segment}${number}`, new Map([...doc.names, ...(names.get(`${segment}${number}`) ?? [])]));
  }
  found.set(plugins, names);
  return names;
}
