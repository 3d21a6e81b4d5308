import type { CodeDirectory } from '../mapping/code-descriptions';
import { CodeDescriber, type LookupFailureListener } from './code-describer';
import { type CodeChoice, type CodeDetail, CodeDetails } from './code-details';
import { CodeExport, type ExportRequest } from './code-export';
import { type CodeFilter, CodeSearch } from './code-search';
import { type CodeSet, listCodeSets } from './code-sets';
import { openCodeStore } from './code-store';
import type { CodeRecord } from './code.types';
import type { CodeStoreSettings } from './database/choose-driver';

const DEFAULT_HOW_MANY = 100;

/** The code sets of an installation. */
export interface Codes {
  /** Describes codes of converted records: `convert(input, { codes: codes.directory })`. */
  readonly directory: CodeDirectory;
  /** Gives the codes that fit, best first; at most `howMany` (default 100). Throws EDI_BAD_PARAMETER. */
  search(query: string, filter?: CodeFilter, howMany?: number): Promise<readonly CodeRecord[]>;
  /** Gives one code with its categories and edits. Throws EDI_CODE_NOT_FOUND and EDI_CODE_AMBIGUOUS. */
  find(code: string, choice?: CodeChoice): Promise<CodeDetail>;
  /** Gives codes as CSV, in pieces. Throws EDI_BAD_PARAMETER. */
  csv(request: ExportRequest): AsyncGenerator<string, void, undefined>;
  /** Gives the sets that are loaded. */
  sets(): Promise<readonly CodeSet[]>;
  /** Closes the database; nothing may be asked after it. */
  close(): Promise<void>;
}

/**
 * Opens the code sets: those of the data folder `~/.clearloop`, unless the settings name another folder or a PostgreSQL
 * server. The folder, and the lists that come with the product, are made when they are not there.
 * `onFailure` is told when codes of a conversion could not be looked up. Throws EDI_CODES_UNAVAILABLE and EDI_BAD_PARAMETER.
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
