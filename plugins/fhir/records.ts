import type { Element } from './mapping/element';
import { whenGiven } from './mapping/elements';
import { claim } from './tables/claim';
import { claimResponse, providerTask, receiverTask, statusRequest } from './tables/claim-status';
import { eligibilityResponse } from './tables/eligibility';
import { explanationOfBenefit } from './tables/explanation-of-benefit';
import { healthCoverage, membership } from './tables/member-coverage';
import { adjustmentDetails, claimDetail, paymentReconciliation } from './tables/payment-reconciliation';

/** A resource that a record becomes. */
export interface ResourceTable {
  readonly type: string;
  readonly table: Element;
  /** List of the record, each object of which is a resource; absent: the record is one. */
  readonly each?: string;
}

/** What the records of one kind become. */
export interface RecordTable {
  /** `objectType` of the records. */
  readonly kind: string;
  readonly resources: readonly ResourceTable[];
  /** Details of the payment of the transaction around the record. */
  readonly details?: Element;
}

/** Every kind of record that has resources, and their tables. */
export const RECORDS: readonly RecordTable[] = [
  { kind: 'CLAIM', resources: [{ type: 'Claim', table: claim }] },
  { kind: 'PAYMENT', resources: [{ type: 'ExplanationOfBenefit', table: explanationOfBenefit }], details: claimDetail },
  { kind: 'PROVIDER_ADJUSTMENT', resources: [], details: adjustmentDetails },
  {
    kind: 'MEMBER_COVERAGE',
    resources: [
      { type: 'Coverage', table: healthCoverage, each: 'healthCoverages' },
      { type: 'Coverage', table: whenGiven('healthCoverages', membership, true) },
    ],
  },
  { kind: 'CLAIM_STATUS', resources: [{ type: 'ClaimResponse', table: claimResponse }] },
  { kind: 'CLAIM_STATUS_INQUIRY', resources: [{ type: 'Task', table: statusRequest }] },
  { kind: 'ELIGIBILITY', resources: [{ type: 'CoverageEligibilityResponse', table: eligibilityResponse }] },
  { kind: 'PROVIDER_STATUS', resources: [{ type: 'Task', table: providerTask }] },
  { kind: 'RECEIVER_STATUS', resources: [{ type: 'Task', table: receiverTask }] },
];

/** What a transaction of a kind becomes when it has ended: a resource with the details of its records. */
export const TRANSACTIONS: ReadonlyMap<string, ResourceTable> = new Map([['PAYMENT', { type: 'PaymentReconciliation', table: paymentReconciliation }]]);
