import { type Field, firstOf, periodFrom, periodTo, text, unlessGiven, writtenWhere } from '../../src/plugin';

/** REF of a claim: the value of one qualifier. */
export const reference = (qualifier: string) => text(`REF[${qualifier}]02`);

/** The numbers that a claim has on its way, and its type of bill. */
export const claimNumbers = {
  payerClaimControlNumber: reference('1K'),
  clearinghouseTraceNumber: reference('D9'),
  billTypeCode: reference('BLT'),
} as const;

/** Dates of the services; 4010 calls them the period of the statement. */
const PERIOD = 'DTP[472|232]03';

/** The days of services. One day is begin and end, and is written once. `lastDays` are places of their own for the last day. */
export const daysOf = (period: string, ...lastDays: readonly Field<string>[]) =>
  ({
    serviceDateFrom: periodFrom(period),
    serviceDateTo: firstOf(
      ...[periodTo(period), ...lastDays].map((field) => writtenWhere(({ serviceDateFrom, serviceDateTo }) => serviceDateFrom !== serviceDateTo, field)),
      unlessGiven('serviceDateFrom', periodFrom(period)),
    ),
  }) as const;

/** The days of the services of a claim. */
export const serviceDates = daysOf(PERIOD);
