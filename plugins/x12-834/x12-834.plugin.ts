import { TransactionSet, type TransactionSetPlugin } from '../../src/plugin';
import { generation } from './generation';
import { memberCoverage } from './member-coverage';
import { memberCoverageTable } from './member-coverage.columns';
import { GUIDES, options } from './options';
import { coverageRules } from './rules';
import { overview } from './overview';
import { enrollmentSamples } from './sample';
import { transaction } from './transaction';

/** 834 benefit enrollment and maintenance: a MEMBER_COVERAGE for each member (loop 2000). */
@TransactionSet(options)
export class Coverages implements TransactionSetPlugin {
  readonly emits = [{ unit: '2000', record: memberCoverage, listedAs: 'coverages', guides: GUIDES, table: memberCoverageTable }];
  readonly transaction = transaction;
  readonly samples = enrollmentSamples;
  readonly generation = generation;
  readonly overview = overview;
  readonly rules = coverageRules;
}
