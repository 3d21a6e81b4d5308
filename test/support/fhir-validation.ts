import { Fhir } from 'fhir';

/** A resource as JSON has it. */
export type Resource = Readonly<Record<string, unknown>> & { readonly resourceType: string };

const validator = new Fhir();

const SEVERE = new Set(['error', 'fatal']);
const ABSENT_REASON = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
const ID = /^[A-Za-z0-9\-.]{1,64}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const CODE = /^\S+( \S+)*$/;
const DATES = new Set(['created', 'birthDate', 'deceasedDateTime', 'date', 'start', 'end', 'servicedDate', 'timingDate', 'paymentDate', 'authoredOn']);

/** Resources of an output: one a line, those of bundles taken out of them. */
export function resourcesOf(lines: string): Resource[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => unbundled(parseResource(line)));
}

export const parseResource = (line: string): Resource => asResource(JSON.parse(line));

function unbundled(resource: Resource): Resource[] {
  if (resource.resourceType !== 'Bundle') return [resource];
  return Array.isArray(resource['entry']) ? resource['entry'].map((entry: { resource: unknown }) => asResource(entry.resource)) : [];
}

function asResource(value: unknown): Resource {
  if (typeof value !== 'object' || value === null || !('resourceType' in value) || typeof value.resourceType !== 'string')
    throw new Error('A line is no resource.');
  return { ...value, resourceType: value.resourceType };
}

/** What the validator and our own checks find wrong in a resource; no text for one that is valid. */
export function errorsOf(resource: Resource): string[] {
  // The validator does not know that a value that is stated to be absent is there.
  const { messages } = validator.validate(withHeaderAdjudications(withAbsentValues(resource)), { errorOnUnexpected: true });
  const wrong = messages.filter(({ severity }) => SEVERE.has(String(severity))).map(({ location, message }) => `${location}: ${message}`);
  if (resource.resourceType !== 'OperationOutcome' && !ID.test(String(resource['id']))) wrong.push(`${resource.resourceType}.id is no id`);
  walk(resource, resource.resourceType, wrong);
  return wrong;
}

/**
 * The validator lacks an element of R4, `adjudication` of the header, whose content is that of `adjudication` of an item: it is examined there.
 */
function withHeaderAdjudications(value: unknown): object {
  if (typeof value !== 'object' || value === null) return {};
  if (!('adjudication' in value)) return value;
  const { adjudication, ...resource } = value;
  const items: unknown[] = 'item' in resource && Array.isArray(resource.item) ? resource.item : [];
  return {
    ...resource,
    item: [...items, { sequence: 1, itemSequence: 1, productOrService: { text: 'none' }, adjudication }].map((item) => withoutForeign(item, resource)),
  };
}

/** Items of the two resources are numbered by different members, and those of one have a product. */
function withoutForeign(item: unknown, resource: object): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const members = Object.entries(item);
  const isResponse = 'resourceType' in resource && resource.resourceType === 'ClaimResponse';
  return Object.fromEntries(members.filter(([key]) => (isResponse ? key !== 'sequence' && key !== 'productOrService' : key !== 'itemSequence')));
}

function withAbsentValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAbsentValues);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, one]): [string, unknown] => [key, withAbsentValues(one)]);
  const stated = members
    .filter(([key, one]) => key.startsWith('_') && JSON.stringify(one).includes(ABSENT_REASON))
    .map(([key]): [string, unknown] => [key.slice(1), '2000-01-01']);
  return Object.fromEntries([...stated, ...members.filter(([key]) => !key.startsWith('_'))]);
}

function walk(value: unknown, path: string, wrong: string[]): void {
  if (value === null || value === '') wrong.push(`${path} is empty`);
  if (Array.isArray(value)) {
    if (value.length === 0) wrong.push(`${path} is an empty list`);
    for (const [i, one] of value.entries()) walk(one, `${path}[${i}]`, wrong);
  } else if (typeof value === 'object' && value !== null) {
    if (Object.keys(value).length === 0) wrong.push(`${path} is an empty object`);
    for (const [key, one] of Object.entries(value)) {
      checkValue(key, one, `${path}.${key}`, wrong);
      walk(one, `${path}.${key}`, wrong);
    }
    checkPeriod(value, path, wrong);
  } else if (typeof value === 'string' && value !== value.trim()) wrong.push(`${path} begins or ends with blanks`);
}

function checkValue(key: string, value: unknown, path: string, wrong: string[]): void {
  if (DATES.has(key) && typeof value === 'string' && !(DATE.test(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value)))
    wrong.push(`${path} is no day`);
  if (key === 'code' && typeof value === 'string' && !CODE.test(value)) wrong.push(`${path} is no code`);
  if (key === 'value' && path.endsWith('amount.value') && typeof value !== 'number') wrong.push(`${path} is no number`);
}

function checkPeriod(value: object, path: string, wrong: string[]): void {
  if ('start' in value && 'end' in value && String(value.start) > String(value.end)) wrong.push(`${path} ends before it begins`);
}

/** References of resources to resources that are not among them, and numbers that refer to no element. */
export function danglingReferences(resources: readonly Resource[]): string[] {
  const ids = new Set(resources.map(({ resourceType, id }) => `${resourceType}/${String(id)}`));
  const missing = resources.flatMap((resource) => referencesIn(resource).filter((one) => !ids.has(one)));
  return [...missing, ...resources.flatMap(missingNumbers)];
}

const referencesIn = (value: unknown): string[] => [...JSON.stringify(value).matchAll(/"reference":"([^"]*)"/g)].map(([, one = '']) => one);

/** Lists of items, and the lists that their numbers refer to. */
const NUMBERS = { careTeamSequence: 'careTeam', diagnosisSequence: 'diagnosis', informationSequence: 'supportingInfo' } as const;

function missingNumbers(resource: Resource): string[] {
  const items: unknown = resource['item'];
  if (!Array.isArray(items)) return [];
  return Object.entries(NUMBERS).flatMap(([member, list]) => {
    const targets: unknown = resource[list];
    const numbers = new Set(Array.isArray(targets) ? targets.map(({ sequence }: { sequence: number }) => sequence) : []);
    const used: number[] = items.flatMap((item: Record<string, number[] | undefined>) => item[member] ?? []);
    return used.filter((one) => !numbers.has(one)).map((one) => `${resource.resourceType}.item.${member} ${one}`);
  });
}

/** Resources by type. */
export function countByType(resources: readonly Resource[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { resourceType } of resources) counts[resourceType] = (counts[resourceType] ?? 0) + 1;
  return counts;
}
