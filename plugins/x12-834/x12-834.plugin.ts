import { TransactionSet, type TransactionSetPlugin } from '../../src/plugin';
import { generation } from './generation';
import { memberCoverage } from './member-coverage';
import { memberCoverageTable } from './member-coverage.columns';
import { coverageRules } from './rules';
import { overview } from './overview';
import { enrollmentSamples } from './sample';
import { transaction } from './transaction';

const GUIDES = ['005010X220A1', '004010X095A1'] as const;

/** 834 benefit enrollment and maintenance: a MEMBER_COVERAGE for each member (loop 2000). */
@TransactionSet({ id: 'x12-834', claims: [{ set: '834' }], guides: GUIDES })
export class Coverages implements TransactionSetPlugin {
  readonly emits = [{ unit: '2000', record: memberCoverage, listedAs: 'coverages', guides: GUIDES, table: memberCoverageTable }];
  readonly transaction = transaction;
  readonly samples = enrollmentSamples;
  readonly generation = generation;
  readonly overview = overview;
  readonly rules = coverageRules;
}
