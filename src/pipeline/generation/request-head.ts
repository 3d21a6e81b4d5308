import { EdiError } from '../../common/edi-error';
import { JsonPath } from '../../mapping/writing/json-path';
import { unknownText } from '../../mapping/writing/record-writer';
import { isGiven, isObject, type JsonObject, type WriteRun } from '../../mapping/writing/write-run';
import type { GeneratedType, Generation } from '../../plugin/generation';
import { readEnvelope, type RequestEnvelope } from './read-envelope';

/** What a request says beside its records. */
export interface RequestHead {
  readonly envelope: RequestEnvelope;
  readonly type: GeneratedType;
  /** ST02. */
  readonly controlNumber: string;
  /** Version that the request asks for; empty for none. */
  readonly version: string;
  /** Records of a request in one document by their key, those of units first. */
  readonly records: readonly (readonly [string, readonly unknown[]])[];
}

const HEAD_KEYS = ['interchangeControl', 'functionalGroup', 'transaction'];

/** Reads everything of a request but its records. Throws EDI_REQUEST_INVALID. */
export function readHead(head: JsonObject, root: JsonPath, generation: Generation, run: WriteRun): RequestHead {
  const recordKeys = recordKeysOf(generation);
  const known = [...HEAD_KEYS, ...recordKeys];
  if (isRecord(head)) throw notARecord(recordKeys[0] ?? '');
  for (const key of Object.keys(head)) if (!known.includes(key)) run.problem(root, key, unknownText(key, 'the request', known));
  const envelope = readEnvelope(head, root, run);
  const type = typeOf(envelope.group.transactionType, root, generation, run);
  const records = recordKeys.flatMap((key): readonly (readonly [string, readonly unknown[]])[] => {
    const values = head[key];
    if (Array.isArray(values)) return [[key, values]];
    if (isGiven(values)) run.problem(root, key, 'expected an array');
    return [];
  });
  run.throwProblems();
  if (type === undefined) throw new EdiError('EDI_REQUEST_INVALID', 'The request says no transaction type.');
  return { envelope, type, records, ...transactionOf(head) };
}

/** True for a record of what was converted, which was sent as it is. */
const isRecord = (head: JsonObject): boolean => typeof head['objectType'] === 'string' && !isGiven(head['interchangeControl']);

function notARecord(recordsKey: string): EdiError {
  const message = `$: a record, where interchangeControl and functionalGroup should stand. Send them as the first line, or records in an array \`${recordsKey}\` beside them.`;
  return new EdiError('EDI_REQUEST_INVALID', message);
}

/** Keys that have records, those of units first. */
export function recordKeysOf({ units, segments = {} }: Generation): readonly string[] {
  return [units, ...Object.keys(segments)];
}

function typeOf(transactionType: string, root: JsonPath, { types }: Generation, run: WriteRun): GeneratedType | undefined {
  if (Object.hasOwn(types, transactionType)) return types[transactionType];
  run.problem(new JsonPath(root, 'functionalGroup'), 'transactionType', `expected ${Object.keys(types).join(', ')}`);
  return undefined;
}

const LEAST_CONTROL_LENGTH = 4;

/** ST02 is that of the request, else 1, with four digits at least. */
function transactionOf({ transaction }: JsonObject): Pick<RequestHead, 'controlNumber' | 'version'> {
  const { controlNumber, implementationConventionReference: version } = isObject(transaction) ? transaction : {};
  const text = typeof controlNumber === 'string' || typeof controlNumber === 'number' ? String(controlNumber) : '';
  return { controlNumber: (text === '' ? '1' : text).padStart(LEAST_CONTROL_LENGTH, '0'), version: typeof version === 'string' ? version : '' };
}
