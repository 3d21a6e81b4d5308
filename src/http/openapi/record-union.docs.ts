import { schemaRef } from '../../mapping/record-schemas';
import type { JsonSchema } from '../../mapping/json-schema';

/** Schemas as the document holds them: by name. */
export type ComponentSchemas = Readonly<Record<string, object>>;

const pascalCase = (words: string): string =>
  words
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The value that every object of the schema has as its `objectType`; undefined where there is none, or no single one. */
function objectTypeOf({ required = [], properties = {} }: JsonSchema): string | undefined {
  const [only, ...others] = properties['objectType']?.enum ?? [];
  return required.includes('objectType') && others.length === 0 ? only : undefined;
}

/**
 * Gives the union of the schemas with these names, discriminated by `objectType`. Schemas of one `objectType` (the forms of a claim) get a union
 * of their own, named after it. Those without an `objectType` are outside the discriminator.
 */
export function recordUnion(name: string, members: readonly string[], schemas: Readonly<Record<string, JsonSchema>>): ComponentSchemas {
  const groups = new Map<string, string[]>();
  const untyped: string[] = [];
  for (const member of members) {
    const objectType = objectTypeOf(schemas[member] ?? {});
    if (objectType === undefined) untyped.push(member);
    else groups.set(objectType, [...(groups.get(objectType) ?? []), member]);
  }
  const unions: Record<string, object> = {};
  const mapping = [...groups].map(([objectType, [first = '', ...others]]): readonly [string, string] => {
    if (others.length === 0) return [objectType, first];
    const group = [pascalCase(objectType), `${pascalCase(objectType)}Record`].find((one) => schemas[one] === undefined) ?? first;
    const isOfGroup = { type: 'object', required: ['objectType'], properties: { objectType: { type: 'string', enum: [objectType] } } };
    unions[group] = { allOf: [isOfGroup, { anyOf: [first, ...others].map(schemaRef) }] };
    return [objectType, group];
  });
  const discriminated = {
    oneOf: mapping.map(([, one]) => schemaRef(one)),
    discriminator: { propertyName: 'objectType', mapping: Object.fromEntries(mapping.map(([objectType, one]) => [objectType, schemaRef(one).$ref])) },
  };
  return { ...unions, [name]: untyped.length === 0 ? discriminated : { anyOf: [discriminated, ...untyped.map(schemaRef)] } };
}

/** Gives the name of a schema for a word of a path, such as `NcpdpRecord` for ncpdp. */
export const schemaNameOf = (word: string): string => `${pascalCase(word)}Record`;

/** Gives the end of an operation id for a word of a path, such as `Ncpdp`. */
export const operationWordOf = pascalCase;
