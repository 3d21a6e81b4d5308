import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

/** The forms of a table; the first is the answer to a client without a preference (interface document, code lookup, 2.4). */
const TABLE_FORMS = ['text/plain', 'text/csv'];

const ARCHIVE = 'application/zip';

/** True when the client prefers an archive of all lists to one list. A client that accepts neither gets the list. */
export function prefersZip(request: IncomingMessage): boolean {
  return new Negotiator(request).mediaType([...TABLE_FORMS, ARCHIVE]) === ARCHIVE;
}

/** True when the client asks for JSON rather than plain text. A client without a preference gets text. */
export function prefersJson(request: IncomingMessage): boolean {
  return new Negotiator(request).mediaType(['text/plain', 'application/json']) === 'application/json';
}

/** Gives the content type of a table: plain text, or `text/csv` where the client prefers it. */
export function tableContentType(request: IncomingMessage): string {
  return `${new Negotiator(request).mediaType(TABLE_FORMS) ?? 'text/plain'}; charset=utf-8`;
}

/** Gives the header that names a download: ASCII for old browsers, and the name as it is (RFC 6266). */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(Buffer.from(fileName).toString()).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
