import { EdiError } from '../common/edi-error';
import type { WordChoice } from './database/code-driver';
import { plainCode, wordChoices } from './words';

/** One part of a search query; commas separate parts. */
export interface QueryPart {
  /** The part as a code, when it is one word; undefined for words. */
  readonly plainCode: string | undefined;
  /** What all codes of the part begin with: `code:j adrenalin`. */
  readonly codePrefix: string | undefined;
  readonly words: readonly WordChoice[];
}

const MAX_QUERY_LENGTH = 1_000;
const MAX_PARTS = 50;
const MAX_WORDS = 20;

/** Maximum of words in all parts, including the parts of words such as `x-ray`: each is a condition for the database. */
const MAX_TERMS = 200;

const CODE_PREFIX = /(?:^|\s)code:\s*([^\s]+)/i;

/**
 * Reads a search query: codes, words, and parts of both between commas. Characters that mean something to a database are
 * not special: words are letters and digits.
 * Throws EDI_BAD_PARAMETER for a query that is empty or too long.
 */
export function readCodeQuery(query: string): readonly QueryPart[] {
  if (query.length > MAX_QUERY_LENGTH) throw bad(`query has ${query.length} characters; at most ${MAX_QUERY_LENGTH} are allowed.`);
  if (query.trim() === '') throw bad('query is missing. Give a code, words of a description, or several of both between commas.');
  const parts = query.split(',').flatMap((text) => readPart(text) ?? []);
  if (parts.length === 0) throw bad('query has no letter or digit. Give a code, words of a description, or several of both between commas.');
  if (parts.length > MAX_PARTS) throw bad(`query has ${parts.length} parts between commas; at most ${MAX_PARTS} are allowed.`);
  for (const { words } of parts) if (words.length > MAX_WORDS) throw bad(`query has ${words.length} words in one part; at most ${MAX_WORDS} are allowed.`);
  const terms = parts.reduce((sum, { words }) => sum + words.flat(2).length, 0);
  if (terms > MAX_TERMS) throw bad(`query has ${terms} words, parts of words with hyphens included; at most ${MAX_TERMS} are allowed.`);
  return parts;
}

function readPart(text: string): QueryPart | undefined {
  const prefix = CODE_PREFIX.exec(text);
  const codePrefix = prefix === null ? undefined : plainCode(prefix[1] ?? '') || undefined;
  const rest = codePrefix === undefined ? text : text.replace(CODE_PREFIX, ' ');
  const words = wordChoices(rest);
  if (words.length === 0 && codePrefix === undefined) return undefined;
  const [first, ...more] = rest.trim().split(/\s+/);
  const code = more.length === 0 && codePrefix === undefined ? plainCode(first ?? '') : '';
  return { plainCode: code || undefined, codePrefix, words };
}

function bad(message: string): EdiError {
  return new EdiError('EDI_BAD_PARAMETER', message);
}
