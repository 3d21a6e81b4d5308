import { dates, type ElementDefaults, type Generation, type GenerationContext } from '../../src/plugin';
import { ACKNOWLEDGMENT, REQUEST, RESPONSE } from './guides';

/** Defaults that all sets have in common. `purpose` is BHT02. */
const omitted =
  (purpose: string) =>
  ({ date, time, controlNumber }: GenerationContext): ElementDefaults => ({
    BHT02: [purpose],
    BHT03: [controlNumber],
    BHT04: [date],
    BHT05: [time],
    BHT06: ['TH', 'DG'],
    '2100A NM101': ['PR'],
    // The insured and the patient are persons, and so is everybody with a first name.
    NM102: [(nm1) => (['IL', 'QC'].includes(nm1.text(1)) || nm1.has(4) ? '1' : '2')],
    NM108: [(nm1) => (nm1.text(1) === 'PR' ? 'PI' : undefined), '46', 'XX', 'MI'],
  });

/** How acknowledgments of claims (277CA) are written: the guide, and defaults of required elements. */
const acknowledgments: Generation = {
  sets: ['277CA'],
  types: { CLAIM_ACK: { guides: ACKNOWLEDGMENT, version: '005010X214' } },
  units: 'statuses',
  omitted: omitted('08'),
  // The guide requires the day of receipt and of processing.
  members: ({ date, controlNumber }) => ({
    traceIdentifier: controlNumber,
    receiptDate: dates.formatDate(Number(date)),
    processDate: dates.formatDate(Number(date)),
  }),
  defaults: () => ({}),
};

/** How questions (276) are written. A claim without a trace number gets one, by which its answer is joined to it. */
const requests: Generation = {
  sets: ['276'],
  types: { CLAIM_STATUS_REQUEST: { guides: [REQUEST[0]], version: '005010X212' } },
  units: 'statuses',
  omitted: (context) => ({ ...omitted('13')(context), TRN02: [numbersAfter(context)] }),
  defaults: () => ({}),
};

/** How answers to questions (277) are written. */
const responses: Generation = {
  sets: ['277'],
  types: { CLAIM_STATUS_RESPONSE: { guides: [RESPONSE[0]], version: '005010X212' } },
  units: 'statuses',
  omitted: omitted('08'),
  defaults: () => ({}),
};

/** Trace numbers that are unique in the interchange: that of the transaction set, and the number of the claim in it. */
function numbersAfter({ date, time, controlNumber }: GenerationContext): () => string {
  let count = 0;
  return () => `${date}${time}-${controlNumber}-${++count}`;
}

/** How all sets are written. */
export const generation = [acknowledgments, requests, responses];
