import { getMetadataStorage } from 'class-validator';

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
