import { EdiError } from '../../common/edi-error';
import { SEARCH_KINDS, type SearchRequest } from '../../viewer/search';

const MAX_QUERY = 200;
const DEFAULT_COUNT = 50;

/** Reads the body of a search. It is no part of the address, which logs of proxies show. Throws EDI_REQUEST_INVALID. */
export async function readSearch(body: AsyncIterable<Uint8Array>): Promise<SearchRequest> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  const { query, kind = 'value', from = 1, count = DEFAULT_COUNT } = parseObject(Buffer.concat(pieces).toString('utf8'));
  if (typeof query !== 'string' || query === '' || query.length > MAX_QUERY) throw invalid(`$.query: expected text of 1 to ${MAX_QUERY} characters.`);
  const found = SEARCH_KINDS.find((one) => one === kind);
  if (found === undefined) throw invalid(`$.kind: expected ${SEARCH_KINDS.join(', ')}.`);
  if (!isPositive(from) || !isPositive(count)) throw invalid('$.from and $.count: expected whole numbers from 1 on.');
  return { query, kind: found, from, count };
}

const isPositive = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    // The message of the parser would quote the text.
  }
  throw invalid('$: expected a JSON object.');
}

const invalid = (message: string): EdiError => new EdiError('EDI_REQUEST_INVALID', message);
