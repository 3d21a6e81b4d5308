import { bareName } from '../../pipeline/sources/source-name';
import { DEFAULT_FILE_NAME } from '../body/default-file-name';
import { RuleQuery } from './edi-validate.query';
import { BooleanParameter, TextParameter, WholeNumberParameter } from '../query/parameter.decorators';

const LARGEST_INT32 = 2_147_483_647;

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

  @TextParameter({
    description: 'Gives the tree of loops and segments instead of business objects. Default: off. Allowed: any value turns it on, `false` turns it off.',
    read: (text) => text !== 'false',
  })
  readonly convertToSegments?: boolean;

  @TextParameter({
    description:
      'Name of the file whose text is the body, shown in records and errors; folders are stripped. The parts of a multipart body have names of their own. Allowed: any text.',
    default: DEFAULT_FILE_NAME,
    read: bareName,
  })
  readonly ediFileName?: string;

  @WholeNumberParameter({
    description:
      'Claims, payments or members (transactions, where a set has none of these) that are converted at a time. Other sets than 835, 837 and 834 default to 20.',
    default: 50,
    minimum: 1,
    maximum: 100_000,
  })
  readonly chunkSize?: number;

  @BooleanParameter({ description: 'Writes findings into the answer as WARNING objects. Use `validate` instead.', default: false, deprecated: true })
  readonly warningsInResponse?: boolean;

  @WholeNumberParameter({
    description: 'Findings in one file after which its conversion ends with the error Too Many Warnings; -1 for no limit.',
    default: 3000,
    minimum: -1,
    maximum: LARGEST_INT32,
    deprecated: true,
  })
  readonly maxWarnings?: number;

  @BooleanParameter({
    description: 'Converts by claims, payments and members; false converts whole transactions at a time. The records are the same.',
    default: true,
    deprecated: true,
  })
  readonly splitTran?: boolean;
}
