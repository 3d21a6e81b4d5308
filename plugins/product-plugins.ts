import { ImplementationAcknowledgment } from './ack-999';
import { AnnotatedTextOutput } from './annotated-text';
import { CsvOutput } from './csv';
import { JsonOutput } from './json';
import { TelecomFormat } from './ncpdp';
import { NdjsonOutput } from './ndjson';
import { SegmentTrees } from './segments';
import { ClaimStatuses } from './x12-277';
import { Coverages } from './x12-834';
import { Remittance } from './x12-835';
import { Claims } from './x12-837';

export * as vocabulary from './vocabulary';

/** The classes of the product's plugins, by their folders. A plugin of a new folder is added here; a test compares the list with the folders. */
export const PRODUCT_PLUGINS = [
  ImplementationAcknowledgment,
  AnnotatedTextOutput,
  CsvOutput,
  JsonOutput,
  TelecomFormat,
  NdjsonOutput,
  SegmentTrees,
  ClaimStatuses,
  Coverages,
  Remittance,
  Claims,
] as const;
