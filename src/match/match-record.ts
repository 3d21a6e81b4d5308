import { column, list, part, table, type TableEntry, type TableLayout, withListDefaults } from '../mapping/columns/table';
import type { JsonSchema } from '../mapping/json-schema';
import type { MatchSide } from '../plugin/matching';
import type { MatchLedger, LedgerRow } from './match-ledger';
import type { MatchedResponse, MatchRecord, MatchStatus } from './match.types';

/** Makes the MATCH record of a request: `rows` are its responses, or one row without. */
export function requestRecord(rows: readonly [LedgerRow, ...LedgerRow[]], ledger: MatchLedger, sides: readonly MatchSide[]): MatchRecord {
  const [{ id, side, sealed, duplicates, responseCount }] = rows;
  const pair = sides[side]?.pair ?? '';
  const responses = rows.flatMap((row) => responseOf(row, ledger, sides));
  const kinds = new Set(responses.map(({ kind }) => kind));
  const missing = expectedKinds(pair, ledger, sides).filter((kind) => !kinds.has(kind));
  const status: MatchStatus = responses.length === 0 ? 'UNANSWERED' : missing.length > 0 ? 'PARTLY_ANSWERED' : 'ANSWERED';
  return {
    objectType: 'MATCH',
    pair,
    status,
    request: ledger.read(id, sealed),
    ...(responses.length > 0 ? { responses } : {}),
    responseCount: responseCount ?? 0,
    ...(missing.length > 0 ? { missing } : {}),
    ...(duplicates === null ? {} : { duplicateCount: duplicates }),
  };
}

/** Makes the MATCH record of a response without a request. */
export function strayRecord({ id, side, sealed }: LedgerRow, ledger: MatchLedger, sides: readonly MatchSide[]): MatchRecord {
  const { pair = '', response: kind = '' } = sides[side] ?? {};
  return { objectType: 'MATCH', pair, status: 'NO_REQUEST', responses: [{ ...ledger.read(id, sealed), kind }], responseCount: 1 };
}

function responseOf(row: LedgerRow, ledger: MatchLedger, sides: readonly MatchSide[]): readonly MatchedResponse[] {
  const { responseId, responseSide, responseSealed, rank, requests } = row;
  const side = sides[responseSide ?? -1];
  if (side === undefined || responseId === null || responseSealed === null) return [];
  const matchedBy = ledger.keyName(side, rank ?? 0);
  const differences = ledger.differences(side.pair, row.differences);
  return [
    {
      kind: side.response ?? '',
      ...(matchedBy === undefined ? {} : { matchedBy }),
      ...(differences.length > 0 ? { differences } : {}),
      ...(requests !== null && requests > 1 ? { requestCount: requests } : {}),
      ...ledger.read(responseId, responseSealed),
    },
  ];
}

/** The kinds of responses that the input has; all of the pair, if it has none. */
function expectedKinds(pair: string, { kinds }: MatchLedger, sides: readonly MatchSide[]): readonly string[] {
  const all = [...new Set(sides.flatMap((side) => (side.pair === pair ? (side.response ?? []) : [])))];
  const present = kinds.get(pair);
  return present === undefined ? all : all.filter((kind) => present.has(kind));
}

const TEXT: JsonSchema = { type: 'string' };
const COUNT: JsonSchema = { type: 'integer' };
const TEXTS: JsonSchema = { type: 'array', items: TEXT };
const UNIT = { id: TEXT, transactionSet: TEXT, fileName: TEXT, lineNumber: COUNT, segmentNumber: COUNT };
const RESPONSE = { kind: TEXT, matchedBy: TEXT, differences: TEXTS, requestCount: COUNT };

/** MATCH records as rows: one for each response, and one for a request without. The columns follow from the fields that plugins declare. */
export function matchTable(sides: readonly MatchSide[]): TableLayout {
  const valuesOf = (isRequest: boolean): Readonly<Record<string, JsonSchema>> =>
    Object.assign({}, ...sides.filter(({ response }) => (response === undefined) === isRequest).map(({ record }) => record.schema.properties ?? {}));
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
    list('missing', 'Missings'),
    column('duplicateCount'),
    part('request', 'Request', columnsOf(request)),
    column('responseCount'),
    list('responses', 'Responses', columnsOf(response)),
  ];
  return withListDefaults(table('MATCH', 'Main', { name: 'Match', schema: { type: 'object', properties } }, entries), {
    Main: { isRepeatedOnly: true },
    Responses: { isRows: true },
  });
}

const columnsOf = (properties: Readonly<Record<string, JsonSchema>>): readonly TableEntry[] =>
  Object.entries(properties).map(([key, { type }]) => (type === 'array' ? list(key, `${pascal(key)}`) : column(key)));

const pascal = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);
