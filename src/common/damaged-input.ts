import { EdiError } from './edi-error';

/**
 * An input whose stored bytes cannot be used, such as an archive that breaks off: EDI_SOURCE_UNREADABLE like failures of a disk or network, but reading the same bytes
 * again fails again.
 */
export class DamagedInput extends EdiError {
  constructor(message: string, options?: ErrorOptions) {
    super('EDI_SOURCE_UNREADABLE', message, options);
  }
}
