export { Coverages } from './x12-834.plugin';
export type { HealthCoverage } from './health-coverage';
export type { MemberCoverage } from './member-coverage';
export type { CoverageTransaction } from './transaction';
