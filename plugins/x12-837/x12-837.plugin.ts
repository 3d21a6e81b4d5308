import { TransactionSet, type TransactionSetPlugin } from '../../src/plugin';
import { dentalClaim } from './dental-claim';
import { dentalTable } from './dental-claim.columns';
import { generation } from './generation';
import { DENTAL, INSTITUTIONAL, PROFESSIONAL } from './guides';
import { institutionalClaim } from './institutional-claim';
import { institutionalTable } from './institutional-claim.columns';
import { options } from './options';
import { professionalClaim } from './professional-claim';
import { professionalTable } from './professional-claim.columns';
import { claimRules, codeDay, undatedLists } from './rules';
import { claimSamples } from './sample';
import { matching } from './matching';
import { overview } from './overview';
import { transaction } from './transaction';

/** 837 health care claims and encounters: a CLAIM for each claim of a subscriber or patient (loop 2300). */
@TransactionSet(options)
export class Claims implements TransactionSetPlugin {
  readonly emits = [
    { unit: '2300', record: professionalClaim, listedAs: 'claims', guides: PROFESSIONAL, table: professionalTable },
    { unit: '2300', record: institutionalClaim, listedAs: 'claims', guides: INSTITUTIONAL, table: institutionalTable },
    { unit: '2300', record: dentalClaim, listedAs: 'claims', guides: DENTAL, table: dentalTable },
  ];
  readonly transaction = transaction;
  readonly generation = generation;
  readonly rules = claimRules;
  readonly codeDay = codeDay;
  readonly undatedLists = undatedLists;
  readonly samples = claimSamples;
  readonly matching = matching;
  readonly overview = overview;
  readonly issueClasses = {
    ProfClaim: 'Claim',
    InstClaim: 'Claim',
    DentClaim: 'Claim',
    ProfLine: 'ServiceLine',
    InstLine: 'ServiceLine',
    DentLine: 'ServiceLine',
  };
}
