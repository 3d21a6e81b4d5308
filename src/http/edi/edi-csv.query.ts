import { BooleanParameter, TextParameter } from '../query/parameter.decorators';
import { ChunkSizeParameter, EdiFileNameParameter, MaxWarningsParameter, WarningsParameter } from './edi-parameters';

const DEFAULT_SCHEMA_FILE = 'csv_conversion.yaml';
const DEFAULT_SCHEMA = 'lines-with-header-repeat-first-row';
const DEFAULT_CHUNK_SIZE = 200;

/** Query parameters of `POST /api/edi/csv` (interface document, 4.1), and `spreadsheetSafe`. */
export class EdiCsvQuery {
  @TextParameter({
    description: 'File of CSV schemas: one in the folder that the setting CLEARLOOP_CSV_SCHEMAS names, or that of the product. Allowed: a bare file name.',
    default: DEFAULT_SCHEMA_FILE,
    read: (text) => text,
  })
  readonly schemaFileName: string = DEFAULT_SCHEMA_FILE;

  @TextParameter({
    description: 'Schema in that file: it says which columns there are and what a row is. Allowed: a name or an alias of a schema.',
    default: DEFAULT_SCHEMA,
    read: (text) => text,
  })
  readonly schemaName: string = DEFAULT_SCHEMA;

  @EdiFileNameParameter()
  readonly ediFileName?: string;

  @ChunkSizeParameter({ description: 'Claims, payments or members that are converted at a time.', default: DEFAULT_CHUNK_SIZE })
  readonly chunkSize: number = DEFAULT_CHUNK_SIZE;

  @BooleanParameter({
    description: 'Writes an apostrophe before text that a spreadsheet would take for a formula (it begins with =, +, -, @, a tab or a carriage return).',
    default: false,
  })
  readonly spreadsheetSafe: boolean = false;

  @WarningsParameter('rows whose first column begins with WARNING:, those about values without a column among them')
  readonly warningsInResponse?: boolean;

  @MaxWarningsParameter()
  readonly maxWarnings?: number;
}
