import { EdiError } from '../../common/edi-error';
import { isGiven, isObject, LONGEST_KEY } from '../../mapping/writing/write-run';
import type { GenerationPart } from './converted-head';
import { TRANSACTIONS } from './record-keys';

const KEY_OF_HEAD = 'transaction';

/**
 * Replaces each object of the list `transactions` by its head and its records. `keys` are those of records. Throws EDI_REQUEST_INVALID for a value that is no
 * transaction set, and for a request that has records both in the list and beside it.
 */
export async function* listedTransactions(
  parts: AsyncIterable<Iterable<GenerationPart>>,
  keys: readonly string[],
): AsyncGenerator<Iterable<GenerationPart>, void, undefined> {
  const listed = new ListedTransactions(keys);
  for await (const group of parts) yield listed.expand(group);
}

class ListedTransactions {
  private count = 0;
  /** True for a request that has a transaction set or records of its own. */
  private hasOwn = false;

  constructor(private readonly keys: readonly string[]) {}

  *expand(group: Iterable<GenerationPart>): Generator<GenerationPart, void, undefined> {
    for (const part of group) {
      if (part.kind === 'record' && part.key === TRANSACTIONS) {
        yield* this.partsOf(part.value);
        continue;
      }
      if (part.kind === 'head') this.hasOwn = isGiven(part.head[KEY_OF_HEAD]);
      else if (part.kind !== 'step' && part.kind !== 'late') this.hasOwn = true;
      if (this.hasOwn && this.count > 0) throw both();
      yield part;
    }
  }

  private *partsOf(value: unknown): Generator<GenerationPart, void, undefined> {
    if (this.hasOwn) throw both();
    const path = `$.${TRANSACTIONS}[${this.count++}]`;
    if (!isObject(value)) throw invalid(path, 'expected an object');
    const unknown = Object.keys(value).find((key) => key !== KEY_OF_HEAD && !this.keys.includes(key) && isGiven(value[key]));
    if (unknown !== undefined)
      throw invalid(`${path}.${unknown.slice(0, LONGEST_KEY)}`, `unknown property; known are ${[KEY_OF_HEAD, ...this.keys].join(', ')}`);
    yield { kind: 'transaction', value: value[KEY_OF_HEAD], isListed: true };
    for (const key of this.keys) {
      const records = value[key];
      if (!isGiven(records)) continue;
      if (!Array.isArray(records)) throw invalid(`${path}.${key}`, 'expected an array');
      for (const record of records) yield { kind: 'record', value: record, key };
    }
  }
}

const invalid = (path: string, message: string): EdiError => new EdiError('EDI_REQUEST_INVALID', `${path}: ${message}.`);

const both = (): EdiError => invalid(`$.${TRANSACTIONS}`, `is given next to a transaction set of the request itself; put that into \`${TRANSACTIONS}\` too`);
