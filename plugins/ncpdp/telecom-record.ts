/** A segment of a record, or a header or trailer of a batch: its fields by name, repetitions as lists. */
export interface TelecomSegment {
  readonly segment_id?: string;
  readonly [field: string]: unknown;
}

/** A record of an NCPDP Telecom transmission: segments by name, as the data dictionary lists them. It has no `objectType`. */
export type TelecomRecord = { readonly objectType?: undefined; readonly id?: undefined } & {
  readonly [Name in 'transaction_header' | 'batch_header' | 'batch_trailer']?: TelecomSegment;
} & { readonly [segment: string]: TelecomSegment | undefined };
