import type { EdiError } from '../../common/edi-error';
import type { ErrorCode } from '../../common/error-catalogue';

/** Body of error answers, except those of operations with `@ErrorsAsText()`, and the shape of an in-band error in a stream that has begun. */
export class ErrorBody {
  readonly objectType = 'ERROR' as const;

  /** Stable code, for programs. */
  readonly code: ErrorCode;

  /** What is wrong, where, and what to do next. */
  readonly message: string;

  /** Name of the file, when the request has one. */
  readonly fileName?: string;

  constructor(code: ErrorCode, message: string, fileName?: string) {
    this.code = code;
    this.message = message;
    if (fileName !== undefined) this.fileName = fileName;
  }
}

const OWN_FAULT = 'Clearloop failed. The log of the service has the cause, under the id that the header x-request-id gives.';

/** True for what the service itself is to blame for, and not for its being stopped. */
export function isOwnFault({ status }: EdiError): boolean {
  return status >= 500 && status !== 503;
}

/** Gives the body for an error. What concerns the inside of the service stays inside. */
export function errorBody(error: EdiError, fileName?: string): ErrorBody {
  return new ErrorBody(error.code, isOwnFault(error) ? OWN_FAULT : error.message, fileName);
}
