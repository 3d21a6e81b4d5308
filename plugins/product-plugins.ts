import { ImplementationAcknowledgment } from './ack-999';
import { AnnotatedTextOutput } from './annotated-text';
import { CsvOutput } from './csv';
import { FhirOutput } from './fhir';
import { JsonOutput } from './json';
import { TelecomFormat } from './ncpdp';
import { NdjsonOutput } from './ndjson';
import { ParquetOutput } from './parquet';
import { SegmentTrees } from './segments';
import { Eligibilities } from './x12-271';
import { ClaimStatuses } from './x12-277';
import { Authorizations } from './x12-278';
import { PremiumPayments } from './x12-820';
import { Coverages } from './x12-834';
import { Remittance } from './x12-835';
import { Claims } from './x12-837';
import { XlsxOutput } from './xlsx';

export * as vocabulary from './vocabulary';

/** The classes of the product's plugins, by their folders. A plugin of a new folder is added here; a test compares the list with the folders. */
export const PRODUCT_PLUGINS = [
  ImplementationAcknowledgment,
  AnnotatedTextOutput,
  CsvOutput,
  FhirOutput,
  JsonOutput,
  TelecomFormat,
  NdjsonOutput,
  ParquetOutput,
  SegmentTrees,
  Eligibilities,
  ClaimStatuses,
  Authorizations,
  PremiumPayments,
  Coverages,
  Remittance,
  Claims,
  XlsxOutput,
] as const;
