import { enumeration } from '../../../src/plugin';

/** Why a patient was taken where the ambulance went: CR104 (data element 1317). */
export const transportReason = enumeration('AmbulanceTransportReason', [
  ['A', 'NEAREST_FACILITY'],
  ['B', 'PHYSICIAN'],
  ['C', 'FAMILY_MEMBER'],
  ['D', 'SPECIALIST'],
  ['E', 'REHAB'],
  ['F', 'RESIDENTIAL_FACILITY'],
]);
