import { ApiResponse } from '@nestjs/swagger';
import { schemaRef } from '../../mapping/record-schemas';

const ERROR_BODY = { 'application/json': { schema: schemaRef('ErrorBody') } };

const ERROR_LINE = { 'text/plain': { schema: { type: 'string', example: 'ERROR: what is wrong, where, and what to do next' } } };

/** Documents an error answer of an operation. */
export function failure(status: number, description: string): MethodDecorator & ClassDecorator {
  return ApiResponse({ status, description, content: ERROR_BODY });
}

/** Documents an error answer of an operation with `@ErrorsAsText()`. */
export function textFailure(status: number, description: string): MethodDecorator & ClassDecorator {
  return ApiResponse({ status, description, content: { ...ERROR_LINE, ...ERROR_BODY } });
}
