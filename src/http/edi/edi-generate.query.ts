import { bareName } from '../../io/source-name';
import { BooleanParameter, TextParameter } from '../query/parameter.decorators';
import { RuleQuery } from './edi-validate.query';

const DEFAULT_FILE_NAME = 'request.json';

/** Query parameters of `POST /api/edi/gen/{set}/validate` (interface document, 4.8 and 4.10). */
export class EdiGenerateValidateQuery extends RuleQuery {
  @TextParameter({ description: 'Name of the request, shown in issues; folders are stripped. Allowed: any text.', default: DEFAULT_FILE_NAME, read: bareName })
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
