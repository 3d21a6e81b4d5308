/**
 * The wall: all that a plugin may use. Plugins inside and outside the product import from here (`clearloop/plugin`), from `clearloop/plugin/io`, and from the
 * vocabulary, which uses both; anything that is not exported there may change at any time. This half is for authors of transaction sets. docs/plugin-api.md
 * lists it; the sections below are its own.
 */

// Plugins: exports of a package, and the contract of each hook.
export { PLUGIN_CONTRACT } from './plugin-metadata';
export { defineTransactionSet, TransactionSet, type TransactionSetDefinition } from './plugin-metadata';
export type {
  CutPoints,
  Emission,
  LoopEmission,
  SegmentEmission,
  TransactionSetClaim,
  TransactionSetOptions,
  Overview,
  RecordOverview,
  TotalDeclaration,
  TransactionSetPlugin,
  WholeEmission,
} from './transaction-set.plugin';
export type { GeneratedType, Generation, GenerationContext } from './generation';
export type { ElementDefaults } from '../guide/segment-completion';
export type { MatchSide } from './matching';
export { EdiError } from '../common/edi-error';

// Records: a record is declared once, in the order of its JSON keys.
export { record, type RecordOf, type ValuesOf } from '../mapping/record';
export type { Field, FieldParts } from '../mapping/field';

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
export { dateAndTime } from '../mapping/element-field';
export { itemNumber } from '../mapping/context-field';
export { joined } from '../mapping/repeated';
export { codes, integers, texts } from '../mapping/repetition-list';
export { enumeration, type Enumeration, limitedTo } from '../mapping/enumeration';

// Values without an element: constants, ids, and facts about file and transaction.
export {
  constant,
  constantOfGuide,
  constantOfLoop,
  fileInfo,
  fileName,
  functionalGroupReference,
  recordId,
  transactionId,
  transactionReference,
  unlessTopLevel,
} from '../mapping/context-field';
export { validationIssues } from '../mapping/context-field';
export { withoutPlace } from '../mapping/context-field';

// Objects and arrays: records in records, from the same loop, from loops below it and from those around it.
export { below, firstOf, from, group, object, variant, type VariantCase, type VariantChoice, within } from '../mapping/nested';
export type { Condition } from '../mapping/condition';
export { each, elements, firstAndAll, groups, loops, others } from '../mapping/repeated';
export { joinedLists } from '../mapping/list-views';
export { firstBelow, inEachLoop, partsOf, shown } from '../mapping/list-views';
export { firstRepetition, namedRepetitions, repetitions } from '../mapping/repetition-list';
export { dateRange, ownOrItemDates } from '../mapping/aggregate';
export { sum } from '../mapping/aggregate';

// Conditions: fields that depend on another, or on the guide.
export { onceForEachLoop } from '../mapping/locator';
export { ifGiven, unlessGiven, viewOf, writtenWhere } from '../mapping/given';
export { alsoUnused, onlyIn, onlyInLoops } from '../mapping/given';

// Codes: objects of a code and its list, whose list may be named by a qualifier.
export { type Code } from '../mapping/code-json';
export { code } from '../mapping/element-field';
export { type QualifiedCode, qualifiedCode, type QualifiedCodeWithMore } from '../mapping/qualified-codes';
export type { QualifiedLists, SplitList } from '../mapping/code-qualifier';
export { firstQualifiedCode, type PointedPlace, pointedCodes, qualifiedCodes } from '../mapping/qualified-codes';
export { type CodeListsByQualifier, qualifiedElements } from '../mapping/qualified-elements';

// Tables: how records are laid out as rows and columns.
export {
  amountColumn,
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
// Rules: validation in addition to the guide.
export type { AmountTerm, CleanWhen, ElementWithin, LoopsWithin } from '../validation/clean-when';
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
export { findingAt, hasCode, situationRule, type SituationFinding, type SituationRule } from '../validation/situation-rule';
export { addElement, loopsOf, numberOf, rootOf, segmentOf, segmentsOf } from '../validation/loop-reading';
export { dayOf, lastDayOf, type Periods, reportPeriods } from '../validation/loop-dates';
export { ExactSum } from '../common/exact-sum';

// Samples: synthetic files.
export type { Sample, SampleContext, SampleFault, SamplePart, SampleText, TransactionSample } from './sample';
export { Seeded } from '../common/seeded';

// Segments: for declarations and rules that are functions.
export type { LoopNode } from '../guide/loop-node';
export type { Segment } from '../x12/segment';
export { loopsAlong } from '../mapping/repeated';
export * as dates from '../common/dates';
export type { RecordDeclaration } from '../mapping/field';
