import { BooleanParameter, TextParameter } from '../query/parameter.decorators';
import { readBoolean } from '../validation/text-rules';
import { ChunkSizeParameter, EdiFileNameParameter, MaxWarningsParameter, WarningsParameter } from './edi-parameters';
import { RuleQuery } from './edi-validate.query';

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
    read: (text) => text,
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

  @TextParameter({
    description:
      'Gives the tree of loops and segments instead of business objects. Default: off. Allowed: any value turns it on; `false`, `0` and `no` turn it off.',
    read: (text) => readBoolean(text) ?? true,
  })
  readonly convertToSegments?: boolean;

  @TextParameter({
    description:
      'Gives business objects instead of the segment tree for sets whose objects have to be asked for. Default: none. Allowed: names separated by commas; `status` for claim status requests and responses (276, 277).',
    read: (text) => text,
  })
  readonly objects?: string;

  @EdiFileNameParameter()
  readonly ediFileName?: string;

  @ChunkSizeParameter({
    description:
      'Claims, payments or members (transactions, where a set has none of these) that are converted at a time. Other sets than 835, 837 and 834 default to 20.',
    default: 50,
  })
  readonly chunkSize?: number;

  @WarningsParameter('WARNING objects. Use `validate` instead')
  readonly warningsInResponse?: boolean;

  @MaxWarningsParameter()
  readonly maxWarnings?: number;

  @BooleanParameter({
    description: 'Converts by claims, payments and members; false converts whole transactions at a time. The records are the same.',
    default: true,
    deprecated: true,
  })
  readonly splitTran?: boolean;
}
