/**
 * The wall: everything that a plugin may use, and nothing else. Plugins inside and outside the product import from here
 * (`clearloop/plugin`) only; what is not exported here may change at any time.
 */
export { BYTE } from '../common/bytes';
export { ByteWriter } from '../common/byte-writer';
export { EdiError } from '../common/edi-error';
export { nearestName } from '../common/nearest-name';
export { packageRoot } from '../common/package-root';
export { FileProblems } from '../common/yaml/file-problems';
export { type KeyRule, shown, YamlMapReader } from '../common/yaml/yaml-map';
export type { YamlNode } from '../common/yaml/yaml-node';
export { readYaml } from '../common/yaml/yaml-reader';
export { formatDate, formatTime, readDate6, readDate8 } from '../common/dates';
export { Fragment } from '../common/fragment';
export type { ElementDef, Guide, LoopDef, SegmentDef } from '../guide/guide.types';
export type { LoopNode } from '../guide/loop-node';
export { StandardDictionary } from '../guide/standard-dictionary';
export { dateRange } from '../mapping/aggregate';
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
export { integers, texts } from '../mapping/component-list';
export { Cells } from '../mapping/columns/cells';
export {
  type ColumnNode,
  type ColumnTreeNode,
  columnsOf,
  type ListLayout,
  nameColumns,
  ownColumnsOf,
  type RowGroup,
  rowGroupsOf,
} from '../mapping/columns/column-tree';
export { type RowLevel, rowLevel, type RowPlan } from '../mapping/columns/row-plan';
export type { RowSink } from '../mapping/columns/row-reader';
export { blank, column, columns, firstWhere, list, own, part, table, type TableEntry, type TableLayout, type Where } from '../mapping/columns/table';
export { resolveTable, type TableNode } from '../mapping/columns/table-node';
export { dateAndTime } from '../mapping/date-and-time';
export {
  amount,
  date,
  dateTime,
  freeText,
  integer,
  named,
  periodFrom,
  periodTo,
  quantity,
  shortDate,
  text,
  time,
  timeOfDay,
  wholePart,
} from '../mapping/element-field';
export { encodeDate } from '../mapping/codecs/date.codec';
export { normaliseNumber } from '../mapping/codecs/number.codec';
export { enumeration, type Enumeration, limitedTo } from '../mapping/enumeration';
export { adjudicatedClaimStatus } from '../mapping/enumerations/adjudicated-claim-status';
export { adjustmentGroup } from '../mapping/enumerations/adjustment-group';
export { amountType } from '../mapping/enumerations/amount-type';
export { attachmentTransmissionType } from '../mapping/enumerations/attachment-transmission-type';
export { attachmentType } from '../mapping/enumerations/attachment-type';
export { claimOrEncounter } from '../mapping/enumerations/claim-or-encounter';
export { contactType } from '../mapping/enumerations/contact-type';
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
export type { EncodeRun, Field, JsonSchema, Scope } from '../mapping/field';
export { ifGiven, unlessGiven, writtenWhere } from '../mapping/given';
export { onlyIn } from '../mapping/guide-field';
export { loopsAlong } from '../mapping/loops-along';
export { firstRepetition, repetitions } from '../mapping/repetition-list';
export { itemNumber } from '../mapping/item-number';
export { joined } from '../mapping/joined-text';
export { memberFragment, writeJsonText } from '../mapping/json-text';
export { below, firstOf, from, group, object, variant, within } from '../mapping/nested';
export { type BoundRecord, record, type RecordDeclaration, type RecordOf } from '../mapping/record';
export { each, elements, firstAndAll, groups, loops } from '../mapping/repeated';
export { inpatientAdjudication, outpatientAdjudication } from '../mapping/shapes/adjudication';
export { type Adjustment, adjustment, adjustments } from '../mapping/shapes/adjustment';
export { type Code, code } from '../mapping/shapes/code';
export { type Contact, contact, contacts } from '../mapping/shapes/contact';
export { type FacilityList, facility, placeOfServiceType } from '../mapping/shapes/facility';
export { type CodeListsByQualifier, healthCareCode, healthCareCodes, pointedCodes } from '../mapping/shapes/health-care-codes';
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
export {
  additionalIdColumns,
  addressColumns,
  adjustmentColumns,
  contactColumns,
  identificationColumns,
  modifierColumns,
} from '../mapping/shapes/shape-columns';
export { drug, type Procedure, procedure, revenueCode } from '../mapping/shapes/product';
export { drugOf, procedureOf } from '../mapping/shapes/product-pair';
export { type Amount, amountItem, type Identification, identification, type Quantity, quantityItem } from '../mapping/shapes/qualified-values';
export { type Summands, sum } from '../mapping/sum';
export type { AcknowledgmentContext, AcknowledgmentOptions, AcknowledgmentPlugin, AcknowledgmentSession, ReceivedIssue } from './acknowledgment.plugin';
export type {
  AnnotatedSegment,
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
} from './output.plugin';
export { Acknowledgment, Output, TransactionSet } from './plugin-metadata';
export type { ElementDefaults } from '../guide/segment-completion';
export type { GeneratedType, Generation, GenerationContext } from './generation';
export type {
  Emission,
  LoopEmission,
  SegmentEmission,
  TransactionSetClaim,
  WholeEmission,
  TransactionSetOptions,
  TransactionSetPlugin,
} from './transaction-set.plugin';
export type { ElementPlace, Issue } from '../common/issue';
export { TransactionSetWriter } from '../guide/loop-writer';
export { OutLoop } from '../guide/out-loop';
export { DEFAULT_DELIMITERS } from '../x12/delimiters';
export type { FunctionalGroup, Interchange, TransactionSet as ReceivedTransactionSet } from '../x12/envelope';
export { type InterchangeHeader, InterchangeWriter } from '../x12/envelope-writer';
export type { ElementValue } from '../x12/segment-writer';
export type { Chunk, Segment } from '../x12/segment';
export { ExactSum } from '../common/exact-sum';
export { dayOf, lastDayOf, type Periods, reportPeriods } from '../validation/loop-dates';
export { addElement, loopsOf, numberOf, rootOf, segmentOf, segmentsOf } from '../validation/loop-reading';
export { addAdjustments } from '../validation/shapes/adjustment-sum';
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
