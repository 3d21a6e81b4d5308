import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordDeclaration } from '../../src/mapping/field';
import { PluginRegistry } from '../../src/plugin/plugin.registry';
import { converter } from './conversion';
import { type Json, type Leaf, leavesOf, valuesFor } from './request-mutations';
import { sharedFolderWhenLong } from './shared-data';

const engine = converter();

/** The records of a file, those of its envelope and transactions included. */
export async function recordsOf(edi: Buffer | string): Promise<readonly Json[]> {
  const found: Json[] = [];
  const source = {
    name: 'input.edi',
    open: async function* () {
      yield await Promise.resolve(Buffer.from(edi));
    },
  };
  const options = { descriptions: false, convertControlSegments: true, transactionTopLevel: true };
  for await (const one of engine.records([source], options)) found.push(one);
  return found;
}

const SAMPLES = join(__dirname, '../../samples');

/** A request of one record, and what it is made of. */
export interface Base {
  readonly type: string;
  readonly set: string;
  readonly key: string;
  readonly record: RecordDeclaration<unknown>;
  readonly transaction: RecordDeclaration<unknown>;
  readonly request: Json;
  readonly donors: readonly unknown[];
}

const KINDS = [
  { type: 'PAYMENT', set: '835', key: 'payments', record: 'Payment', file: '835.edi', objectType: 'PAYMENT' },
  { type: 'PAYMENT', set: '835', key: 'providerAdjustments', record: 'ProviderAdjustment', file: '835.edi', objectType: 'PROVIDER_ADJUSTMENT' },
  { type: 'PROF', set: '837', key: 'claims', record: 'ProfClaim', file: '837p.edi', objectType: 'CLAIM' },
  { type: 'INST', set: '837', key: 'claims', record: 'InstClaim', file: '837i.edi', objectType: 'CLAIM' },
  { type: 'DENTAL', set: '837', key: 'claims', record: 'DentClaim', file: '837d.edi', objectType: 'CLAIM' },
];

/** A request of each kind, of the samples. */
export async function basesOf(): Promise<readonly Base[]> {
  const registry = PluginRegistry.ofProduct();
  const plugins = registry.transactionSetPlugins.map(({ plugin }) => plugin).filter(({ generation }) => generation !== undefined);
  const folder = sharedFolderWhenLong('conformance');
  const more = folder === undefined ? [] : filesBelow(join(folder, 'cases/edi_files'));
  const files = [...filesBelow(SAMPLES), ...more].filter((path) => !/ncpdp/i.test(path));
  const donors: Json[][] = [];
  for (const path of files) donors.push([...(await recordsOf(readFileSync(path)).catch(() => []))]);
  const bases: Base[] = [];
  for (const { type, set, key, record, file, objectType } of KINDS) {
    const plugin = plugins.find(({ generation = [] }) => [generation].flat().some((one) => type in one.types));
    const declaration = plugin?.emits.flatMap((one) => ('record' in one ? [one.record] : [])).find(({ name }) => name === record);
    if (plugin?.transaction === undefined || declaration === undefined) throw new Error(`${record} was not found.`);
    const records = await recordsOf(readFileSync(join(SAMPLES, file)));
    const of = (wanted: string): Json => records.find((one) => one['objectType'] === wanted) ?? {};
    const own = of(objectType);
    const { transactionSetIdentifierCode: _st01, ...transaction } = of('TRANSACTION');
    const request = {
      interchangeControl: of('INTERCHANGE_CONTROL'),
      functionalGroup: { ...of('FUNCTIONAL_GROUP'), transactionType: type },
      transaction,
      ...(key === 'providerAdjustments' ? { payments: [of('PAYMENT')] } : {}),
      [key]: [own],
    };
    const others = donors.flat().filter((one) => one['objectType'] === objectType);
    bases.push({ type, set, key, record: declaration, transaction: plugin.transaction, request, donors: others.map((one) => ({ [key]: [one] })) });
  }
  return bases;
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** What follows from other values, or is made. */
const FOLLOWS = /^(?:id|objectType|transactionId|functionalGroupId|fileInfo|validationIssues|transaction|transactionType)$/;

/** Another value of a request. */
export interface Mutation {
  readonly base: Base;
  readonly leaf: Leaf;
  readonly value: unknown;
}

/** Every value of a request, and others for it. */
export function mutationsOf(base: Base): readonly Mutation[] {
  const leaves = [...leavesOf(base.record, [base.key, undefined]), ...leavesOf(base.transaction, ['transaction'])];
  return leaves
    .filter(({ path }) => !path.some((step, i) => step !== undefined && i > 0 && FOLLOWS.test(step)))
    .flatMap((leaf) => valuesFor(leaf.schema).map((value) => ({ base, leaf, value })));
}
