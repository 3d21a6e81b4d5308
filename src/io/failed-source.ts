import type { EdiError } from '../common/edi-error';
import type { EdiSource } from './edi-source';

/** Returns a source whose reading fails, so that an input that cannot be opened becomes an in-band error and the others go on. */
export function failedSource(name: string, error: EdiError): EdiSource {
  return {
    name,
    // eslint-disable-next-line require-yield -- failing is all that it does
    open: async function* () {
      throw error;
    },
  };
}
