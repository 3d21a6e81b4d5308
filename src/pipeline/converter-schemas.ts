import { functionalGroup, interchangeControl } from '../mapping/control-records';
import { anyOfSchemas, NamedSchemas } from '../mapping/record-schemas';
import type { Generation } from '../plugin/generation';
import { TRANSACTIONS } from './generation/record-keys';
import { generationsOf, type RegisteredTransactionSet } from '../plugin/plugin.registry';
import type { Emission, TransactionSetPlugin } from '../plugin/transaction-set.plugin';
import type { JsonSchema } from '../mapping/json-schema';

/** JSON Schemas of the input and output of a converter. They refer to each other as `#/components/schemas/NAME`. */
export interface ConverterSchemas {
  /** Every schema that has a name. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Names of the schemas of the records themselves. */
  readonly records: readonly string[];
  /** Names of the schemas of the records that parsing in memory lists under a name of their own, such as payments. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** The requests that EDI is generated from, by the number of their transaction set. */
  readonly requests: Readonly<Record<string, JsonSchema>>;
}

/** The part of a request about ISA and GS. */
const REQUIRED_OF_INTERCHANGE = ['senderIdQualifier', 'senderId', 'receiverIdQualifier', 'receiverId'];
const REQUIRED_OF_GROUP = ['senderCode', 'receiverCode'];

/** Returns the schemas of the records of plugins, and of the requests that they can write. */
export function converterSchemas(plugins: readonly RegisteredTransactionSet[]): ConverterSchemas {
  const named = new NamedSchemas();
  const lists = new Map<string, Set<string>>();
  const declared = plugins.flatMap(({ plugin }) => [
    ...plugin.emits.map(declarationOf),
    ...(plugin.transaction ? [plugin.transaction] : []),
    ...(plugin.envelope ? [plugin.envelope] : []),
  ]);
  const records = [...declared, interchangeControl, functionalGroup];
  for (const record of records) named.refTo(record);
  for (const emission of plugins.flatMap(({ plugin }) => plugin.emits)) {
    if (emission.listedAs !== undefined) lists.set(emission.listedAs, (lists.get(emission.listedAs) ?? new Set()).add(declarationOf(emission).name));
  }
  const requests = plugins.flatMap(generationsOf).flatMap(({ entry, generation, sets }) => {
    const schema = requestSchema(entry.plugin, generation, named);
    return sets.map((set) => [set, schema] as const);
  });
  return {
    schemas: named.schemas,
    records: [...new Set(records.map(({ name }) => name))],
    lists: Object.fromEntries([...lists].map(([name, one]) => [name, [...one]])),
    requests: Object.fromEntries(requests),
  };
}

const declarationOf = (emission: Emission) => ('whole' in emission ? emission.whole : emission.record);

function requestSchema({ emits, transaction }: TransactionSetPlugin, { types, units, segments = {} }: Generation, named: NamedSchemas): JsonSchema {
  const guides = Object.values(types).flatMap((type) => type.guides);
  const listOf = (isMeant: (emission: Emission) => boolean): JsonSchema => {
    const records = emits.flatMap((one) =>
      'record' in one && isMeant(one) && one.guides?.some((guide) => guides.includes(guide)) !== false ? [one.record] : [],
    );
    return { type: 'array', items: anyOfSchemas(records.map((record) => named.inputRefTo(record))) };
  };
  const ofSegments = Object.entries(segments).map(([key, place]): readonly [string, JsonSchema] => [key, listOf((one) => 'each' in one && one.each === place)]);
  const ofTransaction = {
    ...(transaction === undefined ? {} : { transaction: named.inputRefTo(transaction) }),
    [units]: listOf((one) => 'unit' in one),
    ...Object.fromEntries(ofSegments),
  };
  return {
    type: 'object',
    required: ['interchangeControl', 'functionalGroup'],
    properties: {
      interchangeControl: { allOf: [named.inputRefTo(interchangeControl)], required: REQUIRED_OF_INTERCHANGE },
      functionalGroup: { allOf: [named.inputRefTo(functionalGroup)], required: REQUIRED_OF_GROUP },
      ...ofTransaction,
      [TRANSACTIONS]: { type: 'array', items: { type: 'object', properties: ofTransaction } },
    },
  };
}
