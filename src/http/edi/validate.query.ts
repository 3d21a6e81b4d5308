import { BooleanParameter, FileNameParameter, Int32Parameter, TextParameter } from '../validation/parameters';

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
