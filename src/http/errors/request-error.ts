import { HttpException } from '@nestjs/common';
import { EdiError, toEdiError } from '../../common/edi-error';
import type { ErrorCode } from '../../common/error-catalogue';

/** What Nest and Fastify refuse by themselves, in the words of the service. */
const CODE_BY_STATUS: Readonly<Record<number, { readonly code: ErrorCode; readonly message: string }>> = {
  400: { code: 'EDI_BAD_PARAMETER', message: 'The request cannot be read. Check its path, headers and parameters.' },
  403: { code: 'EDI_NOT_FOUND', message: 'There is no such file. /api/docs is the page of the OpenAPI document.' },
  404: { code: 'EDI_NOT_FOUND', message: 'There is no such operation. /api/docs lists the paths and methods.' },
  405: { code: 'EDI_METHOD_NOT_ALLOWED', message: 'The path has no operation of this method. /api/docs lists the paths and methods.' },
  413: { code: 'EDI_BODY_TOO_LARGE', message: 'The request is larger than the service reads.' },
  414: { code: 'EDI_BAD_PARAMETER', message: 'The address of the request is too long.' },
  415: { code: 'EDI_UNSUPPORTED_MEDIA_TYPE', message: 'The content type of the request cannot be read. Send EDI as text/plain.' },
};

/** Gives any failure of a request as an EdiError; the messages of frameworks, which may repeat parts of a request, are not passed on. */
export function toRequestError(error: unknown): EdiError {
  if (error instanceof EdiError) return error;
  const known = CODE_BY_STATUS[statusOf(error) ?? 500];
  return known === undefined ? toEdiError(error) : new EdiError(known.code, known.message, { cause: error });
}

/** Fastify marks its errors with a status; an error of a library may carry one as well, so only errors of Fastify are believed. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  // What serves the page of the OpenAPI document refuses paths that lead out of its folder by an error without a code.
  if (!('code' in error)) return error.statusCode === 403 ? 403 : undefined;
  return String(error.code).startsWith('FST_') && typeof error.statusCode === 'number' ? error.statusCode : undefined;
}
