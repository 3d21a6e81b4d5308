import { EdiFileNameParameter } from './edi-parameters';
import { RuleQuery } from './edi-validate.query';

/** Query parameters of `POST /api/edi/ack`. */
export class EdiAcknowledgeQuery extends RuleQuery {
  @EdiFileNameParameter()
  readonly ediFileName?: string;
}
