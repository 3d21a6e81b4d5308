import { EdiError } from '../../common/edi-error';
import { isGiven, isObject, type JsonObject, JsonPath, type WriteRun } from '../../mapping/writing/write-run';
import type { GeneratedType, Generation } from '../../plugin/generation';
import type { RequestGroup } from './envelope-members';
import { readEnvelope, type RequestEnvelope } from './read-envelope';
import { recordKeysOf, TRANSACTIONS } from './record-keys';
import { type LateMember, MAX_HELD_DOCUMENT, type RequestHeadPart } from './request-parts';

/** The members of a request without its records. */
export interface RequestHead {
  readonly envelope: RequestEnvelope;
  readonly type: GeneratedType;
  /** Requested version; empty for none. */
  readonly version: string;
  /** The member with that version. */
  readonly versionAt: { readonly path: JsonPath; readonly key: string };
}

const ENVELOPE_KEYS = ['interchangeControl', 'functionalGroup'];
const HEAD_KEYS = [...ENVELOPE_KEYS, 'transaction'];

const TOO_LATE = `has to stand before the records in a request of more than ${MAX_HELD_DOCUMENT / 1024 / 1024} MB`;

/** Reads everything of a request but its records. Throws EDI_REQUEST_INVALID. */
export function readHead({ head, isWhole }: RequestHeadPart, root: JsonPath, generation: Generation, run: WriteRun): RequestHead {
  if (isRecord(head)) throw notARecord(generation.units);
  for (const [key, value] of Object.entries(head)) checkMember(key, isGiven(value), root, generation, run);
  if (!isWhole) requireEnvelope(head, root, run);
  const envelope = readEnvelope(head, root, run);
  const transaction = transactionOf(head);
  const type = typeOf({ group: envelope.group, transaction }, root, generation, run);
  run.throwProblems();
  if (type === undefined) throw new EdiError('EDI_REQUEST_INVALID', 'The request says no transaction type.');
  const { version: ofGroup = '' } = envelope.group;
  const { version: ofTransaction } = transaction;
  const requested = ofGroup === '' ? new JsonPath(root, 'transaction') : new JsonPath(root, 'functionalGroup');
  return { envelope, type, version: ofGroup || ofTransaction, versionAt: { path: requested, key: ofGroup === '' ? VERSION_KEY : 'version' } };
}

/** The rest of the document may well have the envelope, but it is too late then. */
function requireEnvelope(head: JsonObject, root: JsonPath, run: WriteRun): void {
  for (const key of ENVELOPE_KEYS) if (!isGiven(head[key])) run.problem(root, key, TOO_LATE);
  run.throwProblems();
}

/** Refuses a member that comes after the head was read, unless it is empty. Throws EDI_REQUEST_INVALID. */
export function refuseLate({ key, value }: LateMember, root: JsonPath, generation: Generation, run: WriteRun): void {
  if (!HEAD_KEYS.includes(key)) checkMember(key, isGiven(value), root, generation, run);
  else if (isGiven(value)) run.problem(root, key, TOO_LATE);
  run.throwProblems();
}

/** Lists of records are no members of the head, so values under their keys are not either. */
function checkMember(key: string, hasValue: boolean, root: JsonPath, generation: Generation, run: WriteRun): void {
  const recordKeys = [...recordKeysOf(generation), TRANSACTIONS];
  const known = [...HEAD_KEYS, ...recordKeys];
  if (!known.includes(key)) run.unknown(root, key, 'the request', () => known);
  else if (hasValue && recordKeys.includes(key)) run.problem(root, key, 'expected an array');
}

/** True for a record of converted output, which was sent unchanged. */
const isRecord = (head: JsonObject): boolean => typeof head['objectType'] === 'string' && !isGiven(head['interchangeControl']);

function notARecord(recordsKey: string): EdiError {
  const message = `$: a record, where interchangeControl and functionalGroup should stand. Send them as the first line, or records in an array \`${recordsKey}\` beside them.`;
  return new EdiError('EDI_REQUEST_INVALID', message);
}

/** Properties that decide the type of a transaction set. */
interface TypeSigns {
  readonly group: RequestGroup;
  readonly transaction: RequestTransaction;
}

/** The type that a request names, else that of its version (GS08, ST03), else the only one that there is. */
function typeOf({ group, transaction }: TypeSigns, root: JsonPath, { types }: Generation, run: WriteRun): GeneratedType | undefined {
  const path = new JsonPath(root, 'functionalGroup');
  const names = Object.keys(types);
  const [only, ...others] = names;
  const ofVersion = (version: string): string | undefined => names.find((name) => types[name]?.guides.some((guide) => isOfGuide(version, guide)));
  const named = group.transactionType ?? transaction.transactionType;
  const name = named || ofVersion(group.version ?? '') || ofVersion(transaction.version) || (others.length === 0 ? only : undefined);
  if (name === undefined) run.problem(path, 'transactionType', 'is missing');
  else if (!Object.hasOwn(types, name)) run.problem(path, 'transactionType', `expected ${names.join(', ')}`);
  else return types[name];
  return undefined;
}

/** True for a version of a guide, with any addenda: 005010X222A1 and 005010X222 are of 005010X222A2. */
const isOfGuide = (version: string, guide: string): boolean => version !== '' && withoutAddenda(version) === withoutAddenda(guide);

const withoutAddenda = (version: string): string => version.replace(/[AE]\d+$/, '');

const MIN_CONTROL_LENGTH = 4;
export const VERSION_KEY = 'implementationConventionReference';

/** The facts of a transaction set's head that the envelope depends on; empty texts if absent. */
interface RequestTransaction {
  readonly version: string;
  readonly transactionType: string;
}

/** ST02 is that of the request, else the number of the transaction set in its group, with four digits at least. */
export function transactionNumberOf(transaction: unknown, ordinal: number): string {
  const { controlNumber } = isObject(transaction) ? transaction : {};
  const text = typeof controlNumber === 'string' || typeof controlNumber === 'number' ? String(controlNumber) : '';
  return /^\d*$/.test(text) ? (text || String(ordinal)).padStart(MIN_CONTROL_LENGTH, '0') : text;
}

function transactionOf({ transaction }: JsonObject): RequestTransaction {
  const { transactionType, [VERSION_KEY]: version } = isObject(transaction) ? transaction : {};
  return {
    version: typeof version === 'string' ? version : '',
    transactionType: typeof transactionType === 'string' ? transactionType : '',
  };
}
