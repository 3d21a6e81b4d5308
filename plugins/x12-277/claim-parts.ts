import { firstOf, periodFrom, periodTo, text } from '../../src/plugin';

/** REF of a claim: the value of one qualifier. */
export const reference = (qualifier: string) => text(`REF[${qualifier}]02`);

/** The numbers that a claim has on its way, and its type of bill. */
export const claimNumbers = {
  payerClaimControlNumber: reference('1K'),
  clearinghouseTraceNumber: reference('D9'),
  billTypeCode: reference('BLT'),
} as const;

/** When the services were given; 4010 calls it the period of the statement. */
const PERIOD = 'DTP[472|232]03';

/** The days of the services of a claim. One day gives both ends. */
export const serviceDates = {
  serviceDateFrom: periodFrom(PERIOD),
  serviceDateTo: firstOf(periodTo(PERIOD), periodFrom(PERIOD)),
} as const;
