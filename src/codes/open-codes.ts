import { CodeDescriber } from './code-describer';
import { CodeDetails } from './code-details';
import { CodeExport } from './code-export';
import { CodeSearch } from './code-search';
import { listCodeSets } from './code-sets';
import { openCodeStore } from './code-store';
import type { Codes, CodeStoreSettings, LookupFailureListener } from './code.types';

const DEFAULT_HOW_MANY = 100;

/**
 * Opens the code sets: those of the data folder `~/.clearloop`, unless the settings name another folder or a PostgreSQL server. Creates the folder, and loads
 * the lists of the product, if they are missing. `onFailure` is called when codes of a conversion could not be looked up. Throws EDI_CODES_UNAVAILABLE and
 * EDI_BAD_PARAMETER.
 */
export async function openCodes(settings: CodeStoreSettings = {}, onFailure: LookupFailureListener = () => undefined): Promise<Codes> {
  const store = await openCodeStore(settings);
  const search = new CodeSearch(store);
  const details = new CodeDetails(store);
  const exporter = new CodeExport(store, search);
  return {
    directory: new CodeDescriber(async () => store, onFailure),
    search: (query, filter = {}, howMany = DEFAULT_HOW_MANY) => search.search(query, filter, howMany),
    find: (code, choice) => details.find(code, choice),
    csv: (request) => exporter.csv(request),
    sets: () => listCodeSets(store),
    close: () => store.close(),
  };
}
