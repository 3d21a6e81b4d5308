import { EdiError } from '../../common/edi-error';
import { functionalGroup, interchangeControl } from '../../mapping/control-records';
import { isGiven, isObject, type JsonObject } from '../../mapping/writing/write-run';
import type { RegisteredTransactionSet } from '../../plugin/plugin.registry';
import { objectTypeOf } from './record-keys';
import { recordOf, type RequestPart, type UnparsedPart } from './request-parts';
import { notAnObject } from './request-text';

/** The beginning of another transaction set. */
export interface TransactionPart {
  readonly kind: 'transaction';
  /** Its head; undefined without one. */
  readonly value: unknown;
  /** True for a member of the list `transactions`; false for a record of converted output. */
  readonly isListed: boolean;
}

/** A request in parts, with the transaction sets that it has. */
export type GenerationPart = Exclude<RequestPart, UnparsedPart> | TransactionPart | WrittenPart;

/** A record that is written already. */
interface WrittenPart {
  readonly kind: 'written';
}

const WRITTEN: WrittenPart = { kind: 'written' };

/** The member of a head that is a transaction set. */
const TRANSACTION = 'transaction';

/** Kind of a request: with its own head, or converted records instead of one; undefined until its first part came. */
type Form = 'head' | 'records' | undefined;

/**
 * Builds a head from the records of a file that was converted with its control segments: interchange, group and transaction before the other records. So
 * converted output can be generated again unchanged. Requests with a head pass unchanged. A TRANSACTION record after the head begins another transaction set.
 */
export class ConvertedHead {
  private form: Form;
  /** Members of the head that were read; undefined when it was emitted. */
  private members: Record<string, JsonObject> | undefined = {};
  /** Members of the head, by the `objectType` of their records. */
  private readonly memberOf: ReadonlyMap<unknown, string>;

  /** `writeBytes` may write a record from its bytes. */
  constructor(
    { plugin }: RegisteredTransactionSet,
    private readonly writeBytes: (part: UnparsedPart) => boolean,
  ) {
    this.memberOf = new Map([
      [objectTypeOf(interchangeControl.fields), 'interchangeControl'],
      [objectTypeOf(functionalGroup.fields), 'functionalGroup'],
      ...(plugin.transaction === undefined ? [] : ([[objectTypeOf(plugin.transaction.fields), TRANSACTION]] as const)),
    ]);
  }

  /** Returns the parts, with the head first. Throws EDI_REQUEST_INVALID for records without a head, and for those of several interchanges or groups. */
  async *join(parts: AsyncIterable<Iterable<RequestPart>>): AsyncGenerator<Iterable<GenerationPart>, void, undefined> {
    for await (const group of parts) yield this.joinGroup(group);
    if (this.form === undefined) throw withoutHead();
    if (this.form === 'records' && this.members !== undefined) yield [this.head(this.members, {})];
  }

  private *joinGroup(group: Iterable<RequestPart>): Generator<GenerationPart, void, undefined> {
    for (const one of group) {
      if (one.kind === 'step') {
        yield one;
        continue;
      }
      if (one.kind === 'unparsed' && this.form !== undefined && this.members === undefined && this.writeBytes(one)) {
        yield WRITTEN;
        continue;
      }
      const part = one.kind === 'unparsed' ? recordOf(one) : one;
      const value: unknown = part.kind === 'head' ? part.head : part.kind === 'record' ? part.value : undefined;
      const member = isObject(value) ? this.memberOf.get(value['objectType']) : undefined;
      this.form ??= member === 'interchangeControl' ? 'records' : 'head';
      if (this.form === 'head') {
        if (part.kind === 'record' && this.members !== undefined) throw withoutHead();
        this.members = undefined;
        yield part.kind === 'record' && part.key === undefined && member === TRANSACTION ? nextTransaction(value) : part;
      } else if (member === TRANSACTION && (this.members === undefined || member in this.members)) {
        yield* this.takeHead(value);
        yield nextTransaction(value);
      } else if (member !== undefined && isObject(value)) this.add(member, value);
      else {
        yield* this.takeHead(value);
        yield part;
      }
    }
  }

  /** Returns the head if it is still to be emitted; `record` is the first one. */
  private *takeHead(record: unknown): Generator<GenerationPart, void, undefined> {
    if (this.members !== undefined) yield this.head(this.members, record);
    this.members = undefined;
  }

  private add(member: string, value: JsonObject): void {
    if (this.members === undefined || member in this.members) {
      throw new EdiError('EDI_REQUEST_INVALID', '$: another interchange or functional group begins, and a request is one. Send each by itself.');
    }
    this.members[member] = value;
  }

  /** The head, whose group contains the type of the transaction set: from the transaction, or the first record if that has it. */
  private head(members: Readonly<Record<string, JsonObject>>, record: unknown): GenerationPart {
    const { transaction = isObject(record) ? record['transaction'] : undefined } = members;
    const transactionType = isObject(transaction) ? transaction['transactionType'] : undefined;
    const functionalGroup = { ...(isGiven(transactionType) ? { transactionType } : {}), ...members['functionalGroup'] };
    return { kind: 'head', head: { ...members, functionalGroup }, lists: new Set(), isWhole: true };
  }
}

const nextTransaction = (value: unknown): TransactionPart => ({ kind: 'transaction', value, isListed: false });

const withoutHead = (): EdiError => notAnObject(', not an array: records stand in the object, under their key');
