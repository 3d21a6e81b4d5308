import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import Negotiator from 'negotiator';

/** Request header and response header with the id of the request in the log. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Ids that programs make: a UUID, a trace id of hexadecimal digits, a ULID, an id of X-Ray. Anything else may be a name or a number of a person. */
const IDS: readonly RegExp[] = [
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^[0-9a-f]{16,64}$/i,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  /^1-[0-9a-f]{8}-[0-9a-f]{24}$/i,
];

const ids = new WeakMap<IncomingMessage, string>();

/** Returns the id of a request: the one that the client sends, when it looks like an id, or a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const given = request.headers[REQUEST_ID_HEADER];
  const id = typeof given === 'string' && IDS.some((form) => form.test(given)) ? given : randomUUID();
  ids.set(request, id);
  return id;
}

/** Sets the security headers of an answer. */
export type SecurityHeaders = (request: IncomingMessage, response: ServerResponse) => void;

// The page of the OpenAPI document styles itself inline; plain http must stay plain, and
// only the proxy that holds a certificate may promise https for its domain.
const DIRECTIVES = { 'style-src': ["'self'", "'unsafe-inline'"], 'upgrade-insecure-requests': null };

const protect = helmet({ contentSecurityPolicy: { directives: DIRECTIVES }, strictTransportSecurity: false });

/** Sets the security headers that every answer has. */
export const setSecurityHeaders: SecurityHeaders = (request, response) =>
  protect(request, response, (error) => {
    if (error instanceof Error) throw error;
  });

/** The security headers by name, for answers that are written to a socket as they are. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = recordHeaders();

function recordHeaders(): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setSecurityHeaders(request, response);
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** The forms of a table; the first is the answer to a client without a preference (interface document, code lookup, 2.4). */
const TABLE_FORMS = ['text/plain', 'text/csv'];

const ARCHIVE = 'application/zip';

/** True when the client prefers an archive of all lists to one list. A client that accepts neither gets the list. */
export function prefersZip(request: IncomingMessage): boolean {
  return new Negotiator(request).mediaType([...TABLE_FORMS, ARCHIVE]) === ARCHIVE;
}

/** True when the client prefers an archive of all lists to one file of a type. A client that accepts neither gets the file. */
export function prefersZipTo(request: IncomingMessage, contentType: string): boolean {
  return new Negotiator(request).mediaType([contentType, ARCHIVE]) === ARCHIVE;
}

/** True when the client asks for JSON rather than plain text. A client without a preference gets text. */
export function prefersJson(request: IncomingMessage): boolean {
  return new Negotiator(request).mediaType(['text/plain', 'application/json']) === 'application/json';
}

/** Returns the content type of a table: plain text, or `text/csv` where the client prefers it. */
export function tableContentType(request: IncomingMessage): string {
  return `${new Negotiator(request).mediaType(TABLE_FORMS) ?? 'text/plain'}; charset=utf-8`;
}

/** Returns the header that names a download: ASCII for old browsers, and the unchanged name (RFC 6266). */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(Buffer.from(fileName).toString()).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
