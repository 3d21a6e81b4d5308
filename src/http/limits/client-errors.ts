import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { EdiError } from '../../common/edi-error';
import { systemErrorCode } from '../../io/system-error';
import { errorBody } from '../errors/error-body';
import { REQUEST_ID_HEADER } from '../request-id';
import { SECURITY_HEADERS } from '../security-headers';
import { openAnswers } from './open-answers';

/** What the parser of HTTP refuses, in the words of the service; nothing of the request is repeated. */
function refusalOf(error: Error): EdiError {
  const code = systemErrorCode(error);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new EdiError('EDI_CLIENT_TOO_SLOW', 'The headers of the request came too slowly. Send it again.');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new EdiError('EDI_HEADERS_TOO_LARGE', 'The address and headers of the request are larger than the service reads. Shorten them.');
  return new EdiError('EDI_BAD_PARAMETER', 'The request is not HTTP that can be read. Let the HTTP library write it.', { cause: error });
}

/** Gives the handler of connections whose bytes are no HTTP, or come too slowly. Nobody else sees them: they have no request yet. */
export function createClientErrorHandler(onRefusal: (error: EdiError, requestId: string) => void): (error: Error, socket: Socket) => void {
  return (error, socket) => {
    if (socket.destroyed || systemErrorCode(error) === 'ECONNRESET') return;
    const refusal = refusalOf(error);
    const requestId = randomUUID();
    onRefusal(refusal, requestId);
    if (socket.writable && mayAnswer(socket)) socket.write(rawAnswer(refusal, requestId));
    socket.destroySoon();
  };
}

/** False when these bytes would become a part of an answer, or be taken for that of a request before. */
function mayAnswer(socket: Socket): boolean {
  return openAnswers(socket).every(({ headersSent, req }) => !headersSent && !req.complete);
}

function rawAnswer(error: EdiError, requestId: string): string {
  const body = JSON.stringify(errorBody(error));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
