import { TransactionSet, type TransactionSetPlugin } from '../../src/plugin';
import { claimStatus, patientStatus } from './claim-status';
import { ACKNOWLEDGMENT } from './guides';
import { providerStatus } from './provider-status';
import { receiverStatus } from './receiver-status';
import { transaction } from './transaction';

/**
 * Statuses of claims. An acknowledgment (277CA) gives a CLAIM_STATUS for each claim, a PROVIDER_STATUS for each provider and a
 * RECEIVER_STATUS for each receiver without any: a level gives its record when none of the levels below it gave one.
 */
@TransactionSet({
  id: 'x12-277',
  claims: [{ set: '277', versions: ['005010X214'] }],
  guides: [...ACKNOWLEDGMENT],
})
export class ClaimStatuses implements TransactionSetPlugin {
  readonly emits = [
    { unit: '2200D', record: claimStatus, guides: ACKNOWLEDGMENT },
    { unit: '2000D', record: patientStatus, guides: ACKNOWLEDGMENT },
    { unit: '2000C', record: providerStatus },
    { unit: '2000B', record: receiverStatus },
  ];
  readonly transaction = transaction;
}
