import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PluginRegistry } from '../../src/plugin/plugin.registry';
import { recordDeclarations } from '../../src/plugin/record-declarations';
import { sharedFolder } from './shared-data';
import type { RecordDeclaration } from '../../src/mapping/field';

/** Fields of the records of the interface document, by name of the record and key: the type of the value. */
export type InterfaceFields = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads the list of fields of the interface; undefined where it is not there. */
export function interfaceFields(): InterfaceFields | undefined {
  const folder = sharedFolder('spec');
  if (folder === undefined) return undefined;
  const records = new Map<string, Map<string, string>>();
  const bases = new Map<Map<string, string>, string>();
  let fields = new Map<string, string>();
  for (const line of readFileSync(join(folder, 'observed/openapi_fields.txt'), 'utf8').split('\n')) {
    const [, name] = /^## (\w+)/.exec(line) ?? [];
    if (name !== undefined) records.set(name, (fields = new Map()));
    const [, base = ''] = /^ {2}<extends> (\w+)/.exec(line) ?? [];
    if (base !== '') bases.set(fields, base);
    const [, key, type = ''] = /^ {2}(\w+)\*?:\[?(\w+)/.exec(line) ?? [];
    if (key !== undefined) fields.set(key, type);
  }
  const inherited = (name: string): readonly (readonly [string, string])[] => {
    const own = records.get(name) ?? new Map<string, string>();
    const base = bases.get(own);
    return [...(base === undefined ? [] : inherited(base)), ...own];
  };
  return new Map([...records.keys()].map((name) => [name, new Map(inherited(name))]));
}

/** Objects that are shown and never written as a whole. */
const SHOWN = ['fileInfo', 'validationIssues'];

/** The sets that the interface generates; what it documents for others is for reading. */
const GENERATED_BY_INTERFACE = ['835', '837'];

/** Fields of the interface that the records of requests do not declare, as `path.key`. */
export function undeclared(fields: InterfaceFields): readonly string[] {
  const registry = PluginRegistry.ofProduct();
  const missing = new Set<string>();
  const compared = new Set<string>();
  const compare = (declaration: RecordDeclaration<unknown>, name: string, path: string): void => {
    for (const [key, type] of fields.get(name) ?? []) {
      const field = declaration.fields[key];
      const inner = field?.doc.record;
      if (field === undefined) missing.add(`${path}.${key}`);
      else if (inner !== undefined && fields.has(type) && !SHOWN.includes(key)) compareOnce(inner, type, `${path}.${key}`);
    }
  };
  const compareOnce = (declaration: RecordDeclaration<unknown>, name: string, path: string): void => {
    const id = `${name} ${Object.keys(declaration.fields).join()}`;
    if (!compared.has(id)) {
      compared.add(id);
      compare(declaration, name, path);
    }
  };
  for (const { plugin, options } of registry.transactionSetPlugins) {
    if (!options.claims.some(({ set }) => GENERATED_BY_INTERFACE.includes(set))) continue;
    for (const declaration of recordDeclarations(plugin))
      if (plugin.emits.some((one) => 'record' in one && one.record === declaration)) compareOnce(declaration, declaration.name, declaration.name);
  }
  if (compared.size < 10) throw new Error('The records of requests were not found.');
  return [...missing];
}
