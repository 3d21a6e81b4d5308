import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
import { ApiText, BooleanParameter, FileNameParameter, Int32Parameter, TextParameter } from '../validation/parameters';
import { toSwitch } from '../validation/transforms';

/** Description of the parameter `ediFileName`. */
export const EDI_FILE_NAME =
  'Name of the file whose text is the body, shown in records and errors; folders are stripped. Default: `edi-api` and digits, which its first bytes determine. The parts of a multipart body have names of their own. Allowed: any text.';

const RULES_PAGE = 'docs/validation-rules.md lists levels and rules.';

/** Query parameters of validation; the same in every operation that validates. */
export class RuleQuery {
  @TextParameter({
    description: `Levels that are looked at, such as 1-3,5 or 1-7; with it issues carry \`ruleId\` and \`snipLevel\`. Default: 1, 2, 3 and 5, or the setting EDI_VALIDATION_LEVELS. Allowed: levels from 1 to 7 and ranges. ${RULES_PAGE}`,
  })
  readonly levels?: string;

  @TextParameter({
    description: `Ids of rules to look by beside the levels, separated by commas; a minus sign before an id switches the rule off. Default: none, or the setting EDI_VALIDATION_RULES. Allowed: ids of rules. ${RULES_PAGE}`,
  })
  readonly rules?: string;
}

/** Query parameters of `POST /api/edi/validate/text` (interface document, 4.5). */
export class EdiValidateTextQuery extends RuleQuery {
  @TextParameter({ description: 'What lines with messages begin with. Allowed: any text.', default: '!!' })
  readonly issueStringPrefix?: string;
}

/** Query parameters of `POST /api/edi/validate` (interface document, 4.4). */
export class EdiValidateQuery extends RuleQuery {
  @FileNameParameter({
    description:
      'Name of the file whose text is the body, shown in issues; folders are stripped. Default: `edi-api` and digits, which its first bytes determine. Allowed: any text.',
  })
  readonly fileName?: string;

  @BooleanParameter({ description: 'Answers with one JSON object a line instead of one array.', default: false, setting: 'EDI_NDJSON' })
  readonly ndjson?: boolean;

  @Int32Parameter({
    description: 'Claims, payments or members whose issues are given together: those around them first, then those of each.',
    default: 50,
    minimum: 1,
  })
  readonly chunkSize?: number;
}

/** Query parameters of `POST /api/edi/ack`. */
export class EdiAcknowledgeQuery extends RuleQuery {
  @FileNameParameter({ description: EDI_FILE_NAME })
  readonly ediFileName?: string;
}

/** Query parameters of `POST /api/edi/scrub`. */
export class EdiScrubQuery {
  @FileNameParameter({ description: EDI_FILE_NAME })
  readonly ediFileName?: string;
}

const DEFAULT_FILE_NAME = 'request.json';

/** Query parameters of `POST /api/edi/gen/{set}/validate` (interface document, 4.8 and 4.10). */
export class EdiGenerateValidateQuery extends RuleQuery {
  @FileNameParameter({ description: 'Name of the request, shown in issues; folders are stripped. Allowed: any text.', default: DEFAULT_FILE_NAME })
  readonly fileName?: string;
}

/** Query parameters of `POST /api/edi/gen/{set}` (interface document, 4.7 and 4.9). */
export class EdiGenerateQuery extends EdiGenerateValidateQuery {
  @BooleanParameter({
    description: 'Answers 417 with the issues, and no EDI, when validation finds any. Otherwise they are counted in the log, and the EDI is streamed.',
    default: false,
  })
  readonly failOnValidationErrors?: boolean;
}

const MAX_WARNINGS = {
  description: 'Findings in one file after which its conversion ends with the error Too Many Warnings; -1 for no limit.',
  default: 3000,
  minimum: -1,
  deprecated: true,
} as const;

const OBJECTS = {
  description:
    'Writes business objects instead of segment trees. Default: the setting CLEARLOOP_OBJECTS, else none. Allowed: names separated by commas: `eligibility` (270, 271), `status` (276, 277), `authorization` (278), `premium` (820), those of plugins, or `all`.',
} as const;

/** The parameter that chooses objects instead of trees. */
export interface ObjectsQuery {
  readonly objects?: string;
}

/** Query parameters of `POST /api/edi/json` (interface document, 4.2). An absent parameter takes the default of the service. */
export class EdiJsonQuery extends RuleQuery {
  @BooleanParameter({ description: 'Validates the input in full and writes VALIDATION objects into the answer.', default: false, setting: 'EDI_VALIDATE' })
  readonly validate?: boolean;

  @BooleanParameter({
    description: 'Answers with one JSON object a line (JSON Lines) instead of one array; best for large files.',
    default: false,
    setting: 'EDI_NDJSON',
  })
  readonly ndjson?: boolean;

  @TextParameter({
    description:
      'Answers in the format of an output instead of JSON. Default: none. Allowed: ids of outputs, those of plugins (CLEARLOOP_PLUGINS) too. It overrides `ndjson`.',
  })
  readonly output?: string;

  @BooleanParameter({ description: 'Adds a description (`desc`) to codes.', default: true, setting: 'EDI_DESCRIPTIONS' })
  readonly descriptions?: boolean;

  @BooleanParameter({
    description: 'Writes INTERCHANGE_CONTROL and FUNCTIONAL_GROUP objects before the records that they enclose.',
    default: false,
    setting: 'EDI_CONVERT_CONTROL_SEGMENTS',
  })
  readonly convertControlSegments?: boolean;

  @BooleanParameter({
    description: 'Writes each transaction once, as a TRANSACTION object, to which its records refer by `transactionId`.',
    default: false,
    setting: 'EDI_TRANSACTION_TOP_LEVEL',
  })
  readonly transactionTopLevel?: boolean;

  @ApiText({
    description:
      'Gives the tree of loops and segments instead of business objects. Default: off. Allowed: any value turns it on; `false`, `0` and `no` turn it off.',
  })
  @Transform(toSwitch)
  @IsOptional()
  @IsBoolean()
  readonly convertToSegments?: boolean;

  @TextParameter(OBJECTS)
  readonly objects?: string;

  @FileNameParameter({ description: EDI_FILE_NAME })
  readonly ediFileName?: string;

  @Int32Parameter({
    description:
      'Claims, payments or members (transactions, where a set has none of these) that are converted at a time. Other sets than 835, 837 and 834 default to 20.',
    default: 50,
    minimum: 1,
  })
  readonly chunkSize?: number;

  @BooleanParameter({ description: 'Writes findings into the answer as WARNING objects. Use `validate` instead.', default: false, deprecated: true })
  readonly warningsInResponse?: boolean;

  @Int32Parameter(MAX_WARNINGS)
  readonly maxWarnings?: number;

  @BooleanParameter({
    description: 'Converts by claims, payments and members; false converts whole transactions at a time. The records are the same.',
    default: true,
    deprecated: true,
  })
  readonly splitTran?: boolean;
}

/** Query parameters of `POST /api/edi/fhir`. */
export class EdiFhirQuery extends RuleQuery {
  @TextParameter(OBJECTS)
  readonly objects?: string;

  @BooleanParameter({ description: 'Answers with a transaction Bundle for each record, instead of a resource a line.', default: false })
  readonly bundle?: boolean;

  @BooleanParameter({ description: 'Adds a description (`display`) to codings.', default: true, setting: 'EDI_DESCRIPTIONS' })
  readonly descriptions?: boolean;

  @BooleanParameter({
    description: 'Validates the input in full and writes issues into the answer, as OperationOutcome.',
    default: false,
    setting: 'EDI_VALIDATE',
  })
  readonly validate?: boolean;

  @FileNameParameter({ description: EDI_FILE_NAME })
  readonly ediFileName?: string;

  @Int32Parameter({ description: 'Claims, payments or members that are converted at a time.', default: 50, minimum: 1 })
  readonly chunkSize?: number;

  @BooleanParameter({ description: 'Writes findings into the answer, as OperationOutcome.', default: false })
  readonly warningsInResponse?: boolean;

  @Int32Parameter(MAX_WARNINGS)
  readonly maxWarnings?: number;
}

const DEFAULT_SCHEMA_FILE = 'csv_conversion.yaml';
const DEFAULT_SCHEMA = 'lines-with-header-repeat-first-row';
const DEFAULT_CHUNK_SIZE = 200;

const SCHEMA = 'Schema in that file: it says which columns there are and what a row is. Allowed: a name or an alias of a schema.';

/** Query parameters that all conversions to tables have. */
class EdiTableQuery {
  @TextParameter({
    description: 'File of CSV schemas: one in the folder that the setting CLEARLOOP_CSV_SCHEMAS names, or that of the product. Allowed: a bare file name.',
    default: DEFAULT_SCHEMA_FILE,
  })
  readonly schemaFileName: string = DEFAULT_SCHEMA_FILE;

  @TextParameter(OBJECTS)
  readonly objects?: string;

  @FileNameParameter({ description: EDI_FILE_NAME })
  readonly ediFileName?: string;

  @Int32Parameter({ description: 'Claims, payments or members that are converted at a time.', default: DEFAULT_CHUNK_SIZE, minimum: 1 })
  readonly chunkSize: number = DEFAULT_CHUNK_SIZE;

  @Int32Parameter(MAX_WARNINGS)
  readonly maxWarnings?: number;
}

/** Query parameters of `POST /api/edi/csv` (interface document, 4.1), and `spreadsheetSafe`. */
export class EdiCsvQuery extends EdiTableQuery {
  @TextParameter({ description: SCHEMA, default: DEFAULT_SCHEMA })
  readonly schemaName: string = DEFAULT_SCHEMA;

  @BooleanParameter({
    description: 'Writes an apostrophe before text that a spreadsheet would take for a formula (it begins with =, +, -, @, a tab or a carriage return).',
    default: false,
  })
  readonly spreadsheetSafe: boolean = false;

  @BooleanParameter({
    description: 'Writes findings into the answer as rows whose first column begins with WARNING:, those about values without a column among them.',
    default: false,
    deprecated: true,
  })
  readonly warningsInResponse?: boolean;
}

/** Query parameters of `POST /api/edi/parquet` and `POST /api/edi/xlsx`. */
export class EdiWorkbookQuery extends EdiTableQuery {
  @TextParameter({ description: `${SCHEMA} Default: \`default\`; for one table of Parquet \`${DEFAULT_SCHEMA}\`.` })
  readonly schemaName?: string;

  @BooleanParameter({
    description: 'Lists findings in the file: in the metadata of Parquet (`clearloop.notices`), and in the first sheet of a workbook.',
    default: false,
  })
  readonly warningsInResponse?: boolean;
}

/** Query parameters of `POST /api/edi/parse` (interface document, 4.6), and what validation looks for. */
export class EdiParseQuery extends RuleQuery {
  @BooleanParameter({
    description: 'Answers with the segments of every transaction set; sets that have no records of their own are answered with them in any case.',
    default: false,
  })
  readonly asSegments?: boolean;

  @TextParameter(OBJECTS)
  readonly objects?: string;

  @BooleanParameter({ description: 'Acknowledges the functional groups of the body, in `ackEdi`.', default: false })
  readonly gen999?: boolean;
}

/** Query parameters of `POST /api/{format}/parse`. */
export class EdiFormatParseQuery extends RuleQuery {
  @BooleanParameter({ description: 'Answers with one JSON object a line instead of one object; best for large files.', default: false })
  readonly ndjson?: boolean;

  @BooleanParameter({ description: 'Gives what encloses the records too, such as the header and trailer of a batch, as elements of the list.', default: false })
  readonly batch?: boolean;

  @BooleanParameter({ description: 'Validates the input and writes VALIDATION objects into the answer.', default: false })
  readonly validate?: boolean;

  @BooleanParameter({ description: 'Adds a description (`desc`) to codes.', default: true, setting: 'EDI_DESCRIPTIONS' })
  readonly descriptions?: boolean;

  @FileNameParameter({
    description:
      'Name of the file whose text is the body, shown in errors and issues; folders are stripped. Default: `edi-api` and digits, which its first bytes determine. Allowed: any text.',
  })
  readonly fileName?: string;

  @Int32Parameter({ description: 'Records that are converted at a time.', default: 50, minimum: 1 })
  readonly chunkSize?: number;
}
