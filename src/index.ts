/** The library: everything that a program may use of Clearloop besides writing plugins (`clearloop/plugin`). */
export type { CheckType, CodeChoice, CodeDetail, CodeEdits, DisallowedCode, UnitLimit } from './codes/code-details';
export type { ExportRequest } from './codes/code-export';
export type { CodeFilter } from './codes/code-search';
export type { CodeSet } from './codes/code-sets';
export type { CodeType } from './codes/code-type';
export type { ClaimSetting, CodeCategory, CodeRecord } from './codes/code.types';
export type { CodeStoreSettings } from './codes/database/choose-driver';
export type { Codes } from './codes/open-codes';
export type { ErrorCode } from './common/error-catalogue';
export { EdiError } from './common/edi-error';
export type { EdiDataType, Issue, IssueType, SourcePlace } from './common/issue';
export {
  acknowledge,
  type AcknowledgeOptions,
  convert,
  type ConvertedRecord,
  type EdiInput,
  openCodes,
  parse,
  type ParseOptions,
  type RecordOptions,
} from './library';
export type { CodeDirectory, CodesByList, DescriptionsByList } from './mapping/code-descriptions';
export type { CodeDescription, CodeValidity } from './mapping/code-list';
export type { Acknowledger, AcknowledgmentOutput, AcknowledgmentRequest } from './pipeline/acknowledgment/acknowledgment.types';
export type { Conversion, ConversionOptions, ConversionSummary, Converter, EdiSource, FormatInfo, ValidationOptions } from './pipeline/conversion.types';
export { type ConverterOptions, createConverter } from './pipeline/create-converter';
export type { EdiGenerator, GeneratedIssue, GeneratedPiece, GenerationOptions, RequestGeneration } from './pipeline/generation/generation.types';
export type { ParsedEdi, Parser, Parsing, ParsingIssue, ParsingOptions } from './pipeline/parsing/parsing.types';
export type { Notice } from './plugin/output.plugin';
