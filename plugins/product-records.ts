import type { TelecomRecord } from './ncpdp';
import type { SegmentTree } from './segments';
import type { Eligibility, EligibilityInquiry, EligibilityTransaction } from './x12-271';
import type { ClaimStatus, ClaimStatusInquiry, ProviderStatus, ReceiverStatus, StatusTransaction } from './x12-277';
import type { Authorization, AuthorizationTransaction } from './x12-278';
import type { PremiumPayment, PremiumTransaction } from './x12-820';
import type { CoverageTransaction, MemberCoverage } from './x12-834';
import type { Payment, PaymentTransaction, ProviderAdjustment } from './x12-835';
import type { ClaimTransaction, DentalClaim, InstitutionalClaim, ProfessionalClaim } from './x12-837';

/**
 * Every record of the product's own plugins. `objectType` distinguishes the kinds; TRANSACTION and CLAIM are narrowed further by `transactionType` and by the
 * fields of the claim. NCPDP records have no `objectType`.
 */
export type ProductRecord =
  | Authorization
  | AuthorizationTransaction
  | ClaimStatus
  | ClaimStatusInquiry
  | ClaimTransaction
  | CoverageTransaction
  | DentalClaim
  | Eligibility
  | EligibilityInquiry
  | EligibilityTransaction
  | InstitutionalClaim
  | MemberCoverage
  | Payment
  | PaymentTransaction
  | PremiumPayment
  | PremiumTransaction
  | ProfessionalClaim
  | ProviderAdjustment
  | ProviderStatus
  | ReceiverStatus
  | SegmentTree
  | StatusTransaction
  | TelecomRecord;
