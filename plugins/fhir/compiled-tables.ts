import { codingRules } from './mapping/codings';
import { inList } from './mapping/elements';
import { keyOf, Program } from './mapping/program';
import { type RecordTable, RECORDS, type ResourceTable, TRANSACTIONS } from './records';

/** A resource that the machine writes. */
export interface CompiledResource {
  /** Addresses of its type and of the operation. */
  readonly type: number;
  readonly operation: number;
  /** Key of the list of the record, each object of which is a resource; absent: the record is one. */
  readonly list: number | undefined;
}

export interface CompiledRecord {
  readonly resources: readonly CompiledResource[];
  /** Address of the operation that writes details of the payment around the record. */
  readonly details: number | undefined;
}

/** All tables, as the machine runs them. Numbers are addresses in its memory. */
export interface CompiledTables {
  /** The memory of the machine as far as the program goes. */
  readonly image: Buffer;
  /** The names that tables read. */
  readonly keys: ReadonlySet<string>;
  /** The index of these names, and room for the members of a record by their keys. */
  readonly names: number;
  readonly ofRecord: number;
  readonly constants: number;
  /** By the numbers that the machine has for their kinds, from 1; that of transactions is the last. */
  readonly records: readonly CompiledRecord[];
  readonly transactionKind: number;
  readonly transactions: ReadonlyMap<string, CompiledResource>;
}

/** Kind of the records that are transactions. */
const TRANSACTION = 'TRANSACTION';

const DEFAULT_CURRENCY = 'USD';

let compiled: CompiledTables | undefined;

/** The tables of the mapping: they are constants, so they are compiled once. */
export const compiledTables = (): CompiledTables => (compiled ??= compileTables(RECORDS, TRANSACTIONS));

export function compileTables(recordTables: readonly RecordTable[], transactionTables: ReadonlyMap<string, ResourceTable>): CompiledTables {
  const program = new Program();
  const compile = ({ type, table, each }: ResourceTable): CompiledResource => ({
    type: program.type(type),
    operation: program.operation(table.write),
    list: each === undefined ? undefined : keyOf(each),
  });
  const records = recordTables.map(({ resources, details }) => ({
    resources: resources.map(compile),
    details: details === undefined ? undefined : program.operation(inList(details)),
  }));
  const kinds = [...recordTables.map(({ kind }) => kind), TRANSACTION];
  const transactions = [...transactionTables].map(([kind, table]): [string, CompiledResource] => [kind, compile(table)]);
  const constants = program.words([
    ...['subType', 'code', 'desc'].map(keyOf),
    ...codingRules(program),
    ...[',"display":', ',"text":', '}]', '{"value":', ',"start":', ',"end":'].map((text) => program.text(text)),
    keyOf('objectType'),
    program.index(kinds.map((kind, i) => [kind, i + 1] as const)),
    keyOf('transaction'),
    keyOf('currencyCode'),
    program.index(Intl.supportedValuesOf('currency').map((code) => [code, currencyIn(program, code)] as const)),
    currencyIn(program, DEFAULT_CURRENCY),
    ...['",', '\n', '"}}'].map((text) => program.text(text)),
  ]);
  const [names, ofRecord] = [program.names(), program.reserve(program.keyCount + 1)];
  return {
    image: program.bytes,
    keys: program.keys,
    names,
    ofRecord,
    constants,
    records,
    transactionKind: kinds.length,
    transactions: new Map(transactions),
  };
}

/** The address of what follows an amount in a currency: in Money, and in a Quantity. */
const currencyIn = (program: Program, code: string): number =>
  program.words([program.text(`,"currency":"${code}"}`), program.text(`,"unit":"${code}","system":"urn:iso:std:iso:4217","code":"${code}"}`)]);
