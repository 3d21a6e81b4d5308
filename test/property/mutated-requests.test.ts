import fc from 'fast-check';
import { budget, isLong } from '../support/fuzz';
import { generate } from '../support/generate';
import { type Base, basesOf, type Mutation, mutationsOf, recordsOf } from '../support/request-bases';
import { type Json, type Leaf, pathText, type Step, valuesAt, withValue } from '../support/request-mutations';

/*
 * One value of a request is another one: it comes back as it is after the EDI was generated and read, or an issue or a problem has its path.
 */

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
  // It is what is written, and another field of the same place comes back.
  if (issue.includes(`'${String(path.at(-1))}' says something else, which is written instead`)) return true;
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
