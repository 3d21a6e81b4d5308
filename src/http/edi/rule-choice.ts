import type { ConversionOptions } from '../../pipeline/conversion.types';
import type { ServiceSettings } from '../settings/service-settings';
import type { RuleQuery } from './edi-validate.query';

/** Gives the rules that a request chooses, and those that the service is configured with where it says nothing. */
export function toRuleChoice({ levels = '', rules = '' }: RuleQuery, settings: ServiceSettings): Pick<ConversionOptions, 'levels' | 'rules'> {
  const { EDI_VALIDATION_LEVELS: configuredLevels = '', EDI_VALIDATION_RULES: configuredRules = '' } = settings;
  const chosen = { levels: levels || configuredLevels, rules: rules || configuredRules };
  return { ...(chosen.levels === '' ? {} : { levels: chosen.levels }), ...(chosen.rules === '' ? {} : { rules: chosen.rules }) };
}
