import { BYTE, ByteWriter } from '../../src/plugin/io';
import type { FixedRecord } from './dictionary.types';
import { type FieldVisitor, FieldWalk, Names } from './field-walk';
import { type EncodePlans, type FieldPlan, type GroupPlan, memberOf, type Named } from './segment-plan';
import { DETAIL_PREFIX, type TelecomSegment, type TelecomTransaction, type Transmission, trimmedEnd } from './transmission';
import { encodeText } from './value';
import type { Unit } from './unit-splitter';

/** Read once, because an export of a module is looked up with every use. */
const { BRACE_CLOSE, BRACE_OPEN, BRACKET_CLOSE, BRACKET_OPEN, COMMA } = BYTE;

const HEADER = memberOf('transaction_header');
const SEGMENT_ID = memberOf('segment_id');
const REFERENCE = memberOf('transaction_reference_number');

/** Id that every header has, whether it came in a batch or not. */
const HEADER_ID = '"G1"';

/** Writes the transactions of transmissions: the header, the segments that all transactions share, and their own. */
export class TransactionEncoder {
  private readonly names = new Names();
  private readonly fields = new FieldEncoder();
  private readonly walk = new FieldWalk(this.fields);

  constructor(private readonly plans: EncodePlans) {}

  encode(out: ByteWriter, transmission: SharedTransmission, { segments }: TelecomTransaction): void {
    const open = out.length;
    this.names.clear();
    if (transmission.text === undefined) this.shared(out, transmission);
    else {
      out.append(transmission.text);
      for (const { id, def } of transmission.of.shared) this.names.count(this.plans.segment(id, def));
    }
    for (const segment of segments) this.segment(out, transmission.of, segment);
    closeObject(out, open);
  }

  private shared(out: ByteWriter, transmission: SharedTransmission): void {
    const { of } = transmission;
    const start = out.length;
    out.raw(HEADER);
    encodeHeader(out, of, this.plans);
    for (const segment of of.shared) this.segment(out, of, segment);
    if (of.transactions.length > 1) transmission.text = out.copyFrom(start);
  }

  private segment(out: ByteWriter, transmission: Transmission, segment: TelecomSegment): void {
    const plan = this.plans.segment(segment.id, segment.def);
    writeName(out, plan, this.names.count(plan));
    const open = out.length;
    out.raw(plan.idMember);
    this.fields.begin(out, transmission.bytes);
    this.walk.walk(transmission, segment, plan);
    closeObject(out, open);
  }
}

/** A transmission with the common beginning of its transactions, cached if there are several. */
export interface SharedTransmission {
  readonly of: Transmission;
  text: Buffer | undefined;
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

/** Writes the fields of a segment. */
class FieldEncoder implements FieldVisitor {
  /** Where the open items begin. */
  private readonly items: number[] = [];
  private out = NOWHERE;
  private bytes: Buffer = NOTHING;

  begin(out: ByteWriter, bytes: Buffer): void {
    this.out = out;
    this.bytes = bytes;
    this.items.length = 0;
  }

  openGroup(group: GroupPlan, count: number): void {
    writeName(this.out, group, count);
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

  field(plan: FieldPlan, start: number, end: number, count: number): void {
    if (end === start) return;
    writeName(this.out, plan, count);
    plan.encode(this.out, this.bytes, start, end);
  }
}

const NOWHERE = new ByteWriter(0);
const NOTHING = Buffer.alloc(0);

/** Members were written with a comma before each: the first comma becomes the brace. */
function closeObject(out: ByteWriter, start: number): void {
  if (out.length === start) out.byte(BRACE_OPEN);
  else out.bytes[start] = BRACE_OPEN;
  out.byte(BRACE_CLOSE);
}

function writeName(out: ByteWriter, { fragment, key }: Named, count: number): void {
  if (count === 1) out.raw(fragment);
  else out.raw(memberOf(`${key}_${count}`));
}
