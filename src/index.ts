/** The library: everything that a program may use of Clearloop besides writing plugins (`clearloop/plugin`). */
export type { ErrorCode } from './common/error-catalogue';
export { EdiError } from './common/edi-error';
export type { Issue, IssueType, SourcePlace } from './common/issue';
export { convert, type ConvertedRecord, type EdiInput, type RecordOptions } from './library';
export type { Conversion, ConversionOptions, ConversionSummary, Converter, EdiSource } from './pipeline/conversion.types';
export { type ConverterOptions, createConverter } from './pipeline/create-converter';
export type { Notice } from './plugin/output.plugin';
