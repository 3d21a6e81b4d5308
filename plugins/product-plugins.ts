import { ImplementationAcknowledgment } from './ack-999';
import { AnnotatedTextOutput } from './annotated-text';
import { CsvOutput } from './csv';
import { FhirOutput } from './fhir';
import { JsonOutput } from './json';
import { TelecomFormat } from './ncpdp';
import { NdjsonOutput } from './ndjson';
import { ParquetOutput } from './parquet';
import { SegmentTrees } from './segments';
import { options as eligibilities } from './x12-271/options';
import { options as claimStatuses } from './x12-277/options';
import { options as authorizations } from './x12-278/options';
import { options as premiumPayments } from './x12-820/options';
import { options as coverages } from './x12-834/options';
import { options as remittance } from './x12-835/options';
import { options as claims } from './x12-837/options';
import { XlsxOutput } from './xlsx';

/*
 * The product's plugins, by their folders. A plugin of a new folder is added here; a test compares the lists with the folders. What most inputs do not need is
 * required when it is first used: declarations of all sets would be a tenth of a start, and some megabytes of each thread.
 */

/** The classes of plugins that are loaded at the start. */
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
  XlsxOutput,
] as const;

/** Plugins for transaction sets: their options, and what loads the module that exports the class. */
export const PRODUCT_SETS = [
  { options: eligibilities, load: (): unknown => require('./x12-271') },
  { options: claimStatuses, load: (): unknown => require('./x12-277') },
  { options: authorizations, load: (): unknown => require('./x12-278') },
  { options: premiumPayments, load: (): unknown => require('./x12-820') },
  { options: coverages, load: (): unknown => require('./x12-834') },
  { options: remittance, load: (): unknown => require('./x12-835') },
  { options: claims, load: (): unknown => require('./x12-837') },
] as const;

/** Returns what plugins import as the vocabulary of healthcare. */
export const loadVocabulary = (): unknown => require('./vocabulary');
