import type { Field, FieldDoc, RecordDeclaration } from './field';
import { type JsonSchema, mergeSchemas } from './json-schema';

/** Where schemas that have names stand in the document that refers to them. */
const PREFIX = '#/components/schemas/';

/** Refers to a schema by its name. */
export const schemaRef = (name: string): { readonly $ref: string } => ({ $ref: PREFIX + name });

/** True for what reading gives every record, such as its id: answers always have it, requests need not. */
const isPresent = (field: Field<unknown>): boolean => 'isPresent' in field;

/** What is one of several schemas, each mentioned once. */
export function anyOfSchemas(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [first = {}, ...others] = distinct;
  return others.length === 0 ? first : { anyOf: distinct };
}

/** The schemas of records and of what is inside them, each under one name. */
export class NamedSchemas {
  private readonly found = new Map<string, JsonSchema>();
  private readonly visited = new Set<RecordDeclaration<unknown>>();
  /** Names of records some of whose fields every answer has, and no request needs. */
  private readonly assigned = new Set<string>();
  private readonly inputs = new Map<string, JsonSchema>();

  /** All schemas by name: those that were referred to, and those inside them. */
  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.found, ...this.inputs]);
  }

  /**
   * Refers to a record as answers have it. Records of one name are one schema, which allows what any of them is
   * (a Party with and without contacts).
   */
  refTo(declaration: RecordDeclaration<unknown>): JsonSchema {
    const { name } = declaration;
    if (!this.visited.has(declaration)) {
      this.visited.add(declaration);
      this.add(name, this.schemaOf(declaration));
      if (Object.values(declaration.fields).some(isPresent)) this.assigned.add(name);
    }
    return schemaRef(name);
  }

  /** Refers to a schema that has a name of its own in `title`; gives any other as it is, with what is inside replaced. */
  named({ title, ...schema }: JsonSchema): JsonSchema {
    const { items, properties } = schema;
    const inner: JsonSchema = {
      ...schema,
      ...(items === undefined ? {} : { items: this.named(items) }),
      ...(properties === undefined ? {} : { properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, this.named(one)])) }),
    };
    return title === undefined ? inner : this.add(title, inner);
  }

  /** Refers to a record as requests have it: without the members that reading assigns. Call it after all declarations were referred to. */
  inputRefTo(declaration: RecordDeclaration<unknown>): JsonSchema {
    this.refTo(declaration);
    return this.inputRef(declaration.name);
  }

  private inputRef(name: string): JsonSchema {
    if (!this.holdsAssigned(name, new Set())) return schemaRef(name);
    const input = `${name}Input`;
    if (!this.inputs.has(input)) {
      const { required: _assigned, ...schema } = this.found.get(name) ?? {};
      this.inputs.set(input, {});
      this.inputs.set(input, this.withInputRefs(schema));
    }
    return schemaRef(input);
  }

  private withInputRefs(schema: JsonSchema): JsonSchema {
    if (schema.$ref !== undefined) return this.inputRef(schema.$ref.slice(PREFIX.length));
    const { items, properties, anyOf } = schema;
    return {
      ...schema,
      ...(items === undefined ? {} : { items: this.withInputRefs(items) }),
      ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => this.withInputRefs(one)) }),
      ...(properties === undefined ? {} : { properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, this.withInputRefs(one)])) }),
    };
  }

  private holdsAssigned(name: string, seen: Set<string>): boolean {
    if (this.assigned.has(name) && this.found.get(name)?.required !== undefined) return true;
    if (seen.has(name)) return false;
    seen.add(name);
    const inside = [...JSON.stringify(this.found.get(name) ?? {}).matchAll(/"\$ref":"[^"]*\/([^"/]+)"/g)];
    return inside.some(([, one = '']) => this.holdsAssigned(one, seen));
  }

  private add(name: string, schema: JsonSchema): JsonSchema {
    const known = this.found.get(name);
    this.found.set(name, known === undefined ? schema : mergeSchemas(known, schema));
    return schemaRef(name);
  }

  private schemaOf({ fields, schema }: RecordDeclaration<unknown>): JsonSchema {
    const entries = Object.entries(fields);
    // A record that writes itself says what it is.
    if (entries.length === 0) return this.named(schema);
    const required = entries.flatMap(([key, field]) => (isPresent(field) ? [key] : []));
    const properties = entries.map(([key, { doc }]): [string, JsonSchema] => [key, this.propertyOf(doc)]);
    return { type: 'object', ...(required.length === 0 ? {} : { required }), properties: Object.fromEntries(properties) };
  }

  private propertyOf({ schema, record, place, neverProduced }: FieldDoc): JsonSchema {
    const description = place === '' ? {} : { description: place };
    if (record !== undefined) {
      const reference = this.refTo(record);
      return schema.type === 'array' ? { type: 'array', items: reference, ...description } : reference;
    }
    const named = this.named(schema);
    if (named.$ref === undefined) return { ...named, ...description };
    return neverProduced === undefined ? named : { allOf: [named], description: `Never produced: ${neverProduced}` };
  }
}
