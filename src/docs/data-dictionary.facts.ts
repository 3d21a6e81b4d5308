import type { Guide } from '../guide/guide.types';
import type { Field, RecordDeclaration, Scope } from '../mapping/field';
import { CODE_SCHEMA } from '../mapping/code-json';
import { bindTransactionSet } from '../plugin/bound-transaction-set';
import type { RegisteredTransactionSet } from '../plugin/plugin.registry';
import { recordDeclarations } from '../plugin/record-declarations';
import type { JsonSchema } from '../mapping/json-schema';

/** A place of a guide in which a field is read. */
export interface Binding {
  /** Id of the plugin. */
  readonly plugin: string;
  readonly scope: Scope;
}

/** A key of a record, with its declarations. */
export interface FieldFacts {
  readonly key: string;
  /** The fields that records of the name declare under the key; several where parties of one kind are read from different segments. */
  readonly docs: readonly Field<unknown>['doc'][];
  readonly bindings: readonly Binding[];
  /** False if no guide has a place for the field: no input can have it. */
  readonly isBound: boolean;
  /** Why not, for fields that are declared without a place. */
  readonly neverProduced?: string;
}

/** The records of one name: readers know them as one. */
export interface RecordFacts {
  readonly name: string;
  /** Ids of the plugins that have it; none for what every plugin may have. */
  readonly plugins: ReadonlySet<string>;
  readonly fields: readonly FieldFacts[];
}

/** Declarations, and their bindings. */
export interface DeclaredFacts {
  /** Records that plugins emit first, then those inside them, outside in. */
  readonly records: readonly RecordFacts[];
  /** `Record.key` of fields that were bound but hang on no declaration that can be documented. */
  readonly strays: readonly string[];
}

/** The record that declarations know as a schema only. */
const CODE = 'Code';

/** Walks the declarations of plugins, and binds them to all their guides. */
export function gatherFacts(plugins: readonly RegisteredTransactionSet[], guideOf: (id: string) => Guide): DeclaredFacts {
  const declared = new Map<string, { readonly declarations: RecordDeclaration<unknown>[]; readonly plugins: Set<string> }>();
  for (const { options, plugin } of plugins) {
    for (const declaration of recordDeclarations(plugin)) {
      const known = declared.get(declaration.name) ?? { declarations: [], plugins: new Set() };
      declared.set(declaration.name, known);
      known.declarations.push(declaration);
      known.plugins.add(options.id);
    }
  }
  const bindings = new BindingRegister();
  for (const plugin of plugins) for (const id of plugin.options.guides ?? []) bindings.add(plugin, guideOf(id));
  const records = [...declared].map(([name, { declarations, plugins: ids }]) => ({ name, plugins: ids, fields: mergeFields(declarations, bindings) }));
  const known = new Set(records.flatMap(({ name, fields }) => fields.map(({ key }) => `${name}.${key}`)));
  return { records: [...records, codeRecord()], strays: bindings.fieldNames.filter((name) => !known.has(name)) };
}

/** Where fields were bound, by `Record.key`. */
class BindingRegister {
  private readonly bindings = new Map<string, Map<string, Binding>>();
  /** `Record guide loop` of records that have a value there. */
  private readonly filled = new Set<string>();

  add(plugin: RegisteredTransactionSet, guide: Guide): void {
    bindTransactionSet(plugin, guide, (record, key, isBound, scope) => {
      // Items of an array are bound although the guide has none of its segments.
      if (!isBound || scope.segments?.length === 0) return;
      const name = `${record}.${key}`;
      const ofField = this.bindings.get(name) ?? new Map<string, Binding>();
      this.bindings.set(name, ofField);
      ofField.set([guide.id, scope.loop.id, ...segmentsOf(scope)].join(' '), { plugin: plugin.options.id, scope });
      this.filled.add([record, guide.id, scope.loop.id].join(' '));
    });
  }

  get fieldNames(): readonly string[] {
    return [...this.bindings.keys()];
  }

  /** The places of a field. A level of JSON that EDI does not have is there where its own fields are. */
  of(record: string, key: string, docs: FieldFacts['docs']): readonly Binding[] {
    const all = [...(this.bindings.get(`${record}.${key}`)?.values() ?? [])];
    const inner = docs.every(({ place }) => place === '') ? docs[0]?.record : undefined;
    return inner === undefined ? all : all.filter(({ scope }) => this.filled.has([inner.name, scope.guide.id, scope.loop.id].join(' ')));
  }
}

/** Ids of the segments that places without a segment mean. */
export function segmentsOf({ segments = [] }: Scope): readonly string[] {
  return [...new Set(segments.map(({ id }) => id))];
}

function mergeFields(declarations: readonly RecordDeclaration<unknown>[], bindings: BindingRegister): readonly FieldFacts[] {
  return mergeKeys(declarations).map((key) => {
    const all = declarations.flatMap(({ fields }) => fields[key]?.doc ?? []);
    const placed = all.filter(({ neverProduced }) => neverProduced === undefined);
    const docs = placed.length > 0 ? placed : all;
    const places = bindings.of(declarations[0]?.name ?? '', key, docs);
    const [reason] = docs.flatMap(({ neverProduced }) => neverProduced ?? []);
    return { key, docs, bindings: places, isBound: places.length > 0, ...(reason === undefined ? {} : { neverProduced: reason }) };
  });
}

/** The keys of several declarations in one order: a key comes after the one that it follows in its own. */
function mergeKeys(declarations: readonly RecordDeclaration<unknown>[]): readonly string[] {
  const merged: string[] = [];
  for (const { fields } of declarations) {
    let after = 0;
    for (const key of Object.keys(fields)) {
      if (!merged.includes(key)) merged.splice(after, 0, key);
      after = merged.indexOf(key) + 1;
    }
  }
  return merged;
}

function codeRecord(): RecordFacts {
  const fields = Object.entries(CODE_SCHEMA.properties ?? {}).map(([key, schema]) => ({ key, docs: [{ place: '', schema }], bindings: [], isBound: true }));
  return { name: CODE, plugins: new Set(), fields };
}

/** The keys of an object without a declaration of its own; of a code, those in addition to the usual ones. */
export function ownProperties({ properties = {} }: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(properties).filter(([key]) => !isCode({ properties }) || CODE_SCHEMA.properties?.[key] === undefined);
}

/** True for the schema of a code, with or without more keys. */
function isCode({ properties = {} }: JsonSchema): boolean {
  return Object.keys(CODE_SCHEMA.properties ?? {}).every((key) => key in properties);
}

/** Name of the section that describes the value, and the items of an array, as an object; undefined for other values. */
export function recordNameOf({ record, schema }: Field<unknown>['doc']): string | undefined {
  if (record !== undefined) return record.name;
  return isCode(schema.items ?? schema) ? CODE : undefined;
}
