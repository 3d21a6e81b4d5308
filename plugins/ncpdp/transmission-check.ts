import type { Issue, RuleFacts } from '../../src/plugin/io';
import type { Dictionary, FieldDef, SegmentDef, SegmentUses, TransactionDef } from './dictionary.types';
import { IssueMaker, type IssueParts, ofField, REJECT, rejectedBy } from './issue-maker';
import {
  countDiffers,
  fieldRequired,
  headerShort,
  segmentNotAllowed,
  segmentRepeated,
  segmentRequired,
  segmentUnknown,
  transactionsTooMany,
  transactionUnknown,
  versionUnknown,
} from './rules';
import { checkSegment } from './segment-check';
import type { EncodePlans } from './segment-plan';
import { type TelecomSegment, type TelecomTransaction, type Transmission, trimmedEnd } from './transmission';
import { checkValue } from './value-check';

/** Checks transmissions against the dictionary. */
export class TransmissionCheck {
  private readonly maker: IssueMaker;
  private readonly is51: boolean;
  private readonly def: TransactionDef | undefined;
  private readonly uses: SegmentUses | undefined;

  constructor(
    private readonly transmission: Transmission,
    segmentsBefore: number,
    private readonly context: { readonly dictionary: Dictionary; readonly plans: EncodePlans; readonly isOn: (rule: RuleFacts) => boolean },
  ) {
    this.maker = new IssueMaker(transmission, segmentsBefore, context.isOn);
    this.is51 = transmission.version === '51';
    this.def = context.dictionary.transactions.get(transmission.code);
    this.uses = transmission.header && this.def?.[transmission.header.direction];
  }

  /** The issues of one transaction; those of shared segments are reported with the first transaction. */
  issuesOf(transaction: TelecomTransaction): readonly Issue[] {
    const { transmission, maker } = this;
    maker.issues = [];
    const isFirst = transaction === transmission.transactions[0];
    if (isFirst) this.checkHeader();
    const { shared } = transmission;
    const own = [...shared, ...transaction.segments];
    const known = new Set<string>();
    for (const segment of own) {
      if (segment.transaction === transaction.number || isFirst) this.checkSegment(segment, known);
      known.add(segment.id);
    }
    this.checkMissing('transaction', known, own.at(-1));
    if (isFirst) this.checkMissing('transmission', known, shared.at(-1));
    return maker.issues;
  }

  private checkHeader(): void {
    const { bytes, header, headerStart, headerEnd, version, transactions, beyond } = this.transmission;
    if (header === undefined) return;
    const valueOf = (key: string): FieldDef | undefined => header.fields.find(({ field }) => field.key === key)?.field;
    const used = trimmedEnd(bytes, headerStart, headerEnd) - headerStart;
    if (used < header.length && headerEnd - headerStart < header.length) {
      this.note(undefined, headerShort, { length: header.length, actualLength: headerEnd - headerStart, ...rejectedBy(REJECT.header), message: SHORT_HEADER });
    }
    for (const { field, start } of header.fields) {
      const from = Math.min(headerEnd, headerStart + start);
      const end = trimmedEnd(bytes, from, Math.min(headerEnd, from + field.length));
      if (end > from) checkValue(field, { bytes, start: from, end }, this.is51, undefined, this.maker);
      else if (NEEDED.has(field.key))
        this.note(undefined, fieldRequired, { ...ofField(field), message: `Required field ${field.id} (${field.key}) is missing` });
    }
    if (version !== '' && !KNOWN_VERSION.test(version)) {
      const field = valueOf('version_release_number');
      const allowedValues = ['51', 'D0'];
      this.note(undefined, versionUnknown, { ...named(field), ...rejectedBy(REJECT.version), value: version, message: notInList(version), allowedValues });
    }
    this.checkTransaction(valueOf('transaction_code'), valueOf('transaction_count'), transactions.length + (beyond?.count ?? 0));
  }

  private checkTransaction(codeField: FieldDef | undefined, countField: FieldDef | undefined, actual: number): void {
    const { code } = this.transmission;
    const { transactions } = this.context.dictionary;
    if (code !== '' && codeField?.list?.codes.has(code) === true && this.def?.since !== undefined && this.is51) {
      this.note(undefined, transactionUnknown, { ...named(codeField), ...rejectedBy(REJECT.transaction), value: code, message: notInList(code) });
    } else if (code !== '' && this.def === undefined && this.transmission.header?.codes === undefined) {
      const allowedValues = [...transactions.keys()];
      this.note(undefined, transactionUnknown, {
        ...named(codeField),
        ...rejectedBy(REJECT.transaction),
        value: code,
        message: notInList(code),
        allowedValues,
      });
    }
    const most = this.def?.most ?? actual;
    if (actual > most) {
      const message = `A transmission of ${code} has ${actual} transactions, more than ${most}`;
      const reject = rejectedBy(REJECT.transactionsTooMany);
      this.note(undefined, transactionsTooMany, { ...named(countField), ...reject, maxNumberOfItems: most, actualNumberOfItems: actual, message });
    }
    const said = this.countOf(countField);
    if (said === undefined || said === actual) return;
    const message = `Count '${said}' in the header does not match actual count '${actual}'`;
    this.note(undefined, countDiffers, { ...named(countField), ...rejectedBy(REJECT.transactionCount), value: String(said), message });
  }

  private countOf(countField: FieldDef | undefined): number | undefined {
    const { bytes, header, headerStart } = this.transmission;
    const found = header?.fields.find(({ field }) => field === countField);
    if (found === undefined) return undefined;
    const text = bytes.toString('latin1', headerStart + found.start, headerStart + found.start + found.field.length);
    return /^\d$/.test(text) ? Number(text) : undefined;
  }

  private checkSegment(segment: TelecomSegment, known: ReadonlySet<string>): void {
    const { id, def } = segment;
    const { transmission, is51 } = this;
    if (def === undefined) {
      const message = id === '' ? 'A segment comes without its id' : `Segment ${id} is not part of the standard`;
      this.note(segment, segmentUnknown, { ...rejectedBy(REJECT.segmentId), message });
      return;
    }
    if (known.has(id)) {
      const message = `Segment ${id} (${def.name}) stands twice in a transaction`;
      this.note(segment, segmentRepeated, { ...rejectedBy(REJECT.segmentRepeated), maxNumberOfItems: 1, message });
    }
    const why = this.reasonAgainst(segment, def);
    if (why !== undefined) this.note(segment, segmentNotAllowed, { ...rejectedBy(def.reject), message: `Segment ${id} (${def.name}) ${why}` });
    checkSegment(segment, { transmission, plans: this.context.plans, maker: this.maker, is51 });
  }

  private reasonAgainst({ transaction }: TelecomSegment, def: SegmentDef): string | undefined {
    const { code, version, header } = this.transmission;
    if (header !== undefined && def.direction !== header.direction) return `is part of ${def.direction}s only`;
    if (this.is51 && def.since !== undefined) return 'is not part of version 5.1';
    if (def.level === 'transaction' && transaction === 0) return 'stands before a group separator, and belongs after one';
    if (def.level === 'transmission' && transaction > 0) return 'stands after a group separator, and belongs before the first one';
    if (this.uses === undefined || def.since === 'later' || (this.is51 && this.def?.also51.has(def.id) === true)) return undefined;
    const isUsed = this.uses[def.level].has(def.id) || (version !== 'D0' && !this.is51 && header === undefined);
    return isUsed ? undefined : `is not part of ${code} ${def.direction}s`;
  }

  private checkMissing(level: 'transaction' | 'transmission', known: ReadonlySet<string>, after: TelecomSegment | undefined): void {
    for (const [id, isMandatory] of this.uses?.[level] ?? []) {
      if (!isMandatory || known.has(id)) continue;
      const def = this.context.dictionary.segments.get(id);
      const message = `Required segment ${id} (${def?.name ?? ''}) is missing in ${this.transmission.code}`;
      this.maker.at(after, segmentRequired, { fieldName: def?.name ?? id, ...rejectedBy(def?.reject), message });
    }
  }

  private note(segment: TelecomSegment | undefined, rule: RuleFacts, parts: IssueParts): void {
    this.maker.at(segment, rule, parts);
  }
}

const SHORT_HEADER = 'The header is shorter than its layout';

/** Versions that are read by the dictionary, those after D.0 as far as they are known. */
const KNOWN_VERSION = /^(51|[D-F]\d)$/;

/** Fields that every header has a value of. */
const NEEDED: ReadonlySet<string> = new Set([
  'bin_number',
  'version_release_number',
  'transaction_code',
  'transaction_count',
  'header_response_status',
  'service_provider_id_qualifier',
  'service_provider_id',
  'date_of_service',
]);

const named = (field: FieldDef | undefined): Pick<Issue, 'element' | 'fieldName'> => (field === undefined ? {} : { element: field.id, fieldName: field.key });
const notInList = (value: string): string => `Value '${value}' is not in the allowed values list`;
