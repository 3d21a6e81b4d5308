import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

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
