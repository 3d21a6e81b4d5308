import { functionalGroup, interchangeControl } from '../mapping/control-records';
import type { JsonSchema } from '../mapping/field';
import { type NamedSchemas, namedSchemas } from '../mapping/record-schemas';
import type { Generation } from '../plugin/generation';
import type { RegisteredTransactionSet } from '../plugin/plugin.registry';
import type { Emission, TransactionSetPlugin } from '../plugin/transaction-set.plugin';

/** JSON Schemas of what a converter gives and takes. */
export interface ConverterSchemas extends NamedSchemas {
  /** The requests that EDI is generated from, by the number of their transaction set; they refer to `schemas`. */
  readonly requests: Readonly<Record<string, JsonSchema>>;
}

/** What a request has to say of ISA and GS. */
const REQUIRED_OF_INTERCHANGE = ['senderIdQualifier', 'senderId', 'receiverIdQualifier', 'receiverId'];
const REQUIRED_OF_GROUP = ['senderCode', 'receiverCode'];

/** Gives the schemas of the records of plugins, and of the requests that they can write. */
export function converterSchemas(plugins: readonly RegisteredTransactionSet[]): ConverterSchemas {
  const declared = plugins.flatMap(({ plugin }) => [
    ...plugin.emits.map((emission) => ('whole' in emission ? emission.whole : emission.record)),
    ...(plugin.transaction ? [plugin.transaction] : []),
    ...(plugin.envelope ? [plugin.envelope] : []),
  ]);
  const named = namedSchemas([...declared, interchangeControl, functionalGroup]);
  const requests = plugins.flatMap(({ options, plugin }) => {
    const { generation } = plugin;
    return generation === undefined ? [] : options.claims.map(({ set }) => [set, requestSchema(plugin, generation, named)] as const);
  });
  return { ...named, requests: Object.fromEntries(requests) };
}

function requestSchema({ emits, transaction }: TransactionSetPlugin, { types, units, segments = {} }: Generation, { refTo }: NamedSchemas): JsonSchema {
  const guides = Object.values(types).flatMap((type) => type.guides);
  const listOf = (isMeant: (emission: Emission) => boolean): JsonSchema => {
    const records = emits.flatMap((one) =>
      'record' in one && isMeant(one) && one.guides?.some((guide) => guides.includes(guide)) !== false ? [one.record] : [],
    );
    return { type: 'array', items: anyOf(records.map(refTo)) };
  };
  const ofSegments = Object.entries(segments).map(([key, place]): readonly [string, JsonSchema] => [key, listOf((one) => 'each' in one && one.each === place)]);
  return {
    type: 'object',
    required: ['interchangeControl', 'functionalGroup'],
    properties: {
      interchangeControl: { allOf: [refTo(interchangeControl)], required: REQUIRED_OF_INTERCHANGE },
      functionalGroup: { allOf: [refTo(functionalGroup)], required: REQUIRED_OF_GROUP },
      ...(transaction === undefined ? {} : { transaction: refTo(transaction) }),
      [units]: listOf((one) => 'unit' in one),
      ...Object.fromEntries(ofSegments),
    },
  };
}

/** What is one of several records, told by nothing but what it has. */
function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = [...new Map(schemas.map((schema) => [schema.$ref, schema])).values()];
  const [first = {}, ...others] = distinct;
  return others.length === 0 ? first : { anyOf: distinct };
}
