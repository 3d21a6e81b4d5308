import type { JsonSchema } from '../../src/plugin/io';
import type { Dictionary, FieldDef, FixedField, Member, ValueType } from './dictionary.types';

const TYPES: Readonly<Record<ValueType, JsonSchema>> = {
  text: { type: 'string' },
  digits: { type: 'string' },
  integer: { type: 'integer' },
  decimal: { type: 'number' },
  amount: { type: 'number' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'time' },
};

const TEXT: JsonSchema = { type: 'string' };

/** The JSON Schema of a record, as the dictionary declares it: a transaction, or a record of a batch. Descriptions are numbers of the standard. */
export function recordSchema({ headers, segments, batch }: Dictionary): JsonSchema {
  const header = headers.flatMap(({ fields }) => fields);
  const properties: [string, JsonSchema][] = [
    ['transaction_header', { type: 'object', properties: { segment_id: TEXT, transaction_reference_number: TEXT, ...fixedProperties(header) } }],
    ...[...segments.values()].map(({ id, name, members }): [string, JsonSchema] => [
      name,
      { type: 'object', description: id, properties: { segment_id: TEXT, ...memberProperties(members) } },
    ]),
    ['batch_header', { type: 'object', properties: fixedProperties(batch.header.fields) }],
    ['batch_trailer', { type: 'object', properties: fixedProperties(batch.trailer.fields) }],
  ];
  return { title: 'NcpdpTransaction', type: 'object', properties: Object.fromEntries(properties) };
}

function fixedProperties(fields: readonly FixedField[]): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(fields.map(({ field }) => [field.key, valueSchema(field)]));
}

function memberProperties(members: readonly Member[]): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    members.map((member): [string, JsonSchema] => {
      if (member.kind === 'field') return [member.field.key, valueSchema(member.field)];
      return [member.key, { type: 'array', items: { type: 'object', properties: memberProperties(member.members) } }];
    }),
  );
}

function valueSchema({ type, number, shown }: FieldDef): JsonSchema {
  const schema: JsonSchema = shown === undefined ? TYPES[type] : { type: 'object', properties: { code: TEXT, desc: TEXT } };
  return number === '' ? schema : { ...schema, description: number };
}
