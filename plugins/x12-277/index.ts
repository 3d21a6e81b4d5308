export { ClaimStatuses } from './x12-277.plugin';
export type { ClaimStatus } from './claim-status';
export type { ProviderStatus } from './provider-status';
export type { ReceiverStatus } from './receiver-status';
export type { ServiceLineStatus } from './service-line-status';
export type { StatusTransaction } from './transaction';
export type { ClaimStatusInquiry } from './inquiry-status';
