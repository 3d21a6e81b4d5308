import type { ConversionOptions } from '../pipeline/conversion.types';
import type { CommandIo } from './command-io';

/** Options that select rules, under their names in the program. */
export interface RuleOptions {
  readonly levels?: string;
  readonly rules?: string;
}

/** Returns the rules of the command line, with those of the environment as defaults. */
export function ruleChoice({ levels, rules }: RuleOptions, { environment }: Pick<CommandIo, 'environment'>): Pick<ConversionOptions, 'levels' | 'rules'> {
  const chosen = { levels: levels ?? environment['EDI_VALIDATION_LEVELS'] ?? '', rules: rules ?? environment['EDI_VALIDATION_RULES'] ?? '' };
  return { ...(chosen.levels === '' ? {} : { levels: chosen.levels }), ...(chosen.rules === '' ? {} : { rules: chosen.rules }) };
}
