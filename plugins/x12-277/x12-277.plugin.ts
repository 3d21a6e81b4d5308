import { TransactionSet, type TransactionSetPlugin } from '../../src/plugin';
import { claimStatus, patientStatus } from './claim-status';
import { ACKNOWLEDGMENT, INQUIRY } from './guides';
import { inquiryStatus, memberStatus } from './inquiry-status';
import { providerStatus } from './provider-status';
import { receiverStatus } from './receiver-status';
import { statusRules } from './rules';
import { transaction } from './transaction';

/** The name under which questions (276) and responses (277) are asked for as objects. */
const STATUS = 'status';

/** The implementation guides of questions and responses. */
const INQUIRY_VERSIONS = ['005010X212', '004010X093'];

/**
 * Statuses of claims. An acknowledgment (277CA) gives a CLAIM_STATUS for each claim, a PROVIDER_STATUS for each provider and a
 * RECEIVER_STATUS for each receiver without any: a level gives its record when none of the levels below it gave one.
 * Questions and responses give the same where they are asked for as `status`.
 */
@TransactionSet({
  id: 'x12-277',
  claims: [
    { set: '277', versions: [...ACKNOWLEDGMENT] },
    { set: '277', versions: INQUIRY_VERSIONS, objects: STATUS },
    { set: '276', versions: INQUIRY_VERSIONS, objects: STATUS },
  ],
  guides: [...ACKNOWLEDGMENT, ...INQUIRY],
})
export class ClaimStatuses implements TransactionSetPlugin {
  readonly emits = [
    { unit: '2200D', record: claimStatus, listedAs: 'statuses', guides: ACKNOWLEDGMENT },
    { unit: '2000D', record: patientStatus, listedAs: 'statuses', guides: ACKNOWLEDGMENT },
    { unit: '2200D', record: inquiryStatus, listedAs: 'statuses', guides: INQUIRY },
    { unit: '2200E', record: inquiryStatus, listedAs: 'statuses', guides: INQUIRY },
    { unit: '2000D', record: memberStatus, listedAs: 'statuses', guides: INQUIRY },
    { unit: '2000E', record: memberStatus, listedAs: 'statuses', guides: INQUIRY },
    { unit: '2000C', record: providerStatus, listedAs: 'statuses', guides: [...ACKNOWLEDGMENT, ...INQUIRY] },
    { unit: '2000B', record: receiverStatus, listedAs: 'statuses', guides: [...ACKNOWLEDGMENT, ...INQUIRY] },
  ];
  readonly transaction = transaction;
  readonly rules = statusRules;
  readonly issueClasses = { ServiceLineStatus: 'ServiceLine' };
}
