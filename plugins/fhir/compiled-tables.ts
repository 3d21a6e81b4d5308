import { codingRules } from './mapping/codings';
import { inList, sharedTypes } from './mapping/elements';
import { keyOf, Program } from './mapping/program';
import { type RecordTable, RECORDS, type ResourceTable, TRANSACTIONS } from './records';
import { ResourceType } from './resource-writer';

/** A resource that the machine writes. */
export interface CompiledResource {
  readonly type: ResourceType;
  /** Address of the operation. */
  readonly operation: number;
  /** Key of the list of the record, each object of which is a resource; absent: the record is one. */
  readonly list: number | undefined;
}

export interface CompiledRecord {
  readonly resources: readonly CompiledResource[];
  /** Address of the operation that writes details of the payment around the record. */
  readonly details: number | undefined;
}

/** What follows an amount, by its currency. */
export interface CompiledCurrency {
  readonly money: number;
  readonly quantity: number;
}

/** All tables, as the machine runs them. Numbers are addresses in its memory. */
export interface CompiledTables {
  /** The memory of the machine as far as the program goes. */
  readonly image: Buffer;
  /** The index of the names that tables read, and room for the members of a record by their keys. */
  readonly names: number;
  readonly ofRecord: number;
  readonly constants: number;
  readonly currencies: ReadonlyMap<string, CompiledCurrency>;
  /** Types of shared resources, by their numbers. */
  readonly types: readonly ResourceType[];
  readonly records: ReadonlyMap<string, CompiledRecord>;
  readonly transactions: ReadonlyMap<string, CompiledResource>;
}

let compiled: CompiledTables | undefined;

/** The tables of the mapping: they are constants, so they are compiled once. */
export const compiledTables = (): CompiledTables => (compiled ??= compileTables(RECORDS, TRANSACTIONS));

export function compileTables(recordTables: readonly RecordTable[], transactionTables: ReadonlyMap<string, ResourceTable>): CompiledTables {
  const program = new Program();
  const compile = ({ type, table, each }: ResourceTable): CompiledResource => ({
    type: new ResourceType(type),
    operation: program.operation(table.write),
    list: each === undefined ? undefined : keyOf(each),
  });
  const records = recordTables.map(({ kind, resources, details }): [string, CompiledRecord] => [
    kind,
    { resources: resources.map(compile), details: details === undefined ? undefined : program.operation(inList(details)) },
  ]);
  const transactions = [...transactionTables].map(([kind, table]): [string, CompiledResource] => [kind, compile(table)]);
  const constants = program.words([
    ...['subType', 'code', 'desc'].map(keyOf),
    ...codingRules(program),
    ...[',"display":', ',"text":', '}]', '{"value":', ',"start":', ',"end":'].map((text) => program.text(text)),
  ]);
  const currencies = Intl.supportedValuesOf('currency').map((code): [string, CompiledCurrency] => [code, currencyIn(program, code)]);
  const [names, ofRecord] = [program.names(), program.words(new Array<number>(program.keyCount + 1).fill(0))];
  const types = sharedTypes.map((name) => new ResourceType(name));
  return {
    image: program.bytes,
    names,
    ofRecord,
    constants,
    currencies: new Map(currencies),
    types,
    records: new Map(records),
    transactions: new Map(transactions),
  };
}

const currencyIn = (program: Program, code: string): CompiledCurrency => ({
  money: program.text(`,"currency":"${code}"}`),
  quantity: program.text(`,"unit":"${code}","system":"urn:iso:std:iso:4217","code":"${code}"}`),
});
