import type { JsonSchema } from './field';
import type { RecordDeclaration } from './record';

/** Where schemas that have names stand in the document that refers to them. */
const PREFIX = '#/components/schemas/';

/** The schemas of records and of the records inside them. */
export interface NamedSchemas {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Names of the schemas of the records themselves. */
  readonly records: readonly string[];
  /** Refers to the schema of one of these declarations, or of a record inside them. */
  readonly refTo: (declaration: RecordDeclaration<unknown>) => JsonSchema;
}

/**
 * Gives each record and each record inside it as a schema with a name of its own, referred to by `$ref`. Records of one name that
 * have other fields in another place (a Party with and without contacts) get a number after the name.
 */
export function namedSchemas(declarations: readonly RecordDeclaration<unknown>[]): NamedSchemas {
  const schemas: Record<string, JsonSchema> = {};
  const names = new Map<RecordDeclaration<unknown>, string>();
  const nameOf = (declaration: RecordDeclaration<unknown>): string => {
    const known = names.get(declaration);
    if (known !== undefined) return known;
    const schema = schemaOf(declaration);
    const { name } = declaration;
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? name : `${name}${number}`;
      const taken = schemas[candidate];
      if (taken !== undefined && shapeOf(taken) !== shapeOf(schema)) continue;
      schemas[candidate] = taken === undefined ? schema : merge(taken, schema);
      names.set(declaration, candidate);
      return candidate;
    }
  };
  const schemaOf = ({ fields }: RecordDeclaration<unknown>): JsonSchema => {
    const properties = Object.entries(fields).map(([key, { doc }]): [string, JsonSchema] => {
      const description = doc.place === '' ? {} : { description: doc.place };
      if (doc.record === undefined) return [key, { ...doc.schema, ...description }];
      const reference = refTo(doc.record);
      return [key, doc.schema.type === 'array' ? { type: 'array', items: reference, ...description } : reference];
    });
    return { type: 'object', properties: Object.fromEntries(properties) };
  };
  const refTo = (declaration: RecordDeclaration<unknown>): JsonSchema => ({ $ref: PREFIX + nameOf(declaration) });
  return { records: declarations.map(nameOf), schemas, refTo };
}

/** A schema without its descriptions, to be compared. */
const shapeOf = (schema: JsonSchema): string =>
  JSON.stringify(schema, (key, value: unknown) => (key === 'description' && typeof value === 'string' ? undefined : value));

/** The places of a record that stands in several loops may differ: then the schema does not name them. */
function merge(one: JsonSchema, other: JsonSchema): JsonSchema {
  const properties = Object.entries(one.properties ?? {}).map(([key, schema]): [string, JsonSchema] => {
    if (schema.description === other.properties?.[key]?.description) return [key, schema];
    const { description: _differs, ...rest } = schema;
    return [key, rest];
  });
  return { ...one, properties: Object.fromEntries(properties) };
}
