import type { JsonSchema } from '../../src/plugin/io';
import type { Row } from './mapping/element';
import { rowsAt, rowsBelow } from './mapping/element';
import { RECORDS, TRANSACTIONS } from './records';
import { WITHOUT_NEED } from './without-need';

/** Schemas of records, as a converter describes them. */
export interface PageSource {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly records: readonly string[];
}

/** A kind of record, and the transaction around it. */
interface Kind {
  readonly title: string;
  /** Names of the schemas of its records. */
  readonly schemas: readonly string[];
  /** Rows of its tables; fields begin at the record. */
  readonly rows: readonly Row[];
}

const SCHEMAS: Readonly<Record<string, readonly string[]>> = {
  CLAIM: ['ProfClaim', 'InstClaim', 'DentClaim'],
  PAYMENT: ['Payment'],
  PROVIDER_ADJUSTMENT: ['ProviderAdjustment'],
  MEMBER_COVERAGE: ['MemberCoverage'],
  CLAIM_STATUS: ['ClaimStatus'],
  CLAIM_STATUS_INQUIRY: ['ClaimStatusInquiry'],
  ELIGIBILITY: ['Eligibility'],
  PROVIDER_STATUS: ['ProviderStatus'],
  RECEIVER_STATUS: ['ReceiverStatus'],
};

/** Records whose tables read the transaction: its fields are listed once, with all tables that read them. */
const TRANSACTION_SCHEMAS: Readonly<Record<string, readonly string[]>> = {
  'TRANSACTION of an 837': ['Transaction837', 'CLAIM'],
  'TRANSACTION of an 835': ['Transaction835', 'PAYMENT', 'PROVIDER_ADJUSTMENT'],
  'TRANSACTION of an 834': ['Transaction834', 'MEMBER_COVERAGE'],
  'TRANSACTION of a 271': ['Transaction271', 'ELIGIBILITY'],
  'TRANSACTION of a 276 or 277': ['Transaction277', 'CLAIM_STATUS', 'CLAIM_STATUS_INQUIRY', 'PROVIDER_STATUS', 'RECEIVER_STATUS'],
};

const TRANSACTION = '/transaction.';

/** Fields and places of one kind of record. */
export interface FieldsOfKind {
  readonly title: string;
  /** Fields with the elements that they go to. */
  readonly placed: ReadonlyMap<string, readonly string[]>;
  /** Fields that another field stands for, with the reason. */
  readonly repeated: ReadonlyMap<string, string>;
  readonly withoutPlace: readonly string[];
  /** Fields of tables that no record has. */
  readonly unknown: readonly string[];
}

/** Compares the tables with the schemas of the records. */
export function fieldsOfKinds(source: PageSource): FieldsOfKind[] {
  const rowsOfKind = new Map(RECORDS.map((record) => [record.kind, rowsOf(record)]));
  const ofRecords = RECORDS.map(({ kind }) => ({
    title: kind,
    schemas: SCHEMAS[kind] ?? [],
    rows: (rowsOfKind.get(kind) ?? []).filter(({ field = '' }) => !field.startsWith(TRANSACTION)),
  }));
  const ofTransactions = Object.entries(TRANSACTION_SCHEMAS).map(([title, [schema = '', ...kinds]]) => ({
    title,
    schemas: [schema],
    rows: [
      ...kinds
        .flatMap((kind) => rowsOfKind.get(kind) ?? [])
        .flatMap((row) => (row.field?.startsWith(TRANSACTION) === true ? [{ ...row, field: row.field.slice(TRANSACTION.length) }] : [])),
      ...(kinds.includes('PAYMENT') ? [...TRANSACTIONS.values()].flatMap(({ type, table }) => rowsOfResource(type, table.rows)) : []),
    ],
  }));
  // A kind whose plugin is not there has no fields.
  return [...ofRecords, ...ofTransactions]
    .filter(({ schemas }) => schemas.some((name) => source.schemas[name] !== undefined))
    .map((kind) => compare(kind, source));
}

const rowsOfResource = (type: string, rows: readonly Row[]): Row[] => rowsBelow('', rows).map((row) => ({ ...row, element: type + row.element.slice(1) }));

function rowsOf({ resources, details }: (typeof RECORDS)[number]): Row[] {
  return [
    ...resources.flatMap(({ type, table, each }) => rowsOfResource(type, each === undefined ? table.rows : rowsAt(`${each}[]`, table.rows))),
    ...rowsOfResource('PaymentReconciliation', details === undefined ? [] : rowsBelow('detail[]', details.rows)),
  ];
}

function compare({ title, schemas, rows }: Kind, { schemas: all }: PageSource): FieldsOfKind {
  const fields = new Set(schemas.flatMap((name) => leavesOf(all[name], all, '', [])));
  const placed = new Map<string, string[]>();
  for (const { element, field, how } of rows) {
    if (field === undefined) continue;
    const path = field.replace(/^\//, '');
    placed.set(path, [...new Set([...(placed.get(path) ?? []), how.startsWith('decides') ? `${element}: decides` : element])]);
  }
  const rest = [...fields].filter((field) => !placed.has(field));
  const reasons = new Map(
    rest.flatMap((field) =>
      WITHOUT_NEED.filter(({ kind = title, pattern }) => kind === title && pattern.test(field))
        .slice(0, 1)
        .map(({ reason }) => [field, reason] as const),
    ),
  );
  return {
    title,
    placed: new Map([...placed].filter(([field]) => fields.has(field))),
    repeated: reasons,
    withoutPlace: rest.filter((field) => !reasons.has(field)),
    unknown: [...placed].filter(([field, elements]) => !fields.has(field) && !elements.every(isShared)).map(([field]) => field),
  };
}

/** True for an element of a resource or coding that several kinds of objects become: not every one of them has all its fields. */
const isShared = (element: string): boolean => element.includes(' ') || element.includes('.coding[]');

/** Paths of the values of a schema: `[]` follows a list. The transaction is listed by itself. */
function leavesOf(schema: JsonSchema | undefined, all: PageSource['schemas'], path: string, around: readonly string[]): string[] {
  if (schema === undefined || path === 'transaction') return [];
  const { $ref: ref, anyOf, items, properties } = schema;
  if (typeof ref === 'string') {
    const name = ref.split('/').at(-1) ?? '';
    return around.includes(name) ? [path] : leavesOf(all[name], all, path, [...around, name]);
  }
  if (Array.isArray(anyOf)) return [...new Set(anyOf.flatMap((one: JsonSchema) => leavesOf(one, all, path, around)))];
  if (items !== undefined) return leavesOf(items, all, `${path}[]`, around);
  if (properties === undefined) return [path];
  return Object.entries(properties).flatMap(([key, one]) => leavesOf(one, all, path === '' ? key : `${path}.${key}`, around));
}

/** The page of fields: which goes where, and which has no place. */
export function fieldsPage(source: PageSource): string {
  return `${HEAD}${fieldsOfKinds(source).map(sectionOf).join('\n')}`;
}

const HEAD = `# Fields of records in FHIR

The elements of FHIR that each field of a record goes to; a second table lists fields that have no place. \`x.*\` stands for all fields below \`x\` that are
not listed, \`*.x\` for all fields of that name. \`npm run fhir-fields\` writes the page from [plugins/fhir/tables](../plugins/fhir/tables).
[fhir.md](fhir.md) explains the output.

`;

/** A field, and the text beside it. */
type FieldText = readonly [field: string, text: string];

function sectionOf({ title, placed, repeated, withoutPlace }: FieldsOfKind): string {
  const rows = [...placed].map(([field, elements]): FieldText => [field, listed([...new Set(elements.map(shortened))])]);
  const rest = [...repeated, ...withoutPlace.map((field): FieldText => [field, 'no place'])];
  const names = namesTogether([...rows, ...rest], new Set(placed.keys()));
  const second = rest.length === 0 ? '' : `\n${tableOf('Why it is not written', rest, names)}`;
  return `## ${title}\n\n${placed.size} fields have a place, ${withoutPlace.length} have none.\n\n${tableOf('Element', rows, names)}${second}`;
}

/** Names of fields as the page shows them: one for all of a name, and one for all below an object, that have the same text. */
function namesTogether(rows: readonly FieldText[], placed: ReadonlySet<string>): ReadonlyMap<string, string> {
  const byKey = textsBy(rows, ([field]) => [keyOf(field)]);
  const isGeneral = (field: string): boolean => field.includes('.') && !placed.has(field) && byKey.get(keyOf(field))?.size === 1;
  const byObject = textsBy(
    rows.filter(([field]) => !isGeneral(field)),
    ([field]) => objectsOf(field),
  );
  return new Map(
    rows.map(([field]) => {
      if (isGeneral(field)) return [field, `*.${keyOf(field)}`];
      const whole = objectsOf(field).find((object) => byObject.get(object)?.size === 1);
      return [field, whole === undefined ? field : `${whole}.*`];
    }),
  );
}

const keyOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1);

/** The objects that a field is in, the outer one first. */
function objectsOf(field: string): string[] {
  const keys = field.split('.');
  return keys.slice(1).map((_, i) => keys.slice(0, i + 1).join('.'));
}

function textsBy(rows: readonly FieldText[], groupsOf: (row: FieldText) => readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const texts = new Map<string, Set<string>>();
  for (const row of rows) for (const group of groupsOf(row)) texts.set(group, (texts.get(group) ?? new Set()).add(row[1]));
  return texts;
}

/** A table of fields: those with the same text share a row. */
function tableOf(heading: string, rows: readonly FieldText[], names: ReadonlyMap<string, string>): string {
  const fields = new Map<string, Set<string>>();
  for (const [field, one] of rows) fields.set(one, (fields.get(one) ?? new Set()).add(names.get(field) ?? field));
  return `| Field | ${heading} |\n| --- | --- |\n${[...fields].map(([one, together]) => `| ${listed([...together])} | ${one} |\n`).join('')}`;
}

const listed = (names: readonly string[]): string => names.map((one) => `\`${one}\``).join(', ');

/** An element of a resource that is referred to, without the way to the reference. */
const shortened = (element: string): string => element.slice(element.lastIndexOf(' ', element.includes(': ') ? element.indexOf(': ') - 1 : undefined) + 1);
