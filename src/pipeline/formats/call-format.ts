import { EdiError } from '../../common/edi-error';
import { mistakeIn, synchronous } from '../../common/hook-result';
import type { RegisteredFormat } from '../../plugin/plugin.registry';

/** Calls a hook of a format: its error ends the file, as EDI_PLUGIN_FAILED unless it is an EdiError. */
export function callFormat<T>({ options: { id } }: RegisteredFormat, hook: string, run: () => T, outcome = 'the rest of the file is not converted'): T {
  try {
    return synchronous(run());
  } catch (cause) {
    if (cause instanceof EdiError) throw cause;
    throw new EdiError('EDI_PLUGIN_FAILED', `Plugin ${id} failed in ${hook}${mistakeIn(cause)}; ${outcome}.`, { cause });
  }
}
