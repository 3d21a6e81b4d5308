import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsString, MaxLength, MinLength } from 'class-validator';
import { RuleQuery } from '../edi/validate.query';
import { BooleanParameter, Int32Parameter, TextParameter } from '../validation/parameters';

const MAX_SOURCES = 1000;
const MAX_ADDRESS_LENGTH = 2000;
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

  @TextParameter({ description: 'Sets that are written as business objects where that has to be asked for, separated by commas, such as `status`.' })
  readonly objects?: string;

  @TextParameter({ description: 'Schema of tables: which columns there are and what a row is. For csv, parquet and xlsx. Default: that of the output.' })
  readonly schemaName?: string;

  @BooleanParameter({ description: 'Writes an apostrophe before text that a spreadsheet would take for a formula. For csv.', default: false })
  readonly spreadsheetSafe: boolean = false;
}
