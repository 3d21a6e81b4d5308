import type { MatchSide } from '../plugin/matching';
import type { MatchLedger, LedgerRow } from './match-ledger';
import type { MatchedResponse, MatchRecord, MatchStatus } from './match.types';

/** Makes the MATCH record of a request: `rows` are its responses, or one row without. */
export function requestRecord(rows: readonly [LedgerRow, ...LedgerRow[]], ledger: MatchLedger, sides: readonly MatchSide[]): MatchRecord {
  const [{ side, sealed, duplicates, responseCount }] = rows;
  const pair = sides[side]?.pair ?? '';
  const responses = rows.flatMap((row) => responseOf(row, ledger, sides));
  const kinds = new Set(responses.map(({ kind }) => kind));
  const missing = expectedKinds(pair, ledger, sides).filter((kind) => !kinds.has(kind));
  const status: MatchStatus = responses.length === 0 ? 'UNANSWERED' : missing.length > 0 ? 'PARTLY_ANSWERED' : 'ANSWERED';
  return {
    objectType: 'MATCH',
    pair,
    status,
    request: ledger.read(sealed),
    ...(responses.length > 0 ? { responses } : {}),
    responseCount: responseCount ?? 0,
    ...(missing.length > 0 ? { missing } : {}),
    ...(duplicates === null ? {} : { duplicateCount: duplicates }),
  };
}

/** Makes the MATCH record of a response without a request. */
export function strayRecord({ side, sealed }: LedgerRow, ledger: MatchLedger, sides: readonly MatchSide[]): MatchRecord {
  const { pair = '', response: kind = '' } = sides[side] ?? {};
  return { objectType: 'MATCH', pair, status: 'NO_REQUEST', responses: [{ ...ledger.read(sealed), kind }], responseCount: 1 };
}

function responseOf(row: LedgerRow, ledger: MatchLedger, sides: readonly MatchSide[]): readonly MatchedResponse[] {
  const { responseSide, responseSealed, rank, requests } = row;
  const side = sides[responseSide ?? -1];
  if (side === undefined || responseSealed === null) return [];
  const matchedBy = ledger.keyName(side, rank ?? 0);
  const differences = ledger.differences(side.pair, row.differences);
  return [
    {
      kind: side.response ?? '',
      ...(matchedBy === undefined ? {} : { matchedBy }),
      ...(differences.length > 0 ? { differences } : {}),
      ...(requests !== null && requests > 1 ? { requestCount: requests } : {}),
      ...ledger.read(responseSealed),
    },
  ];
}

/** The kinds of responses that the input has; all of the pair, if it has none. */
function expectedKinds(pair: string, { kinds }: MatchLedger, sides: readonly MatchSide[]): readonly string[] {
  const all = [...new Set(sides.flatMap((side) => (side.pair === pair ? (side.response ?? []) : [])))];
  const present = kinds.get(pair);
  return present === undefined ? all : all.filter((kind) => present.has(kind));
}
