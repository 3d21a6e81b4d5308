import type { ConversionOptions } from '../pipeline/conversion.types';
import type { CommandIo } from './command-io';

/** Which rules look, under the names that the program gives the options. */
export interface RuleOptions {
  readonly levels?: string;
  readonly rules?: string;
}

/** Gives the rules that the command line chooses, and those that the environment sets where it says nothing. */
export function ruleChoice({ levels, rules }: RuleOptions, { environment }: Pick<CommandIo, 'environment'>): Pick<ConversionOptions, 'levels' | 'rules'> {
  const chosen = { levels: levels ?? environment['EDI_VALIDATION_LEVELS'] ?? '', rules: rules ?? environment['EDI_VALIDATION_RULES'] ?? '' };
  return { ...(chosen.levels === '' ? {} : { levels: chosen.levels }), ...(chosen.rules === '' ? {} : { rules: chosen.rules }) };
}
