export { Authorizations } from './x12-278.plugin';
export type { Authorization } from './authorization';
export type { AuthorizationTransaction } from './transaction';
