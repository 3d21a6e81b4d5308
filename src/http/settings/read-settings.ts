import { EdiError } from '../../common/edi-error';
import { declaredNames, readTextValues } from '../validation/text-rules';
import { ServiceSettings } from './service-settings';

/** Names of all settings, in the order of their class. */
export const SETTING_NAMES: readonly string[] = declaredNames(ServiceSettings);

/**
 * Reads the settings of the service from the environment. Throws EDI_BAD_PARAMETER that names each bad setting and what it may be,
 * never a value: a value may be a secret that was pasted into the wrong variable.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): ServiceSettings {
  const texts: Record<string, string> = {};
  for (const name of SETTING_NAMES) {
    const text = environment[name]?.trim();
    if (text !== undefined && text !== '') texts[name] = text;
  }
  const read = readTextValues(ServiceSettings, texts);
  if ('values' in read) return read.values;
  const sentences = read.rejections.map(({ name, allowed }) => `The setting ${name} is not usable. Allowed: ${allowed}.`);
  throw new EdiError('EDI_BAD_PARAMETER', sentences.join(' '));
}
