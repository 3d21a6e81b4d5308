import { type ValidationError, ValidationPipe } from '@nestjs/common';
import { EdiError } from '../../common/edi-error';
import { allowedValues } from './allowed-values';

const MAX_SHOWN_LENGTH = 40;

/** Makes the pipe of all operations. Parameters that a class does not declare are left out. Throws EDI_BAD_PARAMETER. */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    transformOptions: { exposeDefaultValues: true },
    whitelist: true,
    validationError: { target: true, value: true },
    exceptionFactory: badParameters,
  });
}

/** Names each bad parameter, its value and the allowed values. */
function badParameters(errors: readonly ValidationError[]): EdiError {
  return new EdiError('EDI_BAD_PARAMETER', errors.map(sentenceOf).join(' '));
}

function sentenceOf({ target, property, value }: ValidationError): string {
  return `${property} is "${shown(String(value))}". Allowed: ${allowedValues(asClassOf(target), property)}.`;
}

/** The pipe contains the instance that it validated, because of `validationError`. */
function asClassOf(target: object | undefined): new () => object {
  return (target?.constructor ?? Object) as new () => object;
}

const shown = (text: string): string => (text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}...` : text);
