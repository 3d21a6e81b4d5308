import { ERROR_CATALOGUE, type ErrorCode } from './error-catalogue';

/**
 * Thrown when work cannot continue. The message names the value (never a patient's), the place and the next step; `status` is the HTTP status of the service's
 * answer, from the catalogue.
 */
export class EdiError extends Error {
  override readonly name = 'EdiError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get status(): number {
    return ERROR_CATALOGUE[this.code].status;
  }
}

/** Returns an EdiError unchanged and wraps anything else, so that no stack or foreign message reaches a caller. */
export function toEdiError(error: unknown): EdiError {
  if (error instanceof EdiError) return error;
  return new EdiError('EDI_INTERNAL', 'Clearloop failed unexpectedly. The cause of this error has the details.', { cause: error });
}
