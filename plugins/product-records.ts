import type { TelecomRecord } from './ncpdp';
import type { SegmentTree } from './segments';
import type { ClaimStatus, ProviderStatus, ReceiverStatus, StatusTransaction } from './x12-277';
import type { CoverageTransaction, MemberCoverage } from './x12-834';
import type { Payment, PaymentTransaction, ProviderAdjustment } from './x12-835';
import type { ClaimTransaction, DentalClaim, InstitutionalClaim, ProfessionalClaim } from './x12-837';

/**
 * Every record that the product's own plugins give. `objectType` tells the kinds apart;
 * TRANSACTION and CLAIM are narrowed further by `transactionType` and by the fields of the claim. NCPDP records have no `objectType`.
 */
export type ProductRecord =
  | ClaimStatus
  | ClaimTransaction
  | CoverageTransaction
  | DentalClaim
  | InstitutionalClaim
  | MemberCoverage
  | Payment
  | PaymentTransaction
  | ProfessionalClaim
  | ProviderAdjustment
  | ProviderStatus
  | ReceiverStatus
  | SegmentTree
  | StatusTransaction
  | TelecomRecord;
