import { bareName } from '../../io/source-name';
import { BooleanParameter, TextParameter } from '../query/parameter.decorators';
import { ChunkSizeParameter } from './edi-parameters';

const RULES_PAGE = 'docs/validation-rules.md lists levels and rules.';

/** Query parameters that say what validation looks for; the same in every operation that validates. */
export class RuleQuery {
  @TextParameter({
    description: `Levels that are looked at, such as 1-3,5 or 1-7; with it issues carry \`ruleId\` and \`snipLevel\`. Default: 1, 2, 3 and 5, or the setting EDI_VALIDATION_LEVELS. Allowed: levels from 1 to 7 and ranges. ${RULES_PAGE}`,
    read: (text) => text,
  })
  readonly levels?: string;

  @TextParameter({
    description: `Ids of rules to look by beside the levels, separated by commas; a minus sign before an id switches the rule off. Default: none, or the setting EDI_VALIDATION_RULES. Allowed: ids of rules. ${RULES_PAGE}`,
    read: (text) => text,
  })
  readonly rules?: string;
}

/** Query parameters of `POST /api/edi/validate/text` (interface document, 4.5). */
export class EdiValidateTextQuery extends RuleQuery {
  @TextParameter({ description: 'What lines with messages begin with. Allowed: any text.', default: '!!', read: (text) => text })
  readonly issueStringPrefix?: string;
}

/** Query parameters of `POST /api/edi/validate` (interface document, 4.4). */
export class EdiValidateQuery extends RuleQuery {
  @TextParameter({
    description:
      'Name of the file whose text is the body, shown in issues; folders are stripped. Default: `edi-api` and digits, which its first bytes determine. Allowed: any text.',
    read: bareName,
  })
  readonly fileName?: string;

  @BooleanParameter({ description: 'Answers with one JSON object a line instead of one array.', default: false, setting: 'EDI_NDJSON' })
  readonly ndjson?: boolean;

  @ChunkSizeParameter({
    description: 'Claims, payments or members whose issues are given together: those around them first, then those of each.',
    default: 50,
  })
  readonly chunkSize?: number;
}
