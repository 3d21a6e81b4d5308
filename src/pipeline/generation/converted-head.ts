import { EdiError } from '../../common/edi-error';
import { functionalGroup, interchangeControl } from '../../mapping/control-records';
import { isGiven, isObject, type JsonObject } from '../../mapping/writing/write-run';
import type { RegisteredTransactionSet } from '../../plugin/plugin.registry';
import { objectTypeOf } from './record-keys';
import type { RequestPart } from './request-parts';
import { notAnObject } from './request-text';

/** What a request is made of: its own head, or the records that converting gives for one; undefined until its first part came. */
type Form = 'head' | 'records' | undefined;

/**
 * Makes a head of the records that converting a file with its control segments gives: interchange, group and transaction before the other
 * records. So what was converted can be generated again as it is. Other requests have a head, and pass.
 */
export class ConvertedHead {
  private form: Form;
  /** Members of the head that were read; undefined when it was given. */
  private members: Record<string, JsonObject> | undefined = {};
  /** Members of the head, by the `objectType` of their records. */
  private readonly memberOf: ReadonlyMap<unknown, string>;

  constructor({ plugin }: RegisteredTransactionSet) {
    this.memberOf = new Map([
      [objectTypeOf(interchangeControl.fields), 'interchangeControl'],
      [objectTypeOf(functionalGroup.fields), 'functionalGroup'],
      ...(plugin.transaction === undefined ? [] : ([[objectTypeOf(plugin.transaction.fields), 'transaction']] as const)),
    ]);
  }

  /** Gives the parts, with the head first. Throws EDI_REQUEST_INVALID for records without one, and for those of several transactions. */
  async *join(parts: AsyncIterable<Iterable<RequestPart>>): AsyncGenerator<Iterable<RequestPart>, void, undefined> {
    for await (const group of parts) yield this.form === 'head' ? group : this.joinGroup(group);
    if (this.form === undefined) throw withoutHead();
    if (this.form === 'records' && this.members !== undefined) yield [this.head(this.members, {})];
  }

  private *joinGroup(group: Iterable<RequestPart>): Generator<RequestPart, void, undefined> {
    for (const part of group) {
      if (part.kind === 'step') {
        yield part;
        continue;
      }
      const value: unknown = part.kind === 'head' ? part.head : part.kind === 'record' ? part.value : undefined;
      const member = isObject(value) ? this.memberOf.get(value['objectType']) : undefined;
      this.form ??= member === 'interchangeControl' ? 'records' : 'head';
      if (this.form === 'head') {
        if (part.kind === 'record' && this.members !== undefined) throw withoutHead();
        this.members = undefined;
        yield part;
      } else if (member !== undefined && isObject(value)) this.add(member, value);
      else {
        if (this.members !== undefined) yield this.head(this.members, value);
        this.members = undefined;
        yield part;
      }
    }
  }

  private add(member: string, value: JsonObject): void {
    if (this.members === undefined || member in this.members) {
      throw new EdiError('EDI_REQUEST_INVALID', '$: another interchange, group or transaction set begins, and a request is one. Send each by itself.');
    }
    this.members[member] = value;
  }

  /** The head, whose group says the type of the transaction set: it stands in the transaction, or in the first record where it has that. */
  private head(members: Readonly<Record<string, JsonObject>>, record: unknown): RequestPart {
    const { transaction = isObject(record) ? record['transaction'] : undefined } = members;
    const transactionType = isObject(transaction) ? transaction['transactionType'] : undefined;
    const functionalGroup = { ...(isGiven(transactionType) ? { transactionType } : {}), ...members['functionalGroup'] };
    return { kind: 'head', head: { ...members, functionalGroup }, lists: new Set(), isWhole: true };
  }
}

const withoutHead = (): EdiError => notAnObject(', not an array: records stand in the object, under their key');
