import { column, list, part, pascalCase, table, type TableEntry, type TableLayout } from '../mapping/columns/table';
import type { JsonSchema } from '../mapping/json-schema';
import type { MatchSide } from './matching';

const TEXT: JsonSchema = { type: 'string' };
const COUNT: JsonSchema = { type: 'integer' };
const TEXTS: JsonSchema = { type: 'array', items: TEXT };
const UNIT = { id: TEXT, transactionSet: TEXT, fileName: TEXT, lineNumber: COUNT, segmentNumber: COUNT };
const RESPONSE = { kind: TEXT, matchedBy: TEXT, differences: TEXTS, requestCount: COUNT };

/** MATCH records as rows: one for each response, and one for a request without. The columns follow from the fields that plugins declare. */
export function matchTable(sides: readonly MatchSide[]): TableLayout {
  const valuesOf = (isRequest: boolean): Readonly<Record<string, JsonSchema>> =>
    Object.fromEntries(sides.flatMap(({ response, record }) => ((response === undefined) === isRequest ? Object.entries(record.schema.properties ?? {}) : [])));
  const request = { ...UNIT, ...valuesOf(true) };
  const response = { ...RESPONSE, ...UNIT, ...valuesOf(false) };
  const properties: Readonly<Record<string, JsonSchema>> = {
    objectType: TEXT,
    pair: TEXT,
    status: TEXT,
    missing: TEXTS,
    duplicateCount: COUNT,
    request: { type: 'object', properties: request },
    responseCount: COUNT,
    responses: { type: 'array', items: { type: 'object', properties: response } },
  };
  const entries: readonly TableEntry[] = [
    column('pair'),
    column('status'),
    list('missing', 'MissingKinds'),
    column('duplicateCount'),
    part('request', 'Request', columnsOf(request)),
    column('responseCount'),
    list('responses', 'Response', columnsOf(response)),
  ];
  return table('MATCH', 'Main', { name: 'Match', schema: { type: 'object', properties } }, entries);
}

const columnsOf = (properties: Readonly<Record<string, JsonSchema>>): readonly TableEntry[] =>
  Object.entries(properties).map(([key, { type }]) => (type === 'array' ? list(key, pascalCase(key)) : column(key)));
