/** JSON Schema of a field or record, as the OpenAPI document shows it. */
export interface JsonSchema {
  /** Refers to a schema that has a name; then nothing else stands here. */
  readonly $ref?: string;
  /** Name under which documents refer to the schema, such as Code; absent for one that stands where it is used. */
  readonly title?: string;
  readonly type?: 'string' | 'number' | 'integer' | 'object' | 'array' | 'boolean';
  readonly format?: 'date' | 'date-time' | 'time';
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** True for objects with members that are not declared. */
  readonly additionalProperties?: true;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly description?: string;
}

/** Gives a schema that allows what either of two allows: for records of one name that have other fields in another place. */
export function mergeSchemas(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (same(one, other)) return one;
  if (shapeOf(one) === shapeOf(other)) return withCommonText(one, other);
  if (isObject(one) && isObject(other)) return mergeObjects(one, other);
  if (one.type === 'array' && other.type === 'array' && one.items && other.items)
    return { ...common(one, other), type: 'array', items: mergeSchemas(one.items, other.items) };
  if (one.type === 'string' && other.type === 'string') return { ...common(one, other), type: 'string', ...mergeWords(one, other) };
  const options = [...optionsOf(one), ...optionsOf(other)];
  return { anyOf: [...new Map(options.map((option) => [JSON.stringify(option), option])).values()] };
}

function mergeObjects(one: JsonSchema, other: JsonSchema): JsonSchema {
  const properties: Record<string, JsonSchema> = { ...one.properties };
  for (const [key, schema] of Object.entries(other.properties ?? {})) {
    const known = properties[key];
    properties[key] = known === undefined ? schema : mergeSchemas(known, schema);
  }
  const required = one.required?.filter((key) => other.required?.includes(key)) ?? [];
  return { ...common(one, other), type: 'object', ...(required.length === 0 ? {} : { required }), properties };
}

/** The words of both; none where one of them is not limited to words. */
function mergeWords({ enum: words, format }: JsonSchema, { enum: otherWords, format: otherFormat }: JsonSchema): JsonSchema {
  const known = words === undefined || otherWords === undefined ? {} : { enum: [...new Set([...words, ...otherWords])] };
  return { ...known, ...(format === undefined || format !== otherFormat ? {} : { format }) };
}

/** The description, where both have the same: the places of a record that stands in several loops differ. */
const common = ({ description: text }: JsonSchema, other: JsonSchema): JsonSchema =>
  text === undefined || text !== other.description ? {} : { description: text };

/** Two schemas that differ in descriptions alone, with the descriptions that both have. */
function withCommonText(one: JsonSchema, other: JsonSchema): JsonSchema {
  const { description: _differs, ...rest } = one;
  const properties = Object.entries(one.properties ?? {}).map(([key, schema]): [string, JsonSchema] => [
    key,
    mergeSchemas(schema, other.properties?.[key] ?? schema),
  ]);
  const items = one.items && other.items ? { items: mergeSchemas(one.items, other.items) } : {};
  return { ...rest, ...common(one, other), ...(one.properties ? { properties: Object.fromEntries(properties) } : {}), ...items };
}

const isObject = ({ type, properties }: JsonSchema): boolean => type === 'object' && properties !== undefined;

const optionsOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? [schema];

const same = (one: JsonSchema, other: JsonSchema): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A schema without its descriptions, to be compared. */
const shapeOf = (schema: JsonSchema): string =>
  JSON.stringify(schema, (key, value: unknown) => (key === 'description' && typeof value === 'string' ? undefined : value));
