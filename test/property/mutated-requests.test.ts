import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { converter } from '../support/conversion';
import { loadProductPlugins } from '../../src/plugin/product-plugins';
import { PluginRegistry } from '../../src/plugin/plugin.registry';
import { budget, isLong } from '../support/fuzz';
import { generate } from '../support/generate';
import { type Json, type Leaf, leavesOf, pathText, type Step, valuesAt, valuesFor, withValue } from '../support/request-mutations';
import { sharedFolderWhenLong } from '../support/shared-data';
import type { RecordDeclaration } from '../../src/mapping/field';

/*
 * One value of a request is another one: it comes back as it is after the EDI was generated and read, or an issue or a problem has its path.
 */

const engine = converter();

async function recordsOf(edi: Buffer | string): Promise<readonly Json[]> {
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
interface Base {
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

async function basesOf(): Promise<readonly Base[]> {
  const registry = new PluginRegistry();
  for (const Plugin of loadProductPlugins()) registry.register(new Plugin());
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

interface Mutation {
  readonly base: Base;
  readonly leaf: Leaf;
  readonly value: unknown;
}

function mutationsOf(base: Base): readonly Mutation[] {
  const leaves = [...leavesOf(base.record, [base.key, undefined]), ...leavesOf(base.transaction, ['transaction'])];
  return leaves
    .filter(({ path }) => !path.some((step, i) => step !== undefined && i > 0 && FOLLOWS.test(step)))
    .flatMap((leaf) => valuesFor(leaf.schema).map((value) => ({ base, leaf, value })));
}

/** The request as the records show it. */
async function readBack({ key }: Base, edi: string): Promise<Json> {
  const records = await recordsOf(edi);
  const objectTypes: Readonly<Record<string, string>> = { payments: 'PAYMENT', claims: 'CLAIM', providerAdjustments: 'PROVIDER_ADJUSTMENT' };
  return {
    transaction: records.find(({ objectType }) => objectType === 'TRANSACTION'),
    [key]: records.filter(({ objectType }) => objectType === objectTypes[key]),
  };
}

const TIME = /^(\d\d:\d\d)(?::00)?$/;

/** The same value: numbers may come as text and with zeros before them, a time without seconds, and a name as a code. */
function isSame(wanted: unknown, found: unknown, { schema, path }: Leaf): boolean {
  if (wanted === found) return true;
  if (typeof found === 'number' && typeof wanted === 'string') return Number(wanted) === found;
  if (typeof found !== 'string' || typeof wanted !== 'string') return false;
  if (path.at(-1) === 'controlNumber' && /^\d+$/.test(wanted)) return Number(wanted) === Number(found);
  if (schema.enum !== undefined && !schema.enum.includes(wanted)) return schema.enum.includes(found);
  return wanted.replace(TIME, '$1:00') === found || `${wanted}:00` === found;
}

/** True for the usual qualifier of a code, which is not shown: the code and its list are those of the request. */
function isUsualQualifier(request: unknown, found: Json, path: readonly Step[]): boolean {
  if (path.at(-1) !== 'qualifierCode') return false;
  const isSameAt = (key: string): boolean => {
    const place = [...path.slice(0, -1), key];
    const [wanted] = valuesAt(request, place);
    return wanted !== undefined && valuesAt(found, place).includes(wanted);
  };
  return isSameAt('code') && isSameAt('subType');
}

/** Issues of a request, each as the path that it is about. */
function pathsOf(issues: readonly Json[]): readonly string[] {
  return issues.map(({ jsonPath, fieldName, message }) => `${String(jsonPath)}${typeof fieldName === 'string' ? `.${fieldName}` : ''} ${String(message)}`);
}

const usual = new Map<Base, Promise<ReadonlySet<string>>>();

/** What is wrong with the request before it is changed. */
function usualIssues(base: Base): Promise<ReadonlySet<string>> {
  let found = usual.get(base);
  if (found === undefined) usual.set(base, (found = generate(base.set, base.request).then(({ issues }) => new Set(pathsOf(issues)))));
  return found;
}

/**
 * True for an issue or problem about a value: one of a member that the value is or is in, or one of an element or segment of the object that it
 * is in, where the EDI has no level for it.
 */
function isAbout(issue: string, path: readonly Step[]): boolean {
  const own = `$.${pathText(path).replaceAll('[]', '[0]')}`;
  const [place = ''] = issue.split(' ', 1);
  if (own === place || own.startsWith(`${place}.`) || own.startsWith(`${place}[`))
    return issue.includes('Two properties') || !/^\$(?:\.\w+(?:\[0\])?)?$/.test(place);
  // A qualifier alone: its value is missing.
  if (own === `${place}QualifierCode`) return true;
  const object = place.slice(0, place.lastIndexOf('.'));
  const isOfElement = /[Ss]egment '?\w|allowed values list|does not have the form|unknown property|expected a code|it says which loop|is no list of codes/.test(
    issue,
  );
  return isOfElement && own.startsWith(`${object}.`) && own.slice(object.length + 1).split('.').length <= 3;
}

/** What happened to the value; undefined where it came back or was reported. */
async function lossOf({ base, leaf, value }: Mutation): Promise<string | undefined> {
  const request = withValue(base.request, leaf.path, value, base.donors);
  const what = `${base.type} ${pathText(leaf.path)} = ${JSON.stringify(value)}`;
  const made = await generate(base.set, request as object).catch((error: unknown) => String(error));
  if (typeof made === 'string')
    return made.split(/[;:] (?=\$)/).some((one) => isAbout(one.replace(':', ''), leaf.path)) ? undefined : `${what}: refused: ${made}`;
  const back = await readBack(base, made.edi);
  const found = valuesAt(back, leaf.path);
  if (found.some((one) => isSame(value, one, leaf)) || isUsualQualifier(request, back, leaf.path)) return undefined;
  const known = await usualIssues(base);
  const issues = pathsOf(made.issues).filter((issue) => !known.has(issue));
  if (issues.some((issue) => isAbout(issue, leaf.path))) return undefined;
  return `${what}: came back as ${JSON.stringify(found.slice(0, 3))}; issues: ${issues.slice(0, 2).join(' | ')}`;
}

describe('a request with another value', () => {
  let mutations: readonly Mutation[] = [];
  beforeAll(async () => {
    mutations = (await basesOf()).flatMap(mutationsOf);
  });

  it('comes back with that value, or reports it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...mutations), async (mutation) => {
        expect(await lossOf(mutation)).toBeUndefined();
      }),
      budget(20),
    );
  });

  it('comes back with that value, or reports it: every value, in the long suite', async () => {
    const lost: string[] = [];
    for (const mutation of isLong ? mutations : []) {
      const loss = await lossOf(mutation);
      if (loss !== undefined) lost.push(loss);
    }
    expect(lost).toEqual([]);
  }, 1_200_000);
});
