import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import { convertText, type Json, readRecords, sourceOf } from './conversion';
import { type Resource, resourcesOf } from './fhir-validation';

/** Resources of an input, and the records that they are of. */
export interface FhirOfInput {
  readonly text: string;
  readonly resources: readonly Resource[];
  readonly records: readonly Json[];
}

/** Converts an input to resources and to records. */
export async function fhirOf(name: string, input: Buffer, options: ConversionOptions = {}): Promise<FhirOfInput> {
  const { text } = await convertText([sourceOf(name, input)], { ...options, output: 'fhir' });
  const records = await readRecords([sourceOf(name, input)], { objects: 'status', transactionTopLevel: true });
  return { text, resources: resourcesOf(text), records };
}

const CENTS = 100;
const CENT_TOLERANCE = 1e-6;

/** Amounts of a record in cents: `chargeAmount` and `paymentAmount` of the record, and the charges of its lines. */
interface Amounts {
  readonly total: number | undefined;
  readonly lines: readonly number[];
}

const cents = (value: unknown): number => Math.round(Number(value) * CENTS * (1 + CENT_TOLERANCE));

const linesOfRecord = (record: Json): Json[] => (Array.isArray(record['serviceLines']) ? record['serviceLines'] : []);

/** What the amounts of claims and payments are in the records, and in the resources: both by the id of the record. */
export function amountsOf({ records, resources }: FhirOfInput): {
  readonly ofRecords: ReadonlyMap<unknown, Amounts>;
  readonly ofResources: ReadonlyMap<unknown, Amounts>;
} {
  const claims = records.filter(({ objectType }) => objectType === 'CLAIM' || objectType === 'PAYMENT');
  const ofRecords = claims.map((record): [unknown, Amounts] => {
    const total = record['objectType'] === 'CLAIM' ? record['chargeAmount'] : record['paymentAmount'];
    return [
      record['id'],
      { total: total === undefined ? undefined : cents(total), lines: linesOfRecord(record).map((line) => cents(line['chargeAmount'] ?? 0)) },
    ];
  });
  const mapped = resources.filter(({ resourceType }) => resourceType === 'Claim' || resourceType === 'ExplanationOfBenefit');
  const ofResources = mapped.map((resource): [unknown, Amounts] => {
    const money = (resource.resourceType === 'Claim' ? resource['total'] : moneyOf(resource['payment'], 'amount')) as { value: unknown } | undefined;
    const items = (resource['item'] ?? []) as { net?: { value: unknown } }[];
    return [resource['id'], { total: money === undefined ? undefined : cents(money.value), lines: items.map(({ net }) => cents(net?.value ?? 0)) }];
  });
  return { ofRecords: new Map(ofRecords), ofResources: new Map(ofResources) };
}

const moneyOf = (value: unknown, key: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined);
