import { isAbsolute, resolve } from 'node:path';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { type BatchRequest, DEFAULT_PART_BYTES, FILE_STATES, type FileState, REPORT_FORMATS, type ReportFormat } from '../../batch/batch.types';
import { EdiError } from '../../common/edi-error';
import { statsOf } from '../../io/path-state';
import type { ConversionOptions } from '../../pipeline/conversion.types';
import { createConverter } from '../../pipeline/create-converter';
import { parseAddress, schemeOf, showAddress } from '../../storage/address';
import { Roots } from '../../storage/roots';
import { toRuleChoice } from '../edi/conversion-options';
import { RuleQuery } from '../edi/edi.query';
import type { ServiceSettings } from '../settings/service-settings';
import { ApiText, BooleanParameter, Int32Parameter, TextParameter } from '../validation/parameters';

export const BATCH_STATES = ['running', 'done', 'failed', 'cancelled'] as const;

/** Query parameters of `GET /api/batches`. */
export class BatchListQuery {
  @ApiText({ description: 'Only batches in this state.', enum: BATCH_STATES })
  @IsOptional()
  @IsIn(BATCH_STATES)
  readonly state?: (typeof BATCH_STATES)[number];

  @TextParameter({ description: 'Id of the last batch of the page before: the answer has older ones.' })
  readonly before?: string;

  @Int32Parameter({ description: 'Maximum of batches in the answer.', default: 20, minimum: 1, maximum: 100 })
  readonly limit: number = 20;
}

/** Query parameters of `GET /api/batches/{id}/files`. */
export class BatchFilesQuery {
  @ApiText({ description: 'Only files in this state.', enum: FILE_STATES })
  @IsOptional()
  @IsIn(FILE_STATES)
  readonly state?: FileState;

  @Int32Parameter({ description: 'Id of the last file of the page before: the answer has later ones.', default: 0, minimum: 0 })
  readonly after: number = 0;

  @Int32Parameter({ description: 'Maximum of files in the answer.', default: 100, minimum: 1, maximum: 1000 })
  readonly limit: number = 100;
}

/** Query parameters of `GET /api/batches/{id}/report`. */
export class BatchReportQuery {
  @ApiText({ description: 'Totals and failures as text, or all files.', enum: REPORT_FORMATS, default: 'json' })
  @IsIn(REPORT_FORMATS)
  readonly format: ReportFormat = 'json';
}

const MAX_SOURCES = 1000;
const MAX_ADDRESS_LENGTH = 2000;
/** Each part is a row of the ledger. */
const MIN_PART_BYTES = 1_000_000;
const SOURCES = { message: `1 to ${MAX_SOURCES} absolute paths, patterns or addresses, each of up to ${MAX_ADDRESS_LENGTH} characters` };
const TARGET = { message: `an absolute path or an address of up to ${MAX_ADDRESS_LENGTH} characters` };

/** Body of `POST /api/batches`: what is converted, where to, and the options of a conversion as in `POST /api/edi/json`. */
export class NewBatchBody extends RuleQuery {
  @ApiProperty({
    description: 'Files, folders, patterns and addresses, each below one of CLEARLOOP_BATCH_ROOTS.',
    type: [String],
    minItems: 1,
    maxItems: MAX_SOURCES,
    example: ['s3://claims/in/'],
  })
  @IsArray(SOURCES)
  @ArrayMinSize(1, SOURCES)
  @ArrayMaxSize(MAX_SOURCES, SOURCES)
  @IsString({ each: true, ...SOURCES })
  @MinLength(1, { each: true, ...SOURCES })
  @MaxLength(MAX_ADDRESS_LENGTH, { each: true, ...SOURCES })
  readonly sources!: readonly string[];

  @ApiProperty({ description: 'Folder, prefix or SFTP directory for the outputs, below one of CLEARLOOP_BATCH_ROOTS.', example: 's3://claims/out/' })
  @IsString(TARGET)
  @MinLength(1, TARGET)
  @MaxLength(MAX_ADDRESS_LENGTH, TARGET)
  readonly target!: string;

  @TextParameter({ description: 'Format of the outputs. Allowed: ids of outputs, those of plugins (CLEARLOOP_PLUGINS) too.', default: 'json' })
  readonly output: string = 'json';

  @BooleanParameter({ description: 'Looks into the subfolders of sources.', default: false })
  readonly recurse: boolean = false;

  @BooleanParameter({ description: 'Converts what was converted before with the same options, too, and replaces outputs of other sources.', default: false })
  readonly again: boolean = false;

  @BooleanParameter({ description: 'Leaves the batch open for files that come later, until it is cancelled.', default: false })
  readonly watch: boolean = false;

  @Int32Parameter({ description: 'Seconds between looks for new files with `watch`.', default: 10, minimum: 1 })
  readonly pollSeconds: number = 10;

  @Int32Parameter({
    description: `Files of more bytes are converted in parts of about that size, which is at least ${MIN_PART_BYTES}; 0 for never.`,
    default: DEFAULT_PART_BYTES,
    minimum: 0,
  })
  readonly partBytes?: number;

  @BooleanParameter({ description: 'Validates the input and writes VALIDATION objects into the outputs.', default: false, setting: 'EDI_VALIDATE' })
  readonly validate?: boolean;

  @BooleanParameter({ description: 'Adds a description (`desc`) to codes.', default: true, setting: 'EDI_DESCRIPTIONS' })
  readonly descriptions?: boolean;

  @BooleanParameter({
    description: 'Writes INTERCHANGE_CONTROL and FUNCTIONAL_GROUP objects before the records that they enclose.',
    default: false,
    setting: 'EDI_CONVERT_CONTROL_SEGMENTS',
  })
  readonly convertControlSegments?: boolean;

  @BooleanParameter({ description: 'Writes each transaction once, as a TRANSACTION object.', default: false, setting: 'EDI_TRANSACTION_TOP_LEVEL' })
  readonly transactionTopLevel?: boolean;

  @BooleanParameter({ description: 'Writes the tree of loops and segments instead of business objects.', default: false })
  readonly convertToSegments: boolean = false;

  @TextParameter({
    description:
      'Sets that are written as business objects where that has to be asked for, separated by commas, such as `status`. The setting CLEARLOOP_OBJECTS changes the default.',
  })
  readonly objects?: string;

  @TextParameter({ description: 'Schema of tables: which columns there are and what a row is. For csv, parquet and xlsx. Default: that of the output.' })
  readonly schemaName?: string;

  @BooleanParameter({ description: 'Writes an apostrophe before text that a spreadsheet would take for a formula. For csv.', default: false })
  readonly spreadsheetSafe: boolean = false;
}

/** Outputs whose columns a schema chooses. */
const TABLES: ReadonlySet<string> = new Set(['csv', 'parquet', 'xlsx']);

/**
 * Returns the batch that a request asks for. Throws EDI_BAD_PARAMETER for options and addresses that cannot be used, and EDI_BATCH_REFUSED for a source or target
 * outside of the roots of the service. Workers check the roots again, because a link may be made later.
 */
export function toBatchRequest(body: NewBatchBody, settings: ServiceSettings): BatchRequest {
  const { CLEARLOOP_BATCH_ROOTS: roots } = settings;
  const allowed = new Roots(roots);
  // Workers run elsewhere: a folder has the same path there, and a package the same name.
  const plugins = settings.CLEARLOOP_PLUGINS.map((plugin) => (statsOf(plugin)?.isDirectory() === true ? resolve(plugin) : plugin));
  const converter = createConverter({ plugins });
  const format = converter.outputs.find(({ id, takes = 'records' }) => id === body.output && takes === 'records');
  if (format === undefined) throw new EdiError('EDI_BAD_PARAMETER', 'output is no output of records that this service has.');
  refuseMeaningless(body);
  const conversion = conversionOf(body, settings);
  // Throws for options that do not fit, before anything is stored.
  converter.convertToFiles([], conversion);
  const { recurse, again, watch: watches, pollSeconds, partBytes } = body;
  if (partBytes !== undefined && partBytes > 0 && partBytes < MIN_PART_BYTES)
    throw new EdiError('EDI_BAD_PARAMETER', `partBytes: parts have at least ${MIN_PART_BYTES} bytes; 0 converts files whole.`);
  return {
    sources: body.sources.map((source) => checkedSource(source, allowed)),
    target: checkedTarget(body.target, allowed),
    options: { conversion, extension: format.extension, ...(plugins.length === 0 ? {} : { plugins }) },
    ...{ recurse, again, watches, pollSeconds, roots },
    ...(partBytes === undefined ? {} : { partBytes }),
  };
}

/** Properties of outputs that are not tables. */
const OF_RECORDS = ['validate', 'levels', 'rules', 'convertControlSegments', 'transactionTopLevel', 'convertToSegments'] as const;

/** Properties that have no meaning for an output would be ignored: the client would wait for what never comes. Throws EDI_BAD_PARAMETER. */
function refuseMeaningless(body: NewBatchBody): void {
  const { output } = body;
  const isTable = TABLES.has(output);
  const names = [...(isTable ? OF_RECORDS : (['schemaName'] as const)), ...(output === 'csv' ? [] : (['spreadsheetSafe'] as const))];
  const name = names.find((one) => body[one] !== undefined && body[one] !== false);
  if (name === undefined) return;
  const reason = isTable ? 'whose columns a schema chooses' : 'which is no table';
  throw new EdiError('EDI_BAD_PARAMETER', `${name} has no meaning for the output ${output}, ${reason}. Leave it out, or choose another output.`);
}

function conversionOf(body: NewBatchBody, settings: ServiceSettings): ConversionOptions {
  const { output } = body;
  const { CLEARLOOP_OBJECTS: objects = '' } = settings;
  const ofAll = { output, descriptions: body.descriptions ?? settings.EDI_DESCRIPTIONS, objects: body.objects ?? objects };
  if (TABLES.has(output)) return { ...ofAll, outputParameters: tableParameters(body, settings) };
  return {
    ...ofAll,
    ...toRuleChoice(body, settings),
    validate: body.validate ?? settings.EDI_VALIDATE,
    convertControlSegments: body.convertControlSegments ?? settings.EDI_CONVERT_CONTROL_SEGMENTS,
    transactionTopLevel: body.transactionTopLevel ?? settings.EDI_TRANSACTION_TOP_LEVEL,
    convertToSegments: body.convertToSegments,
  };
}

/** Files of tables are those of `clearloop convert`, where the last row ends as the others do. */
function tableParameters({ output, schemaName, spreadsheetSafe }: NewBatchBody, settings: ServiceSettings): Readonly<Record<string, unknown>> {
  const { CLEARLOOP_CSV_SCHEMAS: schemaFolder, CLEARLOOP_CSV_SCHEMA_CHECK: schemaCheck } = settings;
  return {
    ...(schemaFolder === undefined ? {} : { schemaFolder: resolve(schemaFolder) }),
    ...(schemaName === undefined ? {} : { schemaName }),
    schemaCheck,
    ...(output === 'csv' ? { spreadsheetSafe, endsLastRow: true } : {}),
  };
}

function checkedSource(source: string, allowed: Roots): string {
  refuseRelative('sources', source);
  const address = parseAddress(source);
  // The ledger keeps addresses, and a query may be a signature.
  if (address.kind === 'http' && new URL(address.href).search !== '')
    throw new EdiError('EDI_BAD_PARAMETER', 'sources: a web address of a batch has no query.');
  allowed.checkSearch(source);
  return showAddress(address);
}

function checkedTarget(target: string, allowed: Roots): string {
  refuseRelative('target', target);
  const address = parseAddress(target);
  if (address.kind === 'http') throw new EdiError('EDI_BAD_PARAMETER', 'target: web addresses are read only.');
  allowed.check(address);
  return showAddress(address);
}

/** A path depends on the folder in which a process was started, and workers have others. */
function refuseRelative(name: string, text: string): void {
  if (schemeOf(text) === undefined && !isAbsolute(text)) throw new EdiError('EDI_BAD_PARAMETER', `${name}: a path must be absolute, such as /data/in.`);
}
