import { EdiError } from '../common/edi-error';

/** The error with which a plugin is refused at start; `name` is its package or id, `reason` a part of a sentence. */
export function refusePlugin(name: string, reason: string, cause?: unknown): EdiError {
  return new EdiError('EDI_PLUGIN_INVALID', `Plugin ${name} is refused: ${reason}`, cause === undefined ? undefined : { cause });
}
