/**
 * The wall: everything that a plugin may use, and nothing else. Plugins inside and outside the product import from here
 * (`clearloop/plugin`) only; what is not exported here may change at any time. docs/plugin-api.md lists it; the sections below are its own.
 */

// Plugins: what a package exports, and the contract of each hook.
export { PLUGIN_CONTRACT } from './plugin-package';
export {
  Acknowledgment,
  type AcknowledgmentDefinition,
  defineAcknowledgment,
  defineFormat,
  defineOutput,
  defineTransactionSet,
  Format,
  type FormatDefinition,
  Output,
  type OutputDefinition,
  TransactionSet,
  type TransactionSetDefinition,
} from './plugin-metadata';
export type {
  Emission,
  LoopEmission,
  SegmentEmission,
  TransactionSetClaim,
  TransactionSetOptions,
  TransactionSetPlugin,
  WholeEmission,
} from './transaction-set.plugin';
export type { GeneratedType, Generation, GenerationContext } from './generation';
export type { ElementDefaults } from '../guide/segment-completion';
export { EdiError } from '../common/edi-error';

// Outputs: what an output plugin is given, and what it writes to.
export type {
  AnnotatedSegment,
  DescribedSchema,
  DescribedTable,
  DescribeRequest,
  Notice,
  OutputContext,
  OutputOptions,
  OutputParameters,
  OutputPlugin,
  OutputSession,
  RecordBatch,
  RecordOrigin,
  SchemaFile,
} from './output.plugin';
export type { SourcePlace } from '../common/issue';
export { ByteWriter } from '../common/byte-writer';
export { Fragment } from '../common/fragment';
export { BYTE } from '../common/bytes';

// Formats: input that is not X12, and the text that is written of it.
export type {
  FormatOptions,
  FormatPlugin,
  FormatReadContext,
  FormatReading,
  FormatRecord,
  FormatSink,
  FormatWriteContext,
  FormatWriting,
} from './format.plugin';
export type { EdiDataType } from '../common/issue';
export type { JsonSchema } from '../mapping/field';
export { rule, type RuleFacts } from '../validation/rule';
export { decodeText, isDigit, isFiller } from '../common/bytes';
export { digitsOfDay, digitsOfTime, readDate8 } from '../common/dates';

// Records: a record is declared once, in the order of its JSON keys.
export { type BoundRecord, record, type RecordDeclaration, type RecordOf, type ValuesOf } from '../mapping/record';
export type { Field } from '../mapping/field';

// Values: fields of one element.
export {
  amount,
  date,
  dateTime,
  freeText,
  impliedDecimal,
  integer,
  named,
  periodFrom,
  periodTo,
  quantity,
  text,
  time,
  timeOfDay,
  unusualCode,
  wholePart,
} from '../mapping/element-field';
export { dateAndTime } from '../mapping/date-and-time';
export { itemNumber } from '../mapping/item-number';
export { joined } from '../mapping/joined-text';
export { integers, texts } from '../mapping/component-list';
export { enumeration, type Enumeration, limitedTo } from '../mapping/enumeration';

// Values that no element has: constants, ids, and what is known of file and transaction.
export {
  constant,
  constantOfGuide,
  fileInfo,
  fileName,
  functionalGroupReference,
  recordId,
  transactionId,
  transactionReference,
  unlessTopLevel,
} from '../mapping/context-field';
export { validationIssues } from '../mapping/validation-issues';
export { withoutPlace } from '../mapping/without-place';

// Objects and arrays: records in records, from the same loop, from loops below it and from those around it.
export { below, firstOf, from, group, object, variant, within } from '../mapping/nested';
export { each, elements, firstAndAll, groups, loops } from '../mapping/repeated';
export { firstRepetition, repetitions } from '../mapping/repetition-list';
export { dateRange } from '../mapping/aggregate';
export { sum } from '../mapping/sum';

// Conditions: fields that depend on another, or on the guide.
export { ifGiven, unlessGiven, whereAbsent, writtenWhere } from '../mapping/given';
export { alsoUnused, onlyIn } from '../mapping/guide-field';

// Shapes: records that many transaction sets share.
export {
  type Address,
  address,
  loopIdentity,
  loopName,
  loopPartyIdName,
  nm1Identity,
  nm1Name,
  type Party,
  party,
  type PartyIdName,
  partyIdName,
  type Person,
  person,
  type Provider,
  provider,
} from '../mapping/shapes/party';
export { type Contact, contacts } from '../mapping/shapes/contact';
export { type Code, code } from '../mapping/shapes/code';
export { type Amount, amountItem, type Identification, identification, type Quantity, quantityItem } from '../mapping/shapes/qualified-values';
export { type Adjustment, adjustment, adjustments } from '../mapping/shapes/adjustment';
export { inpatientAdjudication, outpatientAdjudication } from '../mapping/shapes/adjudication';
export { type FacilityList, facility, placeOfServiceType, qualifiedFacility } from '../mapping/shapes/facility';
export { type CodeListsByQualifier, healthCareCode, healthCareCodes, pointedCodes } from '../mapping/shapes/health-care-codes';
export { drug, type Procedure, procedure, revenueCode } from '../mapping/shapes/product';
export { drugOf, industryCodeOf, procedureOf } from '../mapping/shapes/code-pair';
export { industryLists } from '../mapping/qualified-lists';

// Enumerations: codes of X12 and the names that JSON has for them.
export { adjudicatedClaimStatus } from '../mapping/enumerations/adjudicated-claim-status';
export { amountType } from '../mapping/enumerations/amount-type';
export { attachmentTransmissionType } from '../mapping/enumerations/attachment-transmission-type';
export { attachmentType } from '../mapping/enumerations/attachment-type';
export { claimOrEncounter } from '../mapping/enumerations/claim-or-encounter';
export { dateType } from '../mapping/enumerations/date-type';
export { entityRole } from '../mapping/enumerations/entity-role';
export { entityType } from '../mapping/enumerations/entity-type';
export { gender } from '../mapping/enumerations/gender';
export { identificationType } from '../mapping/enumerations/identification-type';
export { insurancePlanType } from '../mapping/enumerations/insurance-plan-type';
export { measurementType } from '../mapping/enumerations/measurement-type';
export { noteType } from '../mapping/enumerations/note-type';
export { payerResponsibility } from '../mapping/enumerations/payer-responsibility';
export { paymentMethodType } from '../mapping/enumerations/payment-method-type';
export { quantityType } from '../mapping/enumerations/quantity-type';
export { referenceType } from '../mapping/enumerations/reference-type';
export { relationship } from '../mapping/enumerations/relationship';
export { remittanceTransmissionType } from '../mapping/enumerations/remittance-transmission-type';
export { transactionHandlingType } from '../mapping/enumerations/transaction-handling-type';
export { unitType } from '../mapping/enumerations/unit-type';

// Tables: how records are laid out as rows and columns.
export {
  blank,
  column,
  columns,
  describedBy,
  firstWhere,
  list,
  type ListDefaults,
  own,
  part,
  table,
  type TableEntry,
  type TableLayout,
  type Where,
  withListDefaults,
} from '../mapping/columns/table';
export {
  additionalIdColumns,
  addressColumns,
  addressParts,
  adjustmentColumns,
  contactColumns,
  identificationColumns,
  modifierColumns,
  organisationNameColumn,
  partyNameColumns,
  personNameColumns,
} from '../mapping/shapes/shape-columns';

// Reading tables: for outputs with columns.
export { type ColumnNode, type ColumnTreeNode, columnsOf, nameColumns, ownColumnsOf, type RowGroup, rowGroupsOf } from '../mapping/columns/column-tree';
export { resolveTable, type TableNode } from '../mapping/columns/table-node';
export { type RowLevel, rowLevel, type RowPlan } from '../mapping/columns/row-plan';
export type { RowSink } from '../mapping/columns/row-reader';
export { Cells } from '../mapping/columns/cells';

// Acknowledgments: what a sender is told of what he sent.
export type { AcknowledgmentContext, AcknowledgmentOptions, AcknowledgmentPlugin, AcknowledgmentSession, ReceivedIssue } from './acknowledgment.plugin';
export type { ElementPlace, Issue } from '../common/issue';
export { TransactionSetWriter } from '../guide/loop-writer';
export { OutLoop, type OutValue } from '../guide/out-loop';
export { DEFAULT_DELIMITERS } from '../x12/delimiters';
export type { FunctionalGroup, Interchange, TransactionSet as ReceivedTransactionSet } from '../x12/envelope';
export { type InterchangeHeader, InterchangeWriter } from '../x12/envelope-writer';

// Rules: what validation looks for beside what the guide says.
export {
  type LoopRule,
  loopRule,
  type Report,
  type SetFinding,
  type SetRule,
  type TransactionCheck,
  type TransactionRule,
  transactionRule,
} from '../validation/set-rule';
export { addElement, loopsOf, numberOf, rootOf, segmentOf, segmentsOf } from '../validation/loop-reading';
export { dayOf, lastDayOf, type Periods, reportPeriods } from '../validation/loop-dates';
export { addAdjustments } from '../validation/shapes/adjustment-sum';
export { ExactSum } from '../common/exact-sum';

// Segments and guides: for declarations that are functions, and for plugins that read every set.
export type { LoopNode } from '../guide/loop-node';
export type { Chunk, Segment } from '../x12/segment';
export type { ElementDef, Guide, LoopDef, SegmentDef } from '../guide/guide.types';
export { StandardDictionary } from '../guide/standard-dictionary';
export { loopsAlong } from '../mapping/loops-along';
export { encodeDate } from '../mapping/codecs/date.codec';
export { normaliseNumber } from '../mapping/codecs/number.codec';
export { memberFragment, writeJsonText } from '../mapping/json-text';
export { formatDate, formatTime, readDate6 } from '../common/dates';

// Files of settings: YAML that is checked with file, line and column.
export { readYaml } from '../common/yaml/yaml-reader';
export { excerptOf, type KeyRule, shown, YamlMapReader } from '../common/yaml/yaml-map';
export type { YamlNode } from '../common/yaml/yaml-node';
export { FileProblems } from '../common/yaml/file-problems';
export { nearestName } from '../common/nearest-name';
export { packageRoot } from '../common/package-root';
