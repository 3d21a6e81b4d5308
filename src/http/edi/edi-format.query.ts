import { bareName } from '../../io/source-name';
import { BooleanParameter, TextParameter } from '../query/parameter.decorators';
import { ChunkSizeParameter } from './edi-parameters';
import { RuleQuery } from './edi-validate.query';

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

  @TextParameter({
    description:
      'Name of the file whose text is the body, shown in errors and issues; folders are stripped. Default: `edi-api` and digits, which its first bytes determine. Allowed: any text.',
    read: bareName,
  })
  readonly fileName?: string;

  @ChunkSizeParameter({ description: 'Records that are converted at a time.', default: 50 })
  readonly chunkSize?: number;
}
