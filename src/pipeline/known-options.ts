import { EdiError } from '../common/edi-error';
import { nearestName } from '../common/nearest-name';
import type { OutputParameters } from '../plugin/output.plugin';
import type { RegisteredOutput } from '../plugin/plugin.registry';
import type { AcknowledgmentRequest } from './acknowledgment/acknowledgment.types';
import type { ConversionOptions } from './conversion.types';
import type { GenerationOptions } from './generation/generation.types';
import type { ParsingOptions } from './parsing/parsing.types';

/** Result of `typeof` for the value of an option. */
type OptionType = 'string' | 'number' | 'boolean' | 'object' | 'function';

/** All options of a call, each with its type. */
export type OptionTable<T> = { readonly [K in keyof T]-?: OptionType };

const READING = {
  levels: 'string',
  rules: 'string',
  maxSegmentBytes: 'number',
  maxRecordSegments: 'number',
  maxRecordBytes: 'number',
  admitLargeRecord: 'function',
  signal: 'object',
  onIssue: 'function',
} as const;

/** Options of a conversion, and of a validation. */
export const CONVERSION_OPTIONS = {
  ...READING,
  output: 'string',
  format: 'string',
  chunkSize: 'number',
  maxWarnings: 'number',
  warningsInResponse: 'boolean',
  descriptions: 'boolean',
  convertControlSegments: 'boolean',
  transactionTopLevel: 'boolean',
  convertToSegments: 'boolean',
  objects: 'string',
  validate: 'boolean',
  outputParameters: 'object',
  splitTransactions: 'boolean',
  maxTransactionSegments: 'number',
  maxIssues: 'number',
  reusesChunks: 'boolean',
  workers: 'number',
} as const satisfies OptionTable<ConversionOptions>;

const CLOCK = { now: 'object', newControlNumber: 'function' } as const;

/** Options of an acknowledgment. */
export const ACKNOWLEDGMENT_OPTIONS = {
  ...READING,
  ...CLOCK,
  acknowledgment: 'string',
  maxIssues: 'number',
} as const satisfies OptionTable<AcknowledgmentRequest>;

/** Options of parsing in memory. */
export const PARSING_OPTIONS = {
  ...READING,
  ...CLOCK,
  descriptions: 'boolean',
  objects: 'string',
  asSegments: 'boolean',
  acknowledges: 'boolean',
  maxAnswerBytes: 'number',
} as const satisfies OptionTable<ParsingOptions>;

/** Options of a generation. */
export const GENERATION_OPTIONS = {
  ...CLOCK,
  levels: 'string',
  rules: 'string',
  maxIssues: 'number',
  signal: 'object',
  fileName: 'string',
  maxListedIssues: 'number',
  validate: 'boolean',
} as const satisfies OptionTable<GenerationOptions>;

/** Options of any call of a converter: programs pass the same limits to all of them, and each reads those that it knows. */
export const CONVERTER_CALL_OPTIONS = { ...CONVERSION_OPTIONS, ...ACKNOWLEDGMENT_OPTIONS, ...PARSING_OPTIONS, ...GENERATION_OPTIONS } as const;

/** Throws EDI_BAD_PARAMETER for an option that `call` does not have, with the nearest name, and for a value of another type. undefined counts as absent. */
export function checkOptionNames(call: string, options: object, table: Readonly<Record<string, OptionType>>): void {
  checkNames({ owner: call, kind: 'option' }, options, table);
}

/** Checks the parameters of an output as `checkOptionNames` does options; those of an output that declares none are its own. */
export function checkOutputParameters({ options }: RegisteredOutput, parameters: OutputParameters): void {
  if (options.parameters !== undefined) checkNames({ owner: `the output ${options.id}`, kind: 'parameter' }, parameters, options.parameters);
}

/** Where names belong, such as the options of `convert`. */
interface NameScope {
  readonly owner: string;
  readonly kind: 'option' | 'parameter';
}

function checkNames(scope: NameScope, given: object, table: Readonly<Record<string, OptionType>>): void {
  for (const [name, value] of Object.entries(given)) {
    const type = Object.hasOwn(table, name) ? table[name] : undefined;
    if (type === undefined) throw unknownName(scope, name, Object.keys(table));
    if (value !== undefined && (typeof value !== type || value === null)) {
      throw new EdiError('EDI_BAD_PARAMETER', `The ${scope.kind} ${name} of ${scope.owner} is ${nameOfType(value)}; expected ${withArticle(type)}.`);
    }
  }
}

function unknownName({ owner, kind }: NameScope, name: string, known: readonly string[]): EdiError {
  const nearest = nearestName(name, known);
  const list = known.length === 0 ? `It has no ${kind}s.` : `Its ${kind}s are ${known.join(', ')}.`;
  const start = kind === 'option' ? owner : owner.replace(/^t/, 'T');
  return new EdiError('EDI_BAD_PARAMETER', `${start} has no ${kind} ${name}. ${nearest === undefined ? list : `Did you mean ${nearest}?`}`);
}

const nameOfType = (value: unknown): string => (value === null ? 'null' : withArticle(Array.isArray(value) ? 'array' : typeof value));

const withArticle = (type: string): string => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
