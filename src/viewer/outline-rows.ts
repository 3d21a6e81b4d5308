import { RowFile } from './row-file';

/** An interchange or a functional group. */
export interface EnvelopeRow {
  /** Number of its first segment. */
  readonly first: number;
  /** Index of the first of its children: groups of an interchange, transaction sets of a group. */
  readonly childFrom: number;
}

/** A transaction set. */
export interface TransactionRow {
  readonly first: number;
  readonly last: number;
  readonly group: number;
  /** Index in the list of bound sets; undefined for a set that no plugin reads. */
  readonly set: number | undefined;
  /** Sums, in the order of their declarations. */
  readonly sums: readonly number[];
}

/** A record: a claim, a payment, a member. */
export interface UnitRow {
  readonly first: number;
  readonly last: number;
  /** Index of the loops around it, see `ContextRow`. */
  readonly context: number;
  /** Index in the list of kinds. */
  readonly kind: number;
  /** NaN for none. */
  readonly amount: number;
}

/** A loop around records, with the segments that they share. */
export interface ContextRow {
  /** Index of the loop around it; undefined for the transaction's own. */
  readonly parent: number | undefined;
  readonly first: number;
  readonly last: number;
}

/** Sums of a transaction set that are stored, at most. */
const MAX_SUMS = 12;

const NONE = 0xffffffff;
const SUMS_AT = 18;

/** The outline of a file, in rows on disk. */
export class OutlineRows {
  private readonly interchangeRows = new RowFile(8);
  private readonly groupRows = new RowFile(8);
  private readonly transactionRows = new RowFile(SUMS_AT + 8 * MAX_SUMS);
  private readonly unitRows = new RowFile(24);
  private readonly contextRows = new RowFile(12);

  get interchanges(): number {
    return this.interchangeRows.length;
  }

  get groups(): number {
    return this.groupRows.length;
  }

  get transactions(): number {
    return this.transactionRows.length;
  }

  get units(): number {
    return this.unitRows.length;
  }

  addInterchange(first: number): void {
    addPair(this.interchangeRows, first, this.groups);
  }

  addGroup(first: number): void {
    addPair(this.groupRows, first, this.transactions);
  }

  addTransaction({ first, last, set, sums }: Omit<TransactionRow, 'group'>): void {
    const at = this.transactionRows.add();
    const { bytes } = this.transactionRows;
    bytes.writeUInt32LE(first, at);
    bytes.writeUInt32LE(last, at + 4);
    bytes.writeUInt32LE(Math.max(0, this.groups - 1), at + 8);
    bytes.writeUInt32LE(set ?? NONE, at + 12);
    const count = Math.min(sums.length, MAX_SUMS);
    bytes.writeUInt16LE(count, at + 16);
    for (let i = 0; i < count; i++) bytes.writeDoubleLE(sums[i] ?? 0, at + SUMS_AT + 8 * i);
  }

  addUnit({ first, last, context, kind, amount }: UnitRow): void {
    const at = this.unitRows.add();
    const { bytes } = this.unitRows;
    bytes.writeUInt32LE(first, at);
    bytes.writeUInt32LE(last, at + 4);
    bytes.writeUInt32LE(context, at + 8);
    bytes.writeUInt32LE(kind, at + 12);
    bytes.writeDoubleLE(amount, at + 16);
  }

  /** Returns the index of the new row. */
  addContext({ parent, first, last }: ContextRow): number {
    const at = this.contextRows.add();
    const { bytes } = this.contextRows;
    bytes.writeUInt32LE(parent ?? NONE, at);
    bytes.writeUInt32LE(first, at + 4);
    bytes.writeUInt32LE(last, at + 8);
    return this.contextRows.length - 1;
  }

  interchange(index: number): EnvelopeRow | undefined {
    return pairAt(this.interchangeRows, index);
  }

  group(index: number): EnvelopeRow | undefined {
    return pairAt(this.groupRows, index);
  }

  transaction(index: number): TransactionRow | undefined {
    const row = this.transactionRows.read(index, 1);
    if (row.length === 0) return undefined;
    const set = row.readUInt32LE(12);
    const sums = Array.from({ length: row.readUInt16LE(16) }, (_, i) => row.readDoubleLE(SUMS_AT + 8 * i));
    return { first: row.readUInt32LE(0), last: row.readUInt32LE(4), group: row.readUInt32LE(8), set: set === NONE ? undefined : set, sums };
  }

  unit(index: number): UnitRow | undefined {
    const row = this.unitRows.read(index, 1);
    if (row.length === 0) return undefined;
    const [first = 0, last = 0, context = 0, kind = 0] = [0, 4, 8, 12].map((at) => row.readUInt32LE(at));
    return { first, last, context, kind, amount: row.readDoubleLE(16) };
  }

  context(index: number): ContextRow | undefined {
    const row = this.contextRows.read(index, 1);
    if (row.length === 0) return undefined;
    const parent = row.readUInt32LE(0);
    return { parent: parent === NONE ? undefined : parent, first: row.readUInt32LE(4), last: row.readUInt32LE(8) };
  }

  /** Index of the last interchange, group, transaction set or record that begins at a segment or before it; -1 for none. */
  indexAt(what: 'interchange' | 'group' | 'transaction' | 'unit', segmentNumber: number): number {
    const rows = { interchange: this.interchangeRows, group: this.groupRows, transaction: this.transactionRows, unit: this.unitRows }[what];
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (rows.read(middle, 1).readUInt32LE(0) <= segmentNumber) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  close(): void {
    for (const rows of [this.interchangeRows, this.groupRows, this.transactionRows, this.unitRows, this.contextRows]) rows.close();
  }
}

function addPair(rows: RowFile, first: number, childFrom: number): void {
  const at = rows.add();
  const { bytes } = rows;
  bytes.writeUInt32LE(first, at);
  bytes.writeUInt32LE(childFrom, at + 4);
}

function pairAt(rows: RowFile, index: number): EnvelopeRow | undefined {
  const row = rows.read(index, 1);
  return row.length === 0 ? undefined : { first: row.readUInt32LE(0), childFrom: row.readUInt32LE(4) };
}
