import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

/** What the CSV operation can answer with; the first is what a client gets that does not care. */
const FORMS = ['text/csv', 'text/plain', 'application/zip'];

/** True when the client would rather have an archive of all lists than one list. A client that accepts neither gets the list. */
export function prefersZip(request: IncomingMessage): boolean {
  return new Negotiator(request).mediaType(FORMS) === 'application/zip';
}
