import { ABSENT, type Element, type Elements, type ElementsOf, type MadeReference, type ObjectElement, type Row, rowsAt, rowsBelow, Scope } from './element';
import { binaryOf, dateText, isDecimal } from './json';
import { reader } from './path';
import { keyOf, type Node, NONE, RecordText } from './record-text';

/*
 * Kinds of elements. Each takes the path of its field, and returns a function over the current value and the rows of the page of fields.
 */

const row = (field: string, how: string): readonly Row[] => [{ element: '', field, how }];

/** A value that no field gives. `why` is shown in the page of fields. */
export const fixed = (value: unknown, why = 'always'): Element => {
  const text = binaryOf(JSON.stringify(value));
  return { write: () => text, isFixed: true, rows: [{ element: '', how: `${why} \`${shown(value)}\`` }] };
};

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Text. */
export function text(path: string): Element {
  const read = reader(path);
  return { rows: row(path, 'text'), write: (scope) => scope.source.shown(read(scope)) };
}

/** A day. */
export const date = (path: string): Element => simple(path, 'date', (source, node) => (source.isString(node) ? dateText(source.string(node)) : undefined));

/** A number. */
export const decimal = (path: string): Element => simple(path, 'number', decimalText);

/** A number in text. */
export const numberAsText = (path: string): Element =>
  simple(path, 'number as text', (source, node) => {
    const digits = decimalText(source, node);
    return digits === undefined ? undefined : `"${digits}"`;
  });

function decimalText(source: RecordText, node: Node): string | undefined {
  if (source.isNumber(node)) return source.json(node);
  const digits = source.string(node);
  return isDecimal(digits) ? digits : undefined;
}

/** An element of a value; `textOf` returns undefined for a value that FHIR does not allow, which is left out and counted. */
function simple(path: string, how: string, textOf: (source: RecordText, node: Node) => string | undefined): Element {
  const read = reader(path);
  return {
    rows: row(path, how),
    write(scope) {
      const node = read(scope);
      if (node === NONE) return '';
      const written = textOf(scope.source, node);
      if (written === undefined) scope.invalid++;
      return written ?? '';
    },
  };
}

/** An amount in the currency of the record. */
export function money(path: string): Element {
  const amount = decimal(path);
  return {
    rows: row(path, 'Money'),
    write(scope) {
      const digits = amount.write(scope);
      return digits.length === 0 ? '' : `{"value":${digits}${scope.moneyEnd}`;
    },
  };
}

/** An amount with the other sign. */
export function negatedMoney(path: string): Element {
  const amount = decimal(path);
  return {
    rows: row(path, 'Money with the other sign'),
    write(scope) {
      const digits = amount.write(scope);
      if (digits === '') return '';
      const negated = digits.startsWith('-') ? digits.slice(1) : `-${digits}`;
      return `{"value":${Number(digits) === 0 ? '0' : negated}${scope.moneyEnd}`;
    },
  };
}

/** An amount where FHIR has a Quantity, and no Money. */
export const amountQuantity = (path: string): Element => {
  const amount = decimal(path);
  return {
    rows: row(path, 'Quantity with the currency as unit'),
    write(scope) {
      const digits = amount.write(scope);
      return digits === '' ? '' : `{"value":${digits},"unit":"${scope.currency}","system":"urn:iso:std:iso:4217","code":"${scope.currency}"}`;
    },
  };
};

/** The text that a table has for a value; '' for a value that the table does not have, unless `otherwise` is given. */
export function lookup(path: string, table: Readonly<Record<string, unknown>>, otherwise?: unknown): Element {
  const read = reader(path);
  const texts = new Map(Object.entries(table).map(([value, written]) => [value, binaryOf(JSON.stringify(written))]));
  const other = otherwise === undefined ? '' : binaryOf(JSON.stringify(otherwise));
  return {
    rows: row(path, `one of a table of ${texts.size}`),
    write(scope) {
      const node = read(scope);
      return node === NONE ? '' : (texts.get(scope.source.string(node)) ?? other);
    },
  };
}

/**
 * An object of elements; left out when no field gives it a value. `needs` names elements without one of which there is no object. What is the same in every
 * object comes first: it is one text.
 */
export function object(elements: Elements, needs: readonly string[] = []): ObjectElement {
  const all = Object.entries(elements);
  const own = all.filter(([, element]) => element.isFixed !== true);
  const opening = all
    .filter(([, element]) => element.isFixed === true)
    .map(([name, element]) => `"${name}":${element.write(NO_SCOPE)}`)
    .join(',');
  // Lists of equal length: the loop below runs for every object of every resource.
  const writers = own.map(([, { write }]) => write);
  const firstKeys = own.map(([name]) => `"${name}":`);
  const keys = firstKeys.map((key) => `,${key}`);
  const absences = own.map(([name, { statesAbsence }]) => (statesAbsence === true ? `,"_${name}":${ABSENT}` : ''));
  const areNeeded = own.map(([name]) => needs.length === 0 || needs.includes(name));
  const members = (scope: Scope): string => {
    let out = opening;
    let absent = '';
    let isWanted = false;
    for (let i = 0; i < writers.length; i++) {
      const written = writers[i]?.(scope) ?? '';
      if (written.length > 0) {
        out += ((out.length === 0 ? firstKeys : keys)[i] ?? '') + written;
        isWanted ||= areNeeded[i] === true;
      } else absent += absences[i] ?? '';
    }
    return isWanted ? out + absent : '';
  };
  return {
    rows: all.flatMap(([name, element]) => rowsBelow(name, element.rows)),
    members,
    write(scope) {
      const written = members(scope);
      return written.length === 0 ? '' : `{${written}}`;
    },
  };
}

/** The elements of a resource by their names. The compiler refuses a name that R4 does not have, and a table without an element that it requires. */
export const resource = <R>(elements: ElementsOf<R>, needs: readonly (keyof R & string)[] = []): ObjectElement => object({ ...elements }, needs);

/** For elements that are the same in every resource. */
const NO_SCOPE = new Scope(new RecordText(), NONE, NONE, '', { add: () => '', repeat: () => undefined, made: () => new Map() });

/** The first of several elements that has a value. */
export const first = (...choices: readonly Element[]): Element => ({
  rows: choices.flatMap(({ rows }) => rows),
  write(scope) {
    for (const choice of choices) {
      const written = choice.write(scope);
      if (written !== '') return written;
    }
    return '';
  },
});

/** A required element of a complex type: its absence is stated in an extension. */
export const required = (...choices: readonly Element[]): Element =>
  first(...choices, { write: () => ABSENT, rows: [{ element: '', how: 'else data-absent-reason' }] });

/** A required element of a simple type: its absence is stated in an extension beside it. */
export const requiredValue = (...choices: readonly Element[]): Element => {
  const some = first(...choices);
  return { ...some, rows: [...some.rows, { element: '', how: 'else data-absent-reason' }], statesAbsence: true };
};

/** A list of elements; left out when it has none. */
export const list = (...parts: readonly Element[]): Element => ({
  rows: parts.flatMap(({ rows }) => rows.map((one) => ({ ...one, element: `[]${one.element}` }))),
  isFixed: parts.every(({ isFixed }) => isFixed === true),
  write(scope) {
    const { sequence } = scope;
    scope.sequence = 0;
    const written = joined(parts, scope);
    scope.sequence = sequence;
    return written === '' ? '' : `[${written}]`;
  },
});

function joined(parts: readonly Element[], scope: Scope): string {
  let out = '';
  for (const part of parts) {
    const written = part.write(scope);
    if (written !== '') out += out === '' ? written : `,${written}`;
  }
  return out;
}

/** Several elements of one value in a list. Only in `list`. */
export const items = (...parts: readonly Element[]): Element => ({ rows: parts.flatMap(({ rows }) => rows), write: (scope) => joined(parts, scope) });

/** An element for every value of a list of the record, or for those from a place on. Only in `list`. */
export function each(path: string, { rows, write }: Element, from = 0): Element {
  const read = reader(path);
  return {
    rows: rowsAt(`${path}[]`, rows),
    write(scope) {
      const { source, node: around } = scope;
      const values = read(scope);
      let out = '';
      let place = 0;
      for (let node = source.firstOf(values); node !== NONE; node = source.after(node, values)) {
        if (place++ < from) continue;
        scope.node = node;
        const written = write(scope);
        if (written.length > 0) out = out.length === 0 ? written : `${out},${written}`;
      }
      scope.node = around;
      return out;
    },
  };
}

/** Writes an element of another value than the current one. */
function writeAt(scope: Scope, node: Node, write: Element['write']): string {
  if (node === NONE) return '';
  const { node: around } = scope;
  scope.node = node;
  const written = write(scope);
  scope.node = around;
  return written;
}

/** An element of the first value of a list of the record, or of the first that has some value in a member. */
export function firstOf(
  path: string,
  { rows, write, statesAbsence = false }: Element,
  [member = '', wanted]: readonly [member?: string, value?: string] = [],
): Element {
  const read = reader(path);
  const [key, json] = [keyOf(member), JSON.stringify(wanted)];
  return {
    statesAbsence,
    rows: rowsAt(`${path}[]`, rows).map((one) => ({ ...one, how: `${one.how}, of the first` })),
    write(scope) {
      const { source } = scope;
      const values = read(scope);
      let node = source.firstOf(values);
      if (wanted !== undefined) while (node !== NONE && !source.isJson(source.member(node, key), json)) node = source.after(node, values);
      return writeAt(scope, node, write);
    },
  };
}

/** An element of an object of the record. */
export function at(path: string, { rows, write, statesAbsence = false }: Element): Element {
  const read = reader(path);
  return {
    statesAbsence,
    rows: rowsAt(path, rows),
    write(scope) {
      const node = read(scope);
      return scope.source.isObject(node) ? writeAt(scope, node, write) : '';
    },
  };
}

/** An object of a list with its number, from 1, in a member. Later elements can refer to the number by the value that it is of. */
export function numberedAs(member: string, { rows, members }: ObjectElement): Element {
  return {
    rows: [{ element: `.${member}`, how: 'number in the list' }, ...rows],
    write(scope) {
      const written = members(scope);
      if (written === '') return '';
      scope.numbers.set(scope.node, ++scope.sequence);
      return `{"${member}":${scope.sequence},${written}}`;
    },
  };
}

/** An element of a list that has its number in `sequence`. */
export const numbered = (element: ObjectElement): Element => numberedAs('sequence', element);

/** The number of the element that was written of the current object. */
export const numberOf: Element = {
  rows: [{ element: '', how: 'its number there' }],
  write(scope) {
    const number = scope.numbers.get(scope.node);
    return number === undefined ? '' : String(number);
  },
};

/** An element where a field has one of some values; with `isNot`, where it has none of them. */
export function when(path: string, values: readonly string[], element: Element, isNot = false): Element {
  const read = reader(path);
  const wanted = values.map((value) => JSON.stringify(value));
  const isWanted = (scope: Scope): boolean => {
    const node = read(scope);
    for (const json of wanted) if (scope.source.isJson(node, json)) return !isNot;
    return isNot;
  };
  return {
    ...element,
    isFixed: false,
    rows: [{ element: '', field: path, how: `decides (${isNot ? 'not ' : ''}${values.join(', ')})` }, ...element.rows],
    ...limited(element, isWanted),
  };
}

/** The element that a table has for the value of a field, else another one. */
export function choose(path: string, choices: Readonly<Record<string, Element>>, otherwise: Element): Element {
  const read = reader(path);
  const writers = new Map(Object.entries(choices).map(([value, { write }]) => [value, write]));
  const decides = Object.entries(choices).flatMap(([value, { rows }]) => [{ element: '', field: path, how: `decides (${value})` }, ...rows]);
  return {
    rows: [...decides, { element: '', field: path, how: `decides (not ${Object.keys(choices).join(', ')})` }, ...otherwise.rows],
    write: (scope) => (writers.get(scope.source.string(read(scope))) ?? otherwise.write)(scope),
  };
}

/** The functions of an element, where a condition is true. */
export function limited(element: ObjectElement, isWanted: (scope: Scope) => boolean): Pick<ObjectElement, 'write' | 'members'>;
export function limited(element: Element, isWanted: (scope: Scope) => boolean): Pick<Element, 'write'>;
export function limited(element: Element, isWanted: (scope: Scope) => boolean): Pick<Element, 'write'> {
  const { write } = element;
  const limit = (make: Element['write']) => (scope: Scope) => (isWanted(scope) ? make(scope) : '');
  return { write: limit(write), ...(isObjectElement(element) ? { members: limit(element.members) } : {}) };
}

const isObjectElement = (element: Element): element is ObjectElement => 'members' in element;

/** A period. Where the last day is before the first, which FHIR does not allow, it has the first alone. */
export function period(from: Element, to: Element): Element {
  return {
    rows: [...rowsBelow('start', from.rows), ...rowsBelow('end', to.rows)],
    write(scope) {
      const [start, end] = [from.write(scope), to.write(scope)];
      const isReversed = start !== '' && end !== '' && start > end;
      if (isReversed) scope.invalid++;
      const members = [start === '' ? '' : `"start":${start}`, end === '' || isReversed ? '' : `"end":${end}`].filter((one) => one !== '');
      return members.length === 0 ? '' : `{${members.join(',')}}`;
    },
  };
}

/** An element where a field has a value; with `isNot`, where it has none. */
export function whenGiven(path: string, element: Element, isNot = false): Element {
  const read = reader(path);
  return { ...element, isFixed: false, ...limited(element, (scope) => (read(scope) === NONE) === isNot) };
}

/** A reference to the resource of the record itself. */
export const referenceToRecord = (type: string): Element => {
  const id = text('/id');
  return { rows: row('/id', `reference to ${type}`), write: (scope) => `{"reference":"${type}/${id.write(scope).slice(1)}}` };
};

let tables = 0;

/** Nodes are fewer than this in any record: memory would not hold more. */
const MAX_NODE = 2 ** 32;

/** A resource of a table of its own, which other records may share: it is written before what refers to it. */
export const reference = (type: string, table: ObjectElement): Element => referenceBy(type, table.rows, (scope) => madeOf(scope, type, table));

/** As `reference`, for a resource of the current value alone that many records repeat, such as a payer: it is remembered by the JSON of the value. */
export function repeatedReference(type: string, table: ObjectElement): Element {
  const number = tables++;
  if (table.rows.some(({ field, element }) => field?.startsWith('/') === true || element.includes(' '))) throw new TypeError(`${type} depends on the record.`);
  return referenceBy(type, table.rows, (scope) => {
    const made = scope.shared.made(number);
    const json = scope.source.json(scope.node);
    const known = made.get(json);
    if (known?.id !== undefined) scope.shared.repeat(type, known.id, known.members);
    if (known !== undefined) return known;
    const one = madeOf(scope, type, table);
    made.set(json, one);
    return one;
  });
}

function madeOf(scope: Scope, type: string, table: ObjectElement): MadeReference {
  const members = table.members(scope);
  if (members === '') return { id: undefined, members, reference: '' };
  const id = scope.shared.add(type, members);
  return { id, members, reference: `{"reference":"${type}/${id}"}` };
}

function referenceBy(type: string, rows: readonly Row[], make: (scope: Scope) => MadeReference): Element {
  const table = tables++;
  return {
    rows: rows.map(({ element, ...one }) => ({ ...one, element: ` ${type}${element}` })),
    write(scope) {
      // Records refer to an object several times: a patient is a beneficiary and a subscriber, too.
      const place = table * MAX_NODE + scope.node;
      let text = scope.references.get(place);
      if (text !== undefined) return text;
      text = make(scope).reference;
      scope.references.set(place, text);
      return text;
    },
  };
}
