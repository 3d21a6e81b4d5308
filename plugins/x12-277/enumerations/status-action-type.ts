import { enumeration } from '../../../src/plugin';

/** Action after a status: STC03 (data element 306). Acknowledgments use the first two. */
export const statusActionType = enumeration('StatusActionType', [
  ['U', 'REJECT'],
  ['WQ', 'ACCEPT'],
  ['15', 'CORRECT_AND_RESUBMIT'],
  ['F', 'FINAL'],
  ['NA', 'NO_ACTION_REQUIRED'],
]);
