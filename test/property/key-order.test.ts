import { functionalGroup, interchangeControl } from '../../src/mapping/control-records';
import { providerStatus } from '../../plugins/x12-277/provider-status';
import { receiverStatus } from '../../plugins/x12-277/receiver-status';
import { transaction as statusTransaction } from '../../plugins/x12-277/transaction';
import { memberCoverage } from '../../plugins/x12-834/member-coverage';
import { transaction as coverageTransaction } from '../../plugins/x12-834/transaction';
import { payment } from '../../plugins/x12-835/payment';
import { providerAdjustment } from '../../plugins/x12-835/provider-adjustment';
import { transaction } from '../../plugins/x12-835/transaction';
import { dentalClaim } from '../../plugins/x12-837/dental-claim';
import { institutionalClaim } from '../../plugins/x12-837/institutional-claim';
import { professionalClaim } from '../../plugins/x12-837/professional-claim';
import { transaction as claimTransaction } from '../../plugins/x12-837/transaction';
import { EdiError } from '../../src/common/edi-error';
import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import { convertText, type Json, linesOf, sourceOf } from '../support/conversion';
import { filesBelow, sharedFolderWhenLong } from '../support/shared-data';
import { type Input, inputs835 } from './inputs';
import type { JsonSchema } from '../../src/mapping/json-schema';

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  PAYMENT: payment.schema,
  PROVIDER_ADJUSTMENT: providerAdjustment.schema,
  MEMBER_COVERAGE: memberCoverage.schema,
  PROVIDER_STATUS: providerStatus.schema,
  RECEIVER_STATUS: receiverStatus.schema,
  INTERCHANGE_CONTROL: interchangeControl.schema,
  FUNCTIONAL_GROUP: functionalGroup.schema,
};

const CLAIMS: Readonly<Record<string, JsonSchema>> = {
  PROF: professionalClaim.schema,
  INST: institutionalClaim.schema,
  DENTAL: dentalClaim.schema,
};

const TRANSACTIONS: Readonly<Record<string, JsonSchema>> = {
  PAYMENT: transaction.schema,
  MEMBER_COVERAGE: coverageTransaction.schema,
  CLAIM_ACK: statusTransaction.schema,
};

/** The schema of a record; a claim without its transaction does not say of which kind it is. */
function schemaOf({ objectType, transactionType, transaction: inside }: Json): JsonSchema | undefined {
  if (objectType === 'TRANSACTION') return TRANSACTIONS[String(transactionType)] ?? claimTransaction.schema;
  if (objectType === 'CLAIM') return CLAIMS[String(asJson(inside)?.['transactionType'])];
  return SCHEMAS[String(objectType)];
}

/** The transaction of a record, which is an object where it is there. */
const asJson = (value: unknown): Json | undefined => value as Json | undefined;

/** The paths of objects whose keys are not those of the schema, or not in its order. */
function disorder(value: unknown, schema: JsonSchema | undefined, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => disorder(item, schema?.items, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  const declared = Object.keys(schema?.properties ?? {});
  const keys = Object.keys(value);
  const inOrder = declared.filter((key) => keys.includes(key));
  const found = keys.join() === inOrder.join() ? [] : [`${path}: ${keys.join()} instead of ${inOrder.join()}`];
  return [...found, ...Object.entries(value).flatMap(([key, member]) => disorder(member, schema?.properties?.[key], `${path}.${key}`))];
}

/** The paths of published objects whose keys, as far as we have them, stand in another order. */
function conflicts(value: unknown, schema: JsonSchema | undefined, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => conflicts(item, schema?.items, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  const declared = Object.keys(schema?.properties ?? {});
  const published = Object.keys(value).filter((key) => declared.includes(key));
  const ours = declared.filter((key) => published.includes(key));
  const found = published.join() === ours.join() ? [] : [`${path}: ${published.join()}`];
  return [...found, ...Object.entries(value).flatMap(([key, member]) => conflicts(member, schema?.properties?.[key], `${path}.${key}`))];
}

/** The keys that occur twice in one object: JSON.parse would keep the last one in silence. */
function repeatedKeys(json: string): string[] {
  const open: Set<string>[] = [];
  const repeated: string[] = [];
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*":?|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (token.endsWith(':')) {
      if (open.at(-1)?.has(token)) repeated.push(token);
      open.at(-1)?.add(token);
    }
  }
  return repeated;
}

/** The NDJSON of an input, empty where nothing of it can be converted. */
async function ndjsonOf({ name, read }: Input, options: ConversionOptions = {}): Promise<string> {
  try {
    return (await convertText([sourceOf(name, read())], options)).text;
  } catch (error) {
    if (error instanceof EdiError) return '';
    throw error;
  }
}

const isRecord = (object: Json): boolean => schemaOf(object) !== undefined;

describe('the keys of a record', () => {
  it.each([
    ['with the transaction inside', {}],
    ['with transactions and control segments of their own', { transactionTopLevel: true, convertControlSegments: true }],
  ])('stand in the order of its declaration, %s', async (_name, options) => {
    for (const input of inputs835()) {
      for (const object of linesOf(await ndjsonOf(input, options)).filter(isRecord)) {
        const type = String(object['objectType']);
        expect({ name: input.name, disorder: disorder(object, schemaOf(object), type) }).toEqual({ name: input.name, disorder: [] });
      }
    }
  });

  it('stand in the order of the published answers', () => {
    const folder = sharedFolderWhenLong('conformance/cases/converted_files');
    for (const { name, read } of folder === undefined ? [] : filesBelow(folder).filter((file) => /83[57]\/.*\.json$/.test(file.name))) {
      const answer: unknown = JSON.parse(read().toString());
      const objects = Array.isArray(answer) ? answer : [];
      expect({ name, conflicts: objects.flatMap((object) => conflicts(object, schemaOf(object), String(object.objectType))) }).toEqual({
        name,
        conflicts: [],
      });
    }
  });

  it('are not written twice', async () => {
    for (const input of inputs835()) {
      expect({ name: input.name, repeated: repeatedKeys(await ndjsonOf(input)) }).toEqual({ name: input.name, repeated: [] });
    }
  });
});
