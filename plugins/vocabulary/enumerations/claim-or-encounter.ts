import { enumeration } from '../../../src/plugin';

/** Whether a transaction bills or only reports: BHT06 (data element 640). */
export const claimOrEncounter = enumeration('ClaimOrEncounterIdentifierType', [
  ['31', 'SUBROGATION'],
  ['CH', 'CHARGEABLE'],
  ['DG', 'DG'],
  ['RP', 'REPORTING'],
  ['TH', 'RECEIPT_ACK_ADVICE'],
]);
