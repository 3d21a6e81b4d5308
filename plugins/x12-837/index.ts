export { Claims } from './x12-837.plugin';
export type { DentalClaim } from './dental-claim';
export type { DentalLine } from './dental-line';
export type { InstitutionalClaim } from './institutional-claim';
export type { InstitutionalLine } from './institutional-line';
export type { ProfessionalClaim } from './professional-claim';
export type { ProfessionalLine } from './professional-line';
export type { ClaimTransaction } from './transaction';
