/** Formats of `clearloop validate`, and the outputs behind them; a summary is written by the command itself. */
export const VALIDATION_FORMATS = ['summary', 'text', 'json', 'ndjson'] as const;
export type ValidationFormat = (typeof VALIDATION_FORMATS)[number];
