import { enumeration } from '../../../src/plugin';

/** Which trip of an ambulance: CR103 (data element 1316). */
export const transportType = enumeration('AmbulanceTransportType', [
  ['I', 'INITIAL_TRIP'],
  ['R', 'RETURN_TRIP'],
  ['T', 'TRANSFER_TRIP'],
  ['X', 'ROUND_TRIP'],
]);
