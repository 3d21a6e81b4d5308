import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Request header and response header with the id under which a request stands in the log. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Ids that programs make: a UUID, a trace id of hexadecimal digits, a ULID, an id of X-Ray. Anything else may be a name or a number of a person. */
const IDS: readonly RegExp[] = [
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^[0-9a-f]{16,64}$/i,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  /^1-[0-9a-f]{8}-[0-9a-f]{24}$/i,
];

const ids = new WeakMap<IncomingMessage, string>();

/** Gives the id of a request: the one that the client sends, when it looks like an id, or a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const given = request.headers[REQUEST_ID_HEADER];
  const id = typeof given === 'string' && IDS.some((form) => form.test(given)) ? given : randomUUID();
  ids.set(request, id);
  return id;
}
