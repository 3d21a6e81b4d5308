export { Eligibilities } from './x12-271.plugin';
export type { Eligibility } from './eligibility';
export type { Benefit } from './benefit';
export type { EligibilityInquiry } from './inquiry';
export type { EligibilityPlan } from './plan';
export type { EligibilityTransaction } from './transaction';
