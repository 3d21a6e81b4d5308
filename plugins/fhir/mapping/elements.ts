import { OPERATION } from '../machine-layout';
import { ABSENT, commonNeed, type Element, type Elements, type ElementsOf, firstName, needKey, rowsAt, rowsBelow } from './element';
import { keyOf, type Operation, operation } from './program';

/*
 * Kinds of elements. Each takes the path of its field, and returns an operation for the current value and the rows of the page of fields.
 */

/** An element that one field gives. */
const leaf = (path: string, how: string, write: Operation): Element => ({ rows: [{ element: '', field: path, how }], write, needs: firstName(path) });

/** JSON that is the same in every resource. */
const constant = (json: string): Pick<Element, 'write' | 'constant'> => ({
  write: operation(OPERATION.CONSTANT, (program) => [program.text(json)]),
  constant: json,
});

/** A value that no field gives. `why` is shown in the page of fields. */
export const fixed = (value: unknown, why = 'always'): Element => ({
  ...constant(JSON.stringify(value)),
  rows: [{ element: '', how: `${why} \`${shown(value)}\`` }],
});

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Text. */
export const text = (path: string): Element =>
  leaf(
    path,
    'text',
    operation(OPERATION.TEXT, (program) => [program.path(path)]),
  );

/** A day. */
export const date = (path: string): Element =>
  leaf(
    path,
    'date',
    operation(OPERATION.DAY, (program) => [program.path(path)]),
  );

/** How a number is written. */
enum NUMBER_FORM {
  PLAIN = 0,
  MONEY = 1,
  QUANTITY = 2,
  TEXT = 3,
  NEGATED = 4,
}

const number = (path: string, how: string, form: NUMBER_FORM): Element =>
  leaf(
    path,
    how,
    operation(OPERATION.NUMBER, (program) => [program.path(path), form]),
  );

/** A number. */
export const decimal = (path: string): Element => number(path, 'number', NUMBER_FORM.PLAIN);

/** A number in text. */
export const numberAsText = (path: string): Element => number(path, 'number as text', NUMBER_FORM.TEXT);

/** An amount in the currency of the record. */
export const money = (path: string): Element => number(path, 'Money', NUMBER_FORM.MONEY);

/** An amount with the other sign. */
export const negatedMoney = (path: string): Element => number(path, 'Money with the other sign', NUMBER_FORM.NEGATED);

/** An amount where FHIR has a Quantity, and no Money. */
export const amountQuantity = (path: string): Element => number(path, 'Quantity with the currency as unit', NUMBER_FORM.QUANTITY);

/** The value that a table has for a value; none for a value that the table does not have, unless `otherwise` is given. */
export const lookup = (path: string, table: Readonly<Record<string, unknown>>, otherwise?: unknown): Element =>
  leaf(path, `one of a table of ${Object.keys(table).length}`, found(path, Object.entries(table), otherwise));

/** Writes what a table has for a value. */
export const found = (path: string, entries: readonly (readonly [text: string, value: unknown])[], otherwise?: unknown): Operation =>
  operation(OPERATION.LOOKUP, (program) => [
    program.path(path),
    program.index(entries.map(([value, written]) => [value, program.text(JSON.stringify(written))] as const)),
    otherwise === undefined ? 0 : program.text(JSON.stringify(otherwise)),
    0,
  ]);

/** Writes a constant where a table has nothing. */
const foundOr = (lookups: Operation, json: string): Operation =>
  operation(OPERATION.LOOKUP, (program) => {
    const [path = 0, index = 0, otherwise = 0] = lookups.argumentsIn(program);
    return [path, index, otherwise === 0 ? program.text(json) : otherwise, program.text(json)];
  });

/** An object has a bit for each member. */
const MAX_MEMBERS = 64;

/**
 * An object of elements; left out when no field gives it a value. `needs` names elements without one of which there is no object. What is the same in every
 * object comes first: it is one text.
 */
export function object(elements: Elements, needs: readonly string[] = []): Element {
  const all = Object.entries(elements);
  const own = all.filter(([, element]) => element.constant === undefined);
  const opening = all.flatMap(([name, element]) => (element.constant === undefined ? [] : [`,"${name}":${element.constant}`])).join('');
  const isNeeded = (name: string): boolean => needs.length === 0 || needs.includes(name);
  const members = operation(OPERATION.OBJECT, (program) => [
    program.text(opening),
    own.length,
    ...own.flatMap(([name, element]) => [
      program.text(`,"${name}":`),
      program.operation(element.write),
      needKey(element),
      isNeeded(name) ? 1 : 0,
      element.statesAbsence === true ? program.text(`,"_${name}":${JSON.stringify(ABSENT)}`) : 0,
    ]),
  ]);
  if (own.length > MAX_MEMBERS) throw new RangeError(`An object of a table has more than ${MAX_MEMBERS} elements.`);
  return {
    rows: all.flatMap(([name, element]) => rowsBelow(name, element.rows)),
    needs: commonNeed(own.filter(([name]) => isNeeded(name)).map(([, element]) => element)),
    members,
    write: smallObject(opening, own, isNeeded) ?? members,
  };
}

/** An object with one value, which the record has to have. */
function smallObject(opening: string, own: readonly (readonly [name: string, element: Element])[], isNeeded: (name: string) => boolean): Operation | undefined {
  const [first, ...others] = own;
  if (first === undefined || others.length > 0) return undefined;
  const [name, { write, statesAbsence }] = first;
  if (!isNeeded(name) || statesAbsence === true) return undefined;
  return operation(OPERATION.SMALL_OBJECT, (program) => [program.text(`{${`${opening},"${name}":`.slice(1)}`), program.operation(write)]);
}

/** The elements of a resource by their names. The compiler refuses a name that R4 does not have, and a table without an element that it requires. */
export const resource = <R>(elements: ElementsOf<R>, needs: readonly (keyof R & string)[] = []): Element => object({ ...elements }, needs);

/** The first of several elements that has a value. */
export function first(...choices: readonly Element[]): Element {
  const isSeveral = choices.some((choice) => choice.isSeveral === true);
  const writers = choices.map((choice) => (isSeveral ? inList(choice) : choice.write));
  const [one, other, ...more] = choices;
  const isTable = one?.write.kind === OPERATION.LOOKUP && other?.constant !== undefined && more.length === 0;
  return {
    rows: choices.flatMap(({ rows }) => rows),
    isSeveral,
    needs: commonNeed(choices),
    write: isTable
      ? foundOr(one.write, other.constant)
      : operation(OPERATION.FIRST, (program) => [
          writers.length,
          ...choices.flatMap((choice, i) => [program.operation(writers[i] ?? choice.write), needKey(choice)]),
        ]),
  };
}

/** A required element of a complex type: its absence is stated in an extension. */
export const required = (...choices: readonly Element[]): Element =>
  first(...choices, { ...constant(JSON.stringify(ABSENT)), rows: [{ element: '', how: 'else data-absent-reason' }] });

/** A required element of a simple type: its absence is stated in an extension beside it. */
export const requiredValue = (...choices: readonly Element[]): Element => {
  const some = first(...choices);
  return { ...some, rows: [...some.rows, { element: '', how: 'else data-absent-reason' }], statesAbsence: true };
};

/** A list of elements; left out when it has none. */
export function list(...parts: readonly Element[]): Element {
  const constants = parts.flatMap(({ constant: json }) => (json === undefined ? [] : [json]));
  return {
    rows: parts.flatMap(({ rows }) => rows.map((one) => ({ ...one, element: `[]${one.element}` }))),
    constant: constants.length === parts.length ? `[${constants.join(',')}]` : undefined,
    needs: commonNeed(parts),
    write: severalIn(OPERATION.LIST, parts),
  };
}

/** Several elements of one value in a list. Only in `list`. */
export const items = (...parts: readonly Element[]): Element => ({
  rows: parts.flatMap(({ rows }) => rows),
  isSeveral: true,
  needs: commonNeed(parts),
  write: severalIn(OPERATION.SEVERAL, parts),
});

const severalIn = (kind: OPERATION, parts: readonly Element[]): Operation =>
  operation(kind, (program) => [parts.length, ...parts.flatMap((part) => [program.operation(part.write), needKey(part), part.isSeveral === true ? 0 : 1])]);

/** Writes an element of a list with a comma before it. */
export const inList = ({ write, isSeveral }: Element): Operation =>
  isSeveral === true ? write : operation(OPERATION.WITH_COMMA, (program) => [program.operation(write)]);

/** An element for every value of a list of the record, or for those from a place on. Only in `list`. */
export const each = (path: string, element: Element, from = 0): Element => ({
  rows: rowsAt(`${path}[]`, element.rows),
  isSeveral: true,
  needs: firstName(path),
  write: operation(OPERATION.EACH, (program) => [program.path(path), program.operation(element.write), from, element.isSeveral === true ? 0 : 1]),
});

/** An element of the first value of a list of the record, or of the first that has some value in a member. */
export const firstOf = (path: string, element: Element, [member = '', wanted]: readonly [member?: string, value?: string] = []): Element => ({
  ...placed(element),
  rows: rowsAt(`${path}[]`, element.rows).map((one) => ({ ...one, how: `${one.how}, of the first` })),
  needs: firstName(path),
  write: operation(OPERATION.FIRST_OF, (program) => [
    program.path(path),
    program.operation(element.write),
    keyOf(member),
    wanted === undefined ? 0 : program.set([wanted]),
  ]),
});

/** An element of an object of the record. */
export const at = (path: string, element: Element): Element => ({
  ...placed(element),
  rows: rowsAt(path, element.rows),
  needs: firstName(path),
  write: operation(OPERATION.AT, (program) => [program.path(path), program.operation(element.write)]),
});

/** What an element of another value has in common with it. */
const placed = ({ statesAbsence = false, isSeveral = false }: Element): Pick<Element, 'statesAbsence' | 'isSeveral'> => ({ statesAbsence, isSeveral });

/** An object of a list with its number, from 1, in a member. Later elements can refer to the number by the value that it is of. */
export const numberedAs = (member: string, { rows, members, needs }: Element): Element => {
  if (members === undefined) throw new TypeError('An element that is numbered must be an object.');
  return {
    rows: [{ element: `.${member}`, how: 'number in the list' }, ...rows],
    needs,
    write: operation(OPERATION.NUMBERED, (program) => [program.text(`{"${member}":`), program.operation(members)]),
  };
};

/** An element of a list that has its number in `sequence`. */
export const numbered = (element: Element): Element => numberedAs('sequence', element);

/** The number of the element that was written of the current object. */
export const numberOf: Element = { rows: [{ element: '', how: 'its number there' }], write: operation(OPERATION.NUMBER_OF) };

/** An element where a field has one of some values; with `isNot`, where it has none of them. */
export const when = (path: string, values: readonly string[], element: Element, isNot = false): Element => ({
  ...element,
  constant: undefined,
  needs: (isNot ? undefined : firstName(path)) ?? element.needs,
  rows: [{ element: '', field: path, how: `decides (${isNot ? 'not ' : ''}${values.join(', ')})` }, ...element.rows],
  write: operation(OPERATION.WHEN, (program) => [program.path(path), program.set(values), program.operation(element.write), isNot ? 1 : 0]),
});

/** The element that a table has for the value of a field, else another one. */
export function choose(path: string, choices: Readonly<Record<string, Element>>, otherwise: Element): Element {
  const all = Object.entries(choices);
  const decides = all.flatMap(([value, { rows }]) => [{ element: '', field: path, how: `decides (${value})` }, ...rows]);
  return {
    rows: [...decides, { element: '', field: path, how: `decides (not ${Object.keys(choices).join(', ')})` }, ...otherwise.rows],
    write: operation(OPERATION.CHOOSE, (program) => [
      program.path(path),
      program.index(all.map(([value, { write }]) => [value, program.operation(write)] as const)),
      program.operation(otherwise.write),
    ]),
  };
}

/** A period. Where the last day is before the first, which FHIR does not allow, it has the first alone. */
export const period = (from: Element, to: Element): Element => ({
  rows: [...rowsBelow('start', from.rows), ...rowsBelow('end', to.rows)],
  needs: commonNeed([from, to]),
  write: operation(OPERATION.PERIOD, (program) => [program.operation(from.write), program.operation(to.write)]),
});

/** An element where a field has a value; with `isNot`, where it has none. */
export const whenGiven = (path: string, element: Element, isNot = false): Element => ({
  ...element,
  constant: undefined,
  needs: (isNot ? undefined : firstName(path)) ?? element.needs,
  write: operation(OPERATION.WHEN_GIVEN, (program) => [program.path(path), program.operation(element.write), isNot ? 1 : 0]),
});

/** A reference to the resource of the record itself. */
export const referenceToRecord = (type: string): Element =>
  leaf(
    '/id',
    `reference to ${type}`,
    operation(OPERATION.RECORD_REFERENCE, (program) => [program.text(`{"reference":"${type}/`), program.path('/id'), program.text('"}')]),
  );

let tables = 0;

/** A resource of a table of its own, which other records may share: it is written before what refers to it. */
export const reference = (type: string, table: Element): Element => referenceBy(type, table, 0);

/** As `reference`, for a resource of the current value alone that many records repeat, such as a payer: it is remembered by the JSON of the value. */
export function repeatedReference(type: string, table: Element): Element {
  if (table.rows.some(({ field, element }) => field?.startsWith('/') === true || element.includes(' '))) throw new TypeError(`${type} depends on the record.`);
  return referenceBy(type, table, ++tables);
}

function referenceBy(type: string, { rows, write }: Element, table: number): Element {
  return {
    rows: rows.map(({ element, ...one }) => ({ ...one, element: ` ${type}${element}` })),
    write: operation(OPERATION.REFERENCE, (program) => [
      program.text(`{"reference":"${type}/`),
      program.text('"}'),
      program.text(`${type}\n`),
      program.type(type),
      table,
      program.operation(write),
      ...[0, 0, 0, 0],
    ]),
  };
}
