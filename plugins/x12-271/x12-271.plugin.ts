import { type LoopNode, TransactionSet, type TransactionSetPlugin } from '../../src/plugin';
import { eligibility, rejectedRequest } from './eligibility';
import { eligibilityTable, inquiryTable, rejectionTable } from './eligibility.columns';
import { generation } from './generation';
import { INQUIRY, PARTIES, PERSONS, RESPONSE } from './guides';
import { eligibilityInquiry, emptyInquiry } from './inquiry';
import { inquiryRules } from './inquiry.rule';
import { matchingOf } from './matching';
import { options } from './options';
import { responseRules } from './response.rule';
import { eligibilitySamples } from './sample';
import { transaction } from './transaction';

/** A subscriber with questions (EQ) or benefits (EB) is a patient, whether dependents follow or not. */
const isPatient = ({ loops: names }: LoopNode): boolean => names.some(({ loops }) => loops.length > 0);

/**
 * Eligibility and benefits. A response (271) becomes an ELIGIBILITY for each subscriber or dependent that is answered for, an inquiry (270) an
 * ELIGIBILITY_INQUIRY for each that is asked about. Both are made when they are requested as `eligibility`.
 */
@TransactionSet(options)
export class Eligibilities implements TransactionSetPlugin {
  readonly emits = [
    { unit: PERSONS, record: eligibility, hasOwnContent: isPatient, listedAs: 'eligibilities', guides: RESPONSE, table: eligibilityTable },
    { unit: PARTIES, record: rejectedRequest, listedAs: 'eligibilities', guides: RESPONSE, table: rejectionTable },
    { unit: PERSONS, record: eligibilityInquiry, hasOwnContent: isPatient, listedAs: 'inquiries', guides: INQUIRY, table: inquiryTable },
    { unit: PARTIES, record: emptyInquiry, listedAs: 'inquiries', guides: INQUIRY },
  ];
  readonly transaction = transaction;
  readonly samples = eligibilitySamples;
  readonly generation = generation;
  readonly matching = matchingOf(isPatient);
  readonly rules = [...inquiryRules, ...responseRules];
}
