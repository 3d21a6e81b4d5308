import { type ValidationError, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { EdiError } from '../../common/edi-error';

/** A class whose properties have decorators of class-validator. */
type ValidatedClass = abstract new (...args: never[]) => object;

/** Declaration of a decorator of class-validator. */
interface Rule {
  readonly name?: string;
  readonly propertyName: string;
  readonly message: unknown;
  readonly constraints?: readonly unknown[];
}

const rulesOf = (type: ValidatedClass): readonly Rule[] => getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);

/** Returns the names of the properties that a class validates, in their order; none for any other class. */
export function validatedNames(type: ValidatedClass): readonly string[] {
  return [...new Set(rulesOf(type).map(({ propertyName }) => propertyName))];
}

/**
 * Returns the allowed values of a property in words, for error messages and documentation: from the stock decorators, or the
 * `message` of one of them.
 *
 *     @IsInt() @Min(1) @Max(9)  ->  a whole number from 1 to 9
 */
export function allowedValues(type: ValidatedClass, property: string): string {
  const rules = rulesOf(type).filter(({ propertyName }) => propertyName === property);
  const message = rules.map((rule) => rule.message).find((text) => typeof text === 'string');
  if (typeof message === 'string') return message;
  const firstArgument = (name: string): unknown => rules.find((rule) => rule.name === name)?.constraints?.[0];
  const words = firstArgument('isIn');
  if (Array.isArray(words)) return words.join(', ');
  const names = new Set(rules.map(({ name }) => name));
  if (names.has('isBoolean')) return 'true or false';
  if (names.has('isInt')) return `a whole number ${bounds(firstArgument('min'), firstArgument('max'))}`;
  return 'any text';
}

const bounds = (min: unknown, max: unknown): string => (typeof max === 'number' ? `from ${Number(min)} to ${max}` : `${Number(min)} or more`);

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
