/**
 * The other half of the wall (`clearloop/plugin/io`): for authors of outputs, formats and acknowledgments, in addition to `clearloop/plugin`. They read tables,
 * bytes and guides themselves. docs/plugin-api.md lists it; the sections below are its own.
 */

// Declaring: an output, a format or an acknowledgment.
export {
  Acknowledgment,
  type AcknowledgmentDefinition,
  defineAcknowledgment,
  defineFormat,
  defineOutput,
  Format,
  type FormatDefinition,
  Output,
  type OutputDefinition,
} from './plugin-metadata';

// Outputs: their input, and their writer.
export type {
  AnnotatedSegment,
  DescribedSchema,
  DescribedTable,
  DescribeRequest,
  Notice,
  OutputContext,
  OutputCounts,
  OutputOptions,
  OutputParameters,
  OutputParameterType,
  OutputPart,
  OutputPlugin,
  OutputSession,
  RecordBatch,
  RecordOrigin,
  SchemaFile,
} from './output.plugin';
export { ByteWriter } from '../common/byte-writer';
export { SpooledBytes } from '../io/spooled-bytes';
export { crc32 } from '../common/crc32';
export { Fragment, type FragmentBytes } from '../common/fragment';
export { BYTE, decodeText, isDigit, isFiller } from '../common/bytes';

// Formats: input that is not X12, and the text that is written of it.
export type {
  FormatOptions,
  FormatPlugin,
  FormatReadContext,
  FormatField,
  FormatLine,
  FormatReading,
  FormatRecord,
  FormatScrubbing,
  FormatScrubContext,
  FormatSink,
  FormatWriteContext,
  FormatWriting,
  ScrubKind,
} from './format.plugin';
export type { EdiDataType, ElementPlace, Issue, SourcePlace } from '../common/issue';
export { rule, type RuleFacts } from '../validation/rule';

// Reading tables: for outputs with columns.
export * as tableReading from '../mapping/columns';

// Acknowledgments: answers to received interchanges.
export type { AcknowledgmentContext, AcknowledgmentOptions, AcknowledgmentPlugin, AcknowledgmentSession, ReceivedIssue } from './acknowledgment.plugin';
export { TransactionSetWriter } from '../guide/loop-writer';
export { OutLoop, type OutValue } from '../guide/out-loop';
export type { FunctionalGroup, Interchange, TransactionSet as ReceivedTransactionSet } from '../x12/envelope';
export { type InterchangeHeader, InterchangeWriter } from '../x12/envelope-writer';

// Guides: for plugins that read every set.
export type { ElementDef, Guide, LoopDef, SegmentDef } from '../guide/guide.types';
export { StandardDictionary } from '../guide/standard-dictionary';
export type { Chunk } from '../x12/segment';
export * as jsonText from '../mapping/json-values';
export type { TreeElement, TreeLayout, TreeSegment, TreeValue } from '../mapping/tree-layout';

// Files of settings: YAML that is checked with file, line and column.
export * as yaml from '../common/yaml';
export { readYamlFile, readYamlNodes } from '../guide/prepared-yaml';
export { nearestName } from '../common/nearest-name';
export { packageRoot } from '../common/package-root';
export type { JsonSchema } from '../mapping/json-schema';
export type { BoundRecord } from '../mapping/field';
