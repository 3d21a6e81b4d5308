import { dates, type Generation } from '../../src/plugin';
import { ACKNOWLEDGMENT } from './guides';

/** How acknowledgments of claims (277CA) are written: the guide, and defaults of required elements. */
export const acknowledgmentGeneration: Generation = {
  sets: ['277CA'],
  types: { CLAIM_ACK: { guides: ACKNOWLEDGMENT, version: '005010X214' } },
  units: 'statuses',
  omitted: ({ date, time, controlNumber }) => ({
    BHT02: ['08'],
    BHT03: [controlNumber],
    BHT04: [date],
    BHT05: [time],
    BHT06: ['TH'],
    NM102: [(nm1) => (nm1.text(1) === 'QC' || nm1.has(4) ? '1' : '2')],
    NM108: [(nm1) => (nm1.text(1) === 'PR' ? 'PI' : undefined), '46', 'XX', 'MI'],
  }),
  // The guide requires the day of receipt and of processing.
  members: ({ date, controlNumber }) => ({
    traceIdentifier: controlNumber,
    receiptDate: dates.formatDate(Number(date)),
    processDate: dates.formatDate(Number(date)),
  }),
  defaults: () => ({}),
};
