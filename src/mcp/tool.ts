import type { Codes } from '../codes/code.types';
import { EdiError } from '../common/edi-error';
import type { GuideRegistry } from '../guide/guide-registry';
import type { Engine } from '../pipeline/engine';
import type { AllowedFiles } from './allowed-files';

/** A parameter as JSON Schema has it. */
export interface ToolParameter {
  readonly type: 'string' | 'integer' | 'object';
  readonly description: string;
  readonly isRequired?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Checked arguments of a call. */
export class ToolArguments {
  constructor(private readonly values: Readonly<Record<string, unknown>>) {}

  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' ? value : undefined;
  }

  requiredText(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === '') throw new EdiError('EDI_BAD_PARAMETER', `${name} is required.`);
    return value;
  }

  number(name: string, otherwise: number): number {
    const value = this.values[name];
    return typeof value === 'number' ? value : otherwise;
  }

  object(name: string): object | undefined {
    const value = this.values[name];
    return typeof value === 'object' && value !== null ? value : undefined;
  }
}

/** What tools work with. */
export interface ToolContext {
  readonly engine: Engine;
  readonly guides: GuideRegistry;
  readonly files: AllowedFiles;
  /** Opens the codes at the first call. */
  readonly codes: () => Promise<Codes>;
  /** Aborted when the caller cancels. */
  readonly signal: AbortSignal;
}

/** A tool: what assistants read about it, and what it does. The answer is written as JSON, or as it is if it is text. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, ToolParameter>>;
  run(given: ToolArguments, context: ToolContext): Promise<unknown>;
}

/** Throws EDI_BAD_PARAMETER for arguments that a tool does not take. */
export function checkArguments({ name, parameters }: Tool, given: Readonly<Record<string, unknown>>): ToolArguments {
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(parameters, key))
      throw new EdiError('EDI_BAD_PARAMETER', `${name} has no parameter ${key}. Its parameters are ${Object.keys(parameters).join(', ')}.`);
  }
  for (const [key, { type, isRequired, minimum = -Infinity, maximum = Infinity }] of Object.entries(parameters)) {
    const value = given[key];
    if (value === undefined) {
      if (isRequired === true) throw new EdiError('EDI_BAD_PARAMETER', `${key} is required.`);
      continue;
    }
    if (!isOfType(type, value)) throw new EdiError('EDI_BAD_PARAMETER', `${key} must be of type ${type}.`);
    if (typeof value === 'number' && (value < minimum || value > maximum))
      throw new EdiError('EDI_BAD_PARAMETER', `${key} must be from ${minimum} to ${maximum}.`);
  }
  return new ToolArguments(given);
}

const isOfType = (type: ToolParameter['type'], value: unknown): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeof value === type && value !== null;

/** The JSON Schema of the arguments of a tool. */
export function inputSchemaOf({ parameters }: Tool): { readonly type: 'object'; readonly properties: Record<string, object>; readonly required: string[] } {
  const entries = Object.entries(parameters);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { isRequired: _required, ...schema }]) => [name, schema])),
    required: entries.filter(([, { isRequired }]) => isRequired === true).map(([name]) => name),
  };
}

/** The parameter that names a file. */
export const PATH: ToolParameter = { type: 'string', description: 'Path of a file in an allowed folder; .gz is unpacked.', isRequired: true };
