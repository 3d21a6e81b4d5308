import { TransactionSet, type TransactionSetPlugin } from '../../src/plugin';
import { claimStatus, patientStatus } from './claim-status';
import { generation } from './generation';
import { claimStatusTable, patientStatusTable, providerStatusTable, receiverStatusTable, requestTable, responseTable } from './claim-status.columns';
import { ACKNOWLEDGMENT, INQUIRY, REQUEST, RESPONSE } from './guides';
import { claimInquiry, inquiryStatus, memberInquiry, memberStatus } from './inquiry-status';
import { options } from './options';
import { providerStatus } from './provider-status';
import { receiverStatus } from './receiver-status';
import { statusRules } from './rules';
import { matching } from './matching';
import { overview } from './overview';
import { statusSamples } from './sample';
import { transaction } from './transaction';

/**
 * Statuses of claims. An acknowledgment (277CA) becomes a CLAIM_STATUS for each claim, a PROVIDER_STATUS for each provider and a RECEIVER_STATUS for each
 * receiver without any: a level becomes a record when none of the levels below it did. Responses become the same, and questions a CLAIM_STATUS_INQUIRY
 * for each claim, when they are requested as `status`.
 */
@TransactionSet(options)
export class ClaimStatuses implements TransactionSetPlugin {
  readonly emits = [
    { unit: '2200D', record: claimStatus, listedAs: 'statuses', guides: ACKNOWLEDGMENT, table: claimStatusTable },
    { unit: '2000D', record: patientStatus, listedAs: 'statuses', guides: ACKNOWLEDGMENT, table: patientStatusTable },
    { unit: ['2200D', '2200E'], record: inquiryStatus, listedAs: 'statuses', guides: RESPONSE, table: responseTable },
    { unit: ['2000D', '2000E'], record: memberStatus, listedAs: 'statuses', guides: RESPONSE },
    { unit: ['2200D', '2200E'], record: claimInquiry, listedAs: 'statuses', guides: REQUEST, table: requestTable },
    { unit: ['2000D', '2000E'], record: memberInquiry, listedAs: 'statuses', guides: REQUEST },
    { unit: '2000C', record: providerStatus, listedAs: 'statuses', guides: [...ACKNOWLEDGMENT, ...INQUIRY], table: providerStatusTable },
    { unit: '2000B', record: receiverStatus, listedAs: 'statuses', guides: [...ACKNOWLEDGMENT, ...INQUIRY], table: receiverStatusTable },
  ];
  readonly transaction = transaction;
  readonly samples = statusSamples;
  readonly generation = generation;
  readonly rules = statusRules;
  readonly matching = matching;
  readonly overview = overview;
  readonly issueClasses = { ServiceLineStatus: 'ServiceLine' };
}
