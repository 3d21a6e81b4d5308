import { EdiError } from '../../common/edi-error';

/** Asks the database of the ledger. Its messages may hold what was asked, so they are the cause only. Throws EDI_LEDGER_UNAVAILABLE. */
export async function askDatabase<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    throw new EdiError('EDI_LEDGER_UNAVAILABLE', 'The ledger of batches cannot be read or written. Does its database run, and is there space?', { cause });
  }
}
