import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import { constant, type Field, record } from '../../src/plugin';
import { convertText, type Json, linesOf, readRecords, sourceOf } from './conversion';
import { engineWith, transactionSetPlugin } from './plugin-engine';
import { remittance, REMITTANCE_HEAD } from './remittance';

export type Fields = Readonly<Record<string, Field<unknown>>>;

export interface MappedOptions {
  /** Loop that a record is made of; 2100 when absent. */
  readonly unit?: string;
  /** What stands between ST and the claim. */
  readonly head?: readonly string[];
  readonly encoding?: BufferEncoding;
}

/**
 * Reads fields from the segments of a claim, by the 835 guide, both as objects and as JSON; demands that the two are
 * equal, and gives the records and the JSON lines.
 */
export async function mapAll(
  fields: Fields,
  claim: readonly string[],
  { unit = '2100', head = REMITTANCE_HEAD, encoding = 'utf8' }: MappedOptions = {},
): Promise<{ records: Json[]; lines: string[] }> {
  const engine = engineWith([transactionSetPlugin({ emits: [{ unit, record: record('Mapped', { objectType: constant('MAPPED'), ...fields }) }] })]);
  const source = () => sourceOf('mapped.edi', Buffer.from(remittance({ claims: [claim], head }), encoding));
  const options: ConversionOptions = { maxWarnings: -1 };
  const { text } = await convertText([source()], options, engine);
  const records = await readRecords([source()], options, engine);
  expect(linesOf(text)).toEqual(records);
  return { records, lines: text.split('\n').slice(0, -1) };
}

/** The values of the fields in the first record. */
export async function mapped(fields: Fields, claim: readonly string[], options?: MappedOptions): Promise<Json> {
  const [first] = (await mapAll(fields, claim, options)).records;
  const { objectType, ...values } = first ?? {};
  expect(objectType).toBe('MAPPED');
  return values;
}

/** The value that one field has for a claim, undefined where it has none. */
export const valueOf = async (field: Field<unknown>, claim: readonly string[], options?: MappedOptions): Promise<unknown> =>
  (await mapped({ value: field }, claim, options))['value'];

/** The JSON text that one field is written as, undefined where it is left out. */
export async function jsonOf(field: Field<unknown>, claim: readonly string[], options?: MappedOptions): Promise<string | undefined> {
  const [line = ''] = (await mapAll({ value: field }, claim, options)).lines;
  return /^\{"objectType":"MAPPED"(?:,"value":(.*))?\}$/s.exec(line)?.[1];
}
