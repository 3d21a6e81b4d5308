import { BooleanParameter } from '../query/parameter.decorators';
import { RuleQuery } from './edi-validate.query';

/** Query parameters of `POST /api/edi/parse` (interface document, 4.6), and what validation looks for. */
export class EdiParseQuery extends RuleQuery {
  @BooleanParameter({
    description: 'Answers with the segments of every transaction set; sets that have no records of their own are answered with them in any case.',
    default: false,
  })
  readonly asSegments?: boolean;

  @BooleanParameter({ description: 'Acknowledges the functional groups of the body, in `ackEdi`.', default: false })
  readonly gen999?: boolean;
}
