/** The library: everything that a program may use of Clearloop besides writing plugins (`clearloop/plugin`). */
export type { CodeType } from './codes/code-type';
export type {
  CheckType,
  ClaimSetting,
  CodeCategory,
  CodeChoice,
  CodeDetail,
  CodeEdits,
  CodeFilter,
  CodeRecord,
  CodeSet,
  CodeStoreSettings,
  Codes,
  DisallowedCode,
  ExportRequest,
  UnitLimit,
} from './codes/code.types';
export type { ProductRecord } from '../plugins/product-records';
export type { ErrorCode } from './common/error-catalogue';
export { EdiError } from './common/edi-error';
export type { EdiDataType, Issue, IssueType, SourcePlace } from './common/issue';
export {
  acknowledge,
  type AcknowledgeOptions,
  convert,
  type ConvertedRecord,
  type EdiInput,
  match,
  type MatchingOptions,
  openCodes,
  parse,
  type ParseOptions,
  type RecordOptions,
  sample,
  type SamplingOptions,
  scrub,
  type ScrubbingOptions,
} from './library';
export type { FunctionalGroup, InterchangeControl } from './mapping/control-records';
export type { CodeDirectory, CodesByList, DescriptionsByList } from './mapping/code-descriptions';
export type { CodeDescription, CodeValidity } from './mapping/code-list';
export type { MatchedResponse, MatchedUnit, MatchOptions, MatchRecord, MatchStatus } from './match/match.types';
export type { Acknowledger, AcknowledgmentOutput, AcknowledgmentRequest } from './pipeline/acknowledgment/acknowledgment.types';
export type { Conversion, ConversionOptions, ConversionSummary, Converter, FormatInfo, ValidationOptions } from './pipeline/conversion.types';
export type { EdiSource, OpenOptions } from './io/edi-source';
export { type ConverterOptions, createConverter } from './pipeline/create-converter';
export type { EdiGenerator, GeneratedIssue, GeneratedPiece, GenerationOptions, RequestGeneration } from './pipeline/generation/generation.types';
export type { ParsedEdi, Parser, Parsing, ParsingIssue, ParsingOptions } from './pipeline/parsing/parsing.types';
export type { SampleFaultInfo, SampleInfo, SampleOptions, Sampler, SampleSummary, Sampling } from './pipeline/sampling/sampling.types';
export type { Scrubber, Scrubbing, ScrubOptions } from './pipeline/scrubbing/scrubbing.types';
export type { Notice } from './plugin/output.plugin';
