/** NCPDP Telecom: reads, writes and validates pharmacy transactions by the dictionary in schemas/ncpdp. Knows neither HTTP nor files. */
export { TelecomFormat } from './ncpdp.format';
export type { TelecomRecord, TelecomSegment } from './telecom-record';
