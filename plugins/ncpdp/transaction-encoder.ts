import { BYTE, type ByteWriter } from '../../src/plugin/io';
import type { FixedRecord } from './dictionary.types';
import { type FieldVisitor, Names, walkFields } from './field-walk';
import { type EncodePlans, type FieldPlan, type GroupPlan, memberOf } from './segment-plan';
import { DETAIL_PREFIX, segmentsOf, type TelecomSegment, type Transmission, trimmedEnd } from './transmission';
import { encodeText } from './value';
import type { Unit } from './unit-splitter';

/** Read once, because an export of a module is looked up with every use. */
const { BRACE_CLOSE, BRACE_OPEN, BRACKET_CLOSE, BRACKET_OPEN, COMMA } = BYTE;

const HEADER = memberOf('transaction_header');
const SEGMENT_ID = memberOf('segment_id');
const REFERENCE = memberOf('transaction_reference_number');

/** Id that every header has, whether it came in a batch or not. */
const HEADER_ID = '"G1"';

/** Writes the transactions of one transmission: the header, the segments that all of them share, and their own. */
export class TransactionEncoder {
  /** Common beginning of all transactions, cached if there are several. */
  private shared: Buffer | undefined;

  constructor(
    private readonly transmission: Transmission,
    private readonly plans: EncodePlans,
  ) {}

  encode(out: ByteWriter, transaction: number): void {
    const { transmission, plans } = this;
    const open = out.length;
    const names = new Names();
    if (this.shared === undefined) this.encodeShared(out, names);
    else {
      out.append(this.shared, 0, this.shared.length);
      for (const { id, def } of segmentsOf(transmission, 0)) names.count(plans.segment(id, def).key);
    }
    if (transaction > 0) for (const segment of segmentsOf(transmission, transaction)) encodeSegment(out, transmission, segment, plans, names);
    closeObject(out, open);
  }

  private encodeShared(out: ByteWriter, names: Names): void {
    const { transmission, plans } = this;
    const start = out.length;
    out.raw(HEADER);
    encodeHeader(out, transmission, plans);
    for (const segment of segmentsOf(transmission, 0)) encodeSegment(out, transmission, segment, plans, names);
    if (transmission.transactions.length > 1) this.shared = out.copyFrom(start);
  }
}

/** Writes the record of a batch header or trailer under its key. */
export function encodeBatchRecord(out: ByteWriter, { bytes, start, end }: Unit, key: string, record: FixedRecord, plans: EncodePlans): void {
  const open = out.length;
  out.raw(memberOf(key));
  const inner = out.length;
  encodeFixed(out, { bytes, start, end }, record, plans);
  closeObject(out, inner);
  closeObject(out, open);
}

function encodeHeader(out: ByteWriter, { unit, bytes, header, headerStart, headerEnd }: Transmission, plans: EncodePlans): void {
  const open = out.length;
  out.raw(SEGMENT_ID);
  out.text(HEADER_ID);
  if (unit.kind === 'detail') {
    const from = Math.min(headerStart, unit.start + 2);
    const end = trimmedEnd(bytes, from, Math.min(headerStart, unit.start + DETAIL_PREFIX));
    if (end > from) {
      out.raw(REFERENCE);
      encodeText(out, bytes, from, end);
    }
  }
  if (header !== undefined) encodeFixed(out, { bytes, start: headerStart, end: headerEnd }, header, plans);
  closeObject(out, open);
}

function encodeFixed(out: ByteWriter, { bytes, start, end }: Pick<Unit, 'bytes' | 'start' | 'end'>, record: FixedRecord, plans: EncodePlans): void {
  for (const plan of plans.fixedRecord(record)) {
    const from = Math.min(end, start + plan.start);
    const to = trimmedEnd(bytes, from, Math.min(end, start + plan.end));
    if (to === from) continue;
    out.raw(plan.fragment);
    plan.encode(out, bytes, from, to);
  }
}

function encodeSegment(out: ByteWriter, transmission: Transmission, segment: TelecomSegment, plans: EncodePlans, names: Names): void {
  const plan = plans.segment(segment.id, segment.def);
  writeName(out, plan.fragment, plan.key, names.count(plan.key));
  const open = out.length;
  out.raw(plan.idMember);
  walkFields(transmission, segment, plan, new FieldEncoder(out, transmission.bytes));
  closeObject(out, open);
}

/** Writes the fields of a segment. */
class FieldEncoder implements FieldVisitor {
  /** Where the open items begin. */
  private readonly items: number[] = [];

  constructor(
    private readonly out: ByteWriter,
    private readonly bytes: Buffer,
  ) {}

  openGroup({ fragment, key }: GroupPlan, count: number): void {
    writeName(this.out, fragment, key, count);
    this.out.byte(BRACKET_OPEN);
    this.items.push(this.out.length);
  }

  nextItem(): void {
    closeObject(this.out, this.items.pop() ?? 0);
    this.out.byte(COMMA);
    this.items.push(this.out.length);
  }

  closeGroup(): void {
    closeObject(this.out, this.items.pop() ?? 0);
    this.out.byte(BRACKET_CLOSE);
  }

  field({ fragment, key, encode }: FieldPlan, start: number, end: number, count: number): void {
    if (end === start) return;
    writeName(this.out, fragment, key, count);
    encode(this.out, this.bytes, start, end);
  }
}

/** Members were written with a comma before each: the first comma becomes the brace. */
function closeObject(out: ByteWriter, start: number): void {
  if (out.length === start) out.byte(BRACE_OPEN);
  else out.bytes[start] = BRACE_OPEN;
  out.byte(BRACE_CLOSE);
}

function writeName(out: ByteWriter, fragment: FieldPlan['fragment'], key: string, count: number): void {
  if (count === 1) out.raw(fragment);
  else out.raw(memberOf(`${key}_${count}`));
}
