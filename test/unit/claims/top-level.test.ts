import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConverter } from '../../../src/pipeline/create-converter';
import type { ConversionOptions } from '../../../src/pipeline/conversion.types';
import { everyCode } from '../../support/code-directory';
import { asRecord, convertText, type Json, linesOf, sourceOf } from '../../support/conversion';
import { at, claimFile, readClaims, underSubscriber, claim } from '../../support/claims';

const SAMPLES = join(__dirname, '../../samples/x12-837');
const names = readdirSync(SAMPLES);
const inputOf = (name: string): string => readFileSync(join(SAMPLES, name, 'input.edi'), 'utf8');

const convert = async (name: string, options: ConversionOptions = {}): Promise<readonly Json[]> =>
  linesOf((await convertText([sourceOf(`${name}.edi`, inputOf(name))], options)).text);

const engine = createConverter({ codes: everyCode() });

/** Leaves out keys of a record. */
const without = (record: Json, ...keys: readonly string[]): Json => Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

describe.each(names)('the sample %s', (name) => {
  it('is the same as a JSON array and as NDJSON', async () => {
    const { text } = await convertText([sourceOf(`${name}.edi`, inputOf(name))], { output: 'json' });
    expect(JSON.parse(text)).toEqual(await convert(name));
  });

  it('has its transaction before its claims with transactionTopLevel, and refers to it', async () => {
    const embedded = await convert(name);
    const [transaction, ...claims] = await convert(name, { transactionTopLevel: true });
    expect(transaction).toEqual(embedded[0]?.['transaction']);
    expect(Object.keys(transaction ?? {}).slice(0, 3)).toEqual(['id', 'objectType', 'controlNumber']);
    expect(claims.map((one) => without(one, 'transactionId'))).toEqual(embedded.map((one) => without(one, 'transaction')));
    for (const one of claims) {
      expect(one['transactionId']).toBe(transaction?.['id']);
      expect(Object.keys(one).slice(0, 3)).toEqual(['id', 'objectType', 'transactionId']);
    }
  });

  it('names its group in the transaction where control segments are converted too', async () => {
    const objects = await convert(name, { transactionTopLevel: true, convertControlSegments: true });
    expect(objects.map(({ objectType }) => objectType).slice(0, 4)).toEqual(['INTERCHANGE_CONTROL', 'FUNCTIONAL_GROUP', 'TRANSACTION', 'CLAIM']);
    expect(objects[2]?.['functionalGroupId']).toBe(objects[1]?.['id']);
  });

  it('gives its tree with convertToSegments', async () => {
    const objects = await convert(name, { convertToSegments: true });
    expect(objects.map((object) => [object['objectType'], object['segment_id']])).toEqual(['ISA', 'GS', 'ST', 'GE', 'IEA'].map((id) => ['SEGMENT', id]));
    const written = inputOf(name)
      .split('~')
      .filter((segment) => segment.trim() !== '').length;
    expect(countSegments(objects)).toBe(written);
  });

  it('has descriptions of all its codes beside them, and nothing else, where they are on', async () => {
    const source = () => [sourceOf(`${name}.edi`, inputOf(name))];
    const described = linesOf((await convertText(source(), {}, engine)).text);
    expect(described.map(withoutDescriptions)).toEqual(await convert(name));
    expect(codesWithoutDescription(described)).toEqual([]);
    expect(linesOf((await convertText(source(), { descriptions: false }, engine)).text)).toEqual(await convert(name));
  });
});

/** Codes whose description is not that of their list and themselves. */
function codesWithoutDescription(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(codesWithoutDescription);
  if (typeof value !== 'object' || value === null) return [];
  const own = 'subType' in value && 'code' in value && at(value, 'desc') !== `${String(value.subType)} ${String(value.code)}` ? [value] : [];
  return [...own, ...Object.values(value).flatMap(codesWithoutDescription)];
}

/** Every object of a tree with a segment id is a segment. */
function countSegments(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((count, one) => count + countSegments(one), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return ('segment_id' in value ? 1 : 0) + countSegments(Object.values(value));
}

/** Leaves out what a code list says of codes: `desc` beside `subType`. */
function withoutDescriptions(value: Json): Json {
  const strip = (one: unknown): unknown => {
    if (Array.isArray(one)) return list(one).map(strip);
    if (typeof one !== 'object' || one === null) return one;
    const kept = Object.entries(one).filter(([key]) => !('subType' in one && ['desc', 'instructionDesc', 'formattedCode'].includes(key)));
    return Object.fromEntries(kept.map(([key, inner]) => [key, strip(inner)]));
  };
  return asRecord(strip(value));
}

describe('several transactions of claims', () => {
  it('are each before their own claims with transactionTopLevel', async () => {
    const { objects } = await readClaims(claimFile([underSubscriber(...claim('A'), ...claim('B')), underSubscriber(), underSubscriber(...claim('C'))]), {
      transactionTopLevel: true,
    });
    expect(objects.map(({ objectType, patientControlNumber, controlNumber }) => [objectType, patientControlNumber ?? controlNumber])).toEqual([
      ['TRANSACTION', '0001'],
      ['CLAIM', 'A'],
      ['CLAIM', 'B'],
      ['TRANSACTION', '0002'],
      ['TRANSACTION', '0003'],
      ['CLAIM', 'C'],
    ]);
    expect(objects[1]?.['transactionId']).toBe(objects[0]?.['id']);
    expect(objects[5]?.['transactionId']).toBe(objects[4]?.['id']);
    expect(new Set(objects.map(({ id }) => id)).size).toBe(objects.length);
  });

  it('are each in their own claims without it', async () => {
    const { claims } = await readClaims(claimFile([underSubscriber(...claim('A')), underSubscriber(...claim('B'))]));
    expect(claims.map((one) => at(one, 'transaction', 'controlNumber'))).toEqual(['0001', '0002']);
  });
});

describe('the kind of a transaction', () => {
  it.each([
    ['005010X222', 'PROF'],
    ['005010X222A1', 'PROF'],
    ['005010X222A2', 'PROF'],
    ['005010X298', 'PROF'],
    ['005010X223', 'INST'],
    ['005010X223A2', 'INST'],
    ['005010X223A3', 'INST'],
    ['005010X299', 'INST'],
    ['005010X224', 'DENTAL'],
    ['005010X224A2', 'DENTAL'],
    ['005010X224A3', 'DENTAL'],
    ['004010X098A1', 'PROF'],
    ['004010X098', 'PROF'],
    ['004010X096A1', 'INST'],
    ['004010X097A1', 'DENTAL'],
  ])('is for %s %s', async (guide, kind) => {
    const { claims } = await readClaims(claimFile([underSubscriber('CLM*A*1')], { guide }));
    expect(claims.map((one) => at(one, 'transaction', 'transactionType'))).toEqual([kind]);
  });

  it.each([
    ['31', 'SUBROGATION'],
    ['CH', 'CHARGEABLE'],
    ['RP', 'REPORTING'],
    ['TH', 'RECEIPT_ACK_ADVICE'],
    ['QQ', undefined],
  ])('has for BHT06 %s the purpose %s', async (code, type) => {
    const text = claimFile([underSubscriber('CLM*A*1')]).replace('*CH~', `*${code}~`);
    expect(at((await readClaims(text)).claims[0], 'transaction', 'claimOrEncounterIdentifierType')).toBe(type);
  });
});
