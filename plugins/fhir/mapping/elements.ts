import { ByteWriter, Fragment } from '../../../src/plugin/io';
import {
  ABSENT,
  commonNeed,
  Currency,
  type Element,
  type Elements,
  type ElementsOf,
  type ObjectElement,
  ResourceType,
  type Row,
  rowsAt,
  rowsBelow,
  Scope,
  type SharedResource,
  type Write,
} from './element';
import { isDecimal } from './json';
import { firstKey, reader } from './path';
import { keyOf, type Node, NONE, RecordText } from './record-text';
import { TextIndex } from './text-index';

/*
 * Kinds of elements. Each takes the path of its field, and returns a function over the current value and the rows of the page of fields.
 */

const [COMMA, MINUS, QUOTE, ZERO] = [0x2c, 0x2d, 0x22, 0x30];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** An element that one field gives. */
const leaf = (path: string, how: string, write: Write): Element => ({ rows: [{ element: '', field: path, how }], write, needs: firstKey(path) });

/** A value that no field gives. `why` is shown in the page of fields. */
export const fixed = (value: unknown, why = 'always'): Element => ({
  write: constant(JSON.stringify(value)),
  isFixed: true,
  rows: [{ element: '', how: `${why} \`${shown(value)}\`` }],
});

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function constant(json: string): Write {
  const fragment = new Fragment(json);
  return ({ out }) => {
    out.raw(fragment);
    return true;
  };
}

/** Text. */
export function text(path: string): Element {
  const read = reader(path);
  return leaf(path, 'text', (scope) => scope.source.writeText(read(scope), scope.out));
}

/** A day. */
export const date = (path: string): Element => checked(path, 'date', ({ source, out }, node) => source.writeDay(node, out));

/** A number. */
export const decimal = (path: string): Element => checked(path, 'number', writeDecimal);

/** A number in text. */
export const numberAsText = (path: string): Element =>
  checked(path, 'number as text', (scope, node) => {
    const { out } = scope;
    out.byte(QUOTE);
    const isWritten = writeDecimal(scope, node);
    if (isWritten) out.byte(QUOTE);
    else out.length--;
    return isWritten;
  });

/** An element of a value; `write` returns false for a value that FHIR does not allow, which is left out and counted. */
function checked(path: string, how: string, write: (scope: Scope, node: Node) => boolean): Element {
  const read = reader(path);
  return leaf(path, how, (scope) => {
    const node = read(scope);
    if (node === NONE) return false;
    const isWritten = write(scope, node);
    if (!isWritten) scope.invalid++;
    return isWritten;
  });
}

function writeDecimal({ source, out }: Scope, node: Node): boolean {
  if (source.isNumber(node)) source.copyJson(node, out);
  else if (isDecimal(source.string(node))) source.copyContent(node, out);
  else return false;
  return true;
}

const VALUE = new Fragment('{"value":');

/** An amount, and what follows it. */
function amount(path: string, how: string, endOf: (currency: Currency) => Fragment): Element {
  return checked(path, how, (scope, node) => {
    const { out } = scope;
    const start = out.length;
    out.raw(VALUE);
    const isWritten = writeDecimal(scope, node);
    if (isWritten) out.raw(endOf(scope.currency));
    else out.length = start;
    return isWritten;
  });
}

/** An amount in the currency of the record. */
export const money = (path: string): Element => amount(path, 'Money', ({ afterMoney }) => afterMoney);

/** An amount where FHIR has a Quantity, and no Money. */
export const amountQuantity = (path: string): Element =>
  amount(path, 'Quantity with the currency as unit', ({ afterQuantity }) => afterQuantity);

/** An amount with the other sign. */
export function negatedMoney(path: string): Element {
  const { write } = decimal(path);
  return leaf(path, 'Money with the other sign', (scope) => {
    const { out } = scope;
    const start = out.length;
    if (!write(scope)) return false;
    const digits = out.bytes.toString('latin1', start, out.length);
    out.length = start;
    out.raw(VALUE);
    if (Number(digits) === 0) out.byte(ZERO);
    else if (digits.charCodeAt(0) === MINUS) out.ascii(digits.slice(1));
    else out.ascii(`-${digits}`);
    out.raw(scope.currency.afterMoney);
    return true;
  });
}

/** Values that are found by texts of records. */
export class TextTable<V> {
  private readonly index: TextIndex;
  private readonly values: readonly (V | undefined)[];

  constructor(entries: Iterable<readonly [text: string, value: V]>) {
    const all = new Map(entries);
    this.index = new TextIndex(all.keys());
    this.values = [undefined, ...all.values()];
  }

  get(source: RecordText, node: Node): V | undefined {
    return this.values[source.find(node, this.index)];
  }
}

/** The JSON that a table has for a value; none for a value that the table does not have, unless `otherwise` is given. */
export function lookup(path: string, table: Readonly<Record<string, unknown>>, otherwise?: unknown): Element {
  const entries = Object.entries(table).map(([value, written]) => [value, new Fragment(JSON.stringify(written))] as const);
  return leaf(path, `one of a table of ${entries.length}`, writeFound(path, new TextTable(entries), otherwise));
}

/** Writes what a table has for a value. */
export function writeFound(path: string, table: TextTable<Fragment>, otherwise?: unknown): Write {
  const read = reader(path);
  const other = otherwise === undefined ? undefined : new Fragment(JSON.stringify(otherwise));
  return (scope) => {
    const node = read(scope);
    const found = node === NONE ? undefined : (table.get(scope.source, node) ?? other);
    if (found !== undefined) scope.out.raw(found);
    return found !== undefined;
  };
}

/** A member of an object, as the loop over the members reads it. */
interface Member extends Pick<Element, 'write' | 'needs'> {
  /** Its name after a comma. */
  readonly key: Fragment;
  /** False for a member with which alone there is no object. */
  readonly isWanted: boolean;
  /** What states its absence; empty for most members. */
  readonly absence: Fragment;
}

/**
 * An object of elements; left out when no field gives it a value. `needs` names elements without one of which there is no object. What is the same in every
 * object comes first: it is one text.
 */
export function object(elements: Elements, needs: readonly string[] = []): ObjectElement {
  const all = Object.entries(elements);
  const own = all.filter(([, element]) => element.isFixed !== true);
  const opening = new Fragment(all.flatMap(([name, element]) => (element.isFixed === true ? `,"${name}":${constantOf(element)}` : [])).join(''));
  const isNeeded = (name: string): boolean => needs.length === 0 || needs.includes(name);
  const list_ = own.map(([name, { write, needs: key, statesAbsence }]): Member => {
    const absence = new Fragment(statesAbsence === true ? `,"_${name}":${JSON.stringify(ABSENT)}` : '');
    return { key: new Fragment(`,"${name}":`), write, needs: key, isWanted: isNeeded(name), absence };
  });
  const absences = list_.filter(({ absence }) => absence.length > 0);
  const members: Write = (scope) => writeMembers(scope, opening, list_, absences);
  return {
    rows: all.flatMap(([name, element]) => rowsBelow(name, element.rows)),
    members,
    needs: commonNeed(own.filter(([name]) => isNeeded(name)).map(([, element]) => element)),
    write(scope) {
      const { out } = scope;
      const start = out.length;
      if (!writeMembers(scope, opening, list_, absences)) return false;
      out.bytes[start] = OPEN_BRACE;
      out.byte(CLOSE_BRACE);
      return true;
    },
  };
}

function writeMembers(scope: Scope, opening: Fragment, members: readonly Member[], absences: readonly Member[]): boolean {
  const { out, source, node } = scope;
  const start = out.length;
  out.raw(opening);
  let isWanted = false;
  let absent: Member[] | undefined;
  for (const member of members) {
    const { needs } = member;
    if (needs === undefined || !source.lacks(node, needs)) {
      const before = out.length;
      out.raw(member.key);
      if (member.write(scope)) {
        isWanted ||= member.isWanted;
        continue;
      }
      out.length = before;
    }
    if (absences.length > 0 && member.absence.length > 0) (absent ??= []).push(member);
  }
  if (!isWanted) out.length = start;
  else for (const { absence } of absent ?? []) out.raw(absence);
  return isWanted;
}

/** The elements of a resource by their names. The compiler refuses a name that R4 does not have, and a table without an element that it requires. */
export const resource = <R>(elements: ElementsOf<R>, needs: readonly (keyof R & string)[] = []): ObjectElement => object({ ...elements }, needs);

/** The JSON of an element that is the same in every resource. */
function constantOf({ write }: Element): string {
  const out = new ByteWriter();
  const shared = { writer: () => out, add: () => '', repeat: () => undefined, made: () => undefined, remember: () => undefined };
  write(new Scope(new RecordText(), NONE, NONE, new Currency(''), shared, out));
  return out.bytes.toString('utf8', 0, out.length);
}

/** The first of several elements that has a value. */
export function first(...choices: readonly Element[]): Element {
  const isSeveral = choices.some((choice) => choice.isSeveral === true);
  const writers = choices.map((choice) => (isSeveral ? inList(choice) : choice.write));
  return {
    rows: choices.flatMap(({ rows }) => rows),
    isSeveral,
    needs: commonNeed(choices),
    write(scope) {
      for (const write of writers) if (write(scope)) return true;
      return false;
    },
  };
}

/** A required element of a complex type: its absence is stated in an extension. */
export const required = (...choices: readonly Element[]): Element =>
  first(...choices, { write: constant(JSON.stringify(ABSENT)), rows: [{ element: '', how: 'else data-absent-reason' }] });

/** A required element of a simple type: its absence is stated in an extension beside it. */
export const requiredValue = (...choices: readonly Element[]): Element => {
  const some = first(...choices);
  return { ...some, rows: [...some.rows, { element: '', how: 'else data-absent-reason' }], statesAbsence: true };
};

/** A list of elements; left out when it has none. */
export function list(...parts: readonly Element[]): Element {
  const write = writeParts(parts);
  return {
    rows: parts.flatMap(({ rows }) => rows.map((one) => ({ ...one, element: `[]${one.element}` }))),
    isFixed: parts.every(({ isFixed }) => isFixed === true),
    needs: commonNeed(parts),
    write(scope) {
      const { out, sequence } = scope;
      const start = out.length;
      scope.sequence = 0;
      const isWritten = write(scope);
      scope.sequence = sequence;
      if (!isWritten) return false;
      out.bytes[start] = OPEN_BRACKET;
      out.byte(CLOSE_BRACKET);
      return true;
    },
  };
}

/** Several elements of one value in a list. Only in `list`. */
export const items = (...parts: readonly Element[]): Element => ({
  rows: parts.flatMap(({ rows }) => rows),
  isSeveral: true,
  needs: commonNeed(parts),
  write: writeParts(parts),
});

/** Writes all elements, each with a comma before it. */
function writeParts(parts: readonly Element[]): Write {
  const all = parts.map((part) => ({ write: inList(part), needs: part.needs }));
  return (scope) => {
    const { source, node } = scope;
    let isWritten = false;
    for (const { write, needs } of all) if ((needs === undefined || !source.lacks(node, needs)) && write(scope)) isWritten = true;
    return isWritten;
  };
}

/** Writes an element of a list with a comma before it. */
export function inList({ write, isSeveral }: Element): Write {
  if (isSeveral === true) return write;
  return (scope) => {
    const { out } = scope;
    out.byte(COMMA);
    const isWritten = write(scope);
    if (!isWritten) out.length--;
    return isWritten;
  };
}

/** An element for every value of a list of the record, or for those from a place on. Only in `list`. */
export function each(path: string, element: Element, from = 0): Element {
  const read = reader(path);
  const write = inList(element);
  return {
    rows: rowsAt(`${path}[]`, element.rows),
    isSeveral: true,
    needs: firstKey(path),
    write(scope) {
      const { source, node: around } = scope;
      const values = read(scope);
      let isWritten = false;
      let place = 0;
      for (let node = source.firstOf(values); node !== NONE; node = source.after(node, values)) {
        if (place++ < from) continue;
        scope.node = node;
        if (write(scope)) isWritten = true;
      }
      scope.node = around;
      return isWritten;
    },
  };
}

/** Writes an element of another value than the current one. */
function writeAt(scope: Scope, node: Node, write: Write): boolean {
  if (node === NONE) return false;
  const { node: around } = scope;
  scope.node = node;
  const isWritten = write(scope);
  scope.node = around;
  return isWritten;
}

/** An element of the first value of a list of the record, or of the first that has some value in a member. */
export function firstOf(path: string, { rows, write, ...element }: Element, [member = '', wanted]: readonly [member?: string, value?: string] = []): Element {
  const read = reader(path);
  const [key, values] = [keyOf(member), new TextIndex(wanted === undefined ? [] : [wanted])];
  return {
    ...placed(element),
    rows: rowsAt(`${path}[]`, rows).map((one) => ({ ...one, how: `${one.how}, of the first` })),
    needs: firstKey(path),
    write(scope) {
      const { source } = scope;
      const all = read(scope);
      let node = source.firstOf(all);
      if (wanted !== undefined) while (node !== NONE && source.find(source.member(node, key), values) === 0) node = source.after(node, all);
      return writeAt(scope, node, write);
    },
  };
}

/** An element of an object of the record. */
export function at(path: string, { rows, write, ...element }: Element): Element {
  const read = reader(path);
  return {
    ...placed(element),
    rows: rowsAt(path, rows),
    needs: firstKey(path),
    write(scope) {
      const node = read(scope);
      return scope.source.isObject(node) && writeAt(scope, node, write);
    },
  };
}

/** What an element of another value has in common with it. */
const placed = ({ statesAbsence = false, isSeveral = false }: Partial<Element>): Pick<Element, 'statesAbsence' | 'isSeveral'> => ({ statesAbsence, isSeveral });

/** An object of a list with its number, from 1, in a member. Later elements can refer to the number by the value that it is of. */
export function numberedAs(member: string, { rows, members, needs }: ObjectElement): Element {
  const opening = new Fragment(`{"${member}":`);
  return {
    rows: [{ element: `.${member}`, how: 'number in the list' }, ...rows],
    needs,
    write(scope) {
      const { out, node } = scope;
      const start = out.length;
      out.raw(opening);
      out.ascii(String(scope.sequence + 1));
      if (!members(scope)) {
        out.length = start;
        return false;
      }
      out.byte(CLOSE_BRACE);
      scope.source.setNumber(node, ++scope.sequence);
      return true;
    },
  };
}

/** An element of a list that has its number in `sequence`. */
export const numbered = (element: ObjectElement): Element => numberedAs('sequence', element);

/** The number of the element that was written of the current object. */
export const numberOf: Element = {
  rows: [{ element: '', how: 'its number there' }],
  write({ source, node, out }) {
    const number = source.numberOf(node);
    if (number > 0) out.ascii(String(number));
    return number > 0;
  },
};

/** An element where a field has one of some values; with `isNot`, where it has none of them. */
export function when(path: string, values: readonly string[], element: Element, isNot = false): Element {
  const read = reader(path);
  const wanted = new TextIndex(values);
  return {
    ...element,
    isFixed: false,
    needs: (isNot ? undefined : firstKey(path)) ?? element.needs,
    rows: [{ element: '', field: path, how: `decides (${isNot ? 'not ' : ''}${values.join(', ')})` }, ...element.rows],
    ...limited(element, (scope) => (scope.source.find(read(scope), wanted) === 0) === isNot),
  };
}

/** The element that a table has for the value of a field, else another one. */
export function choose(path: string, choices: Readonly<Record<string, Element>>, otherwise: Element): Element {
  const read = reader(path);
  const all = Object.entries(choices);
  const table = new TextTable(all.map(([value, { write }]) => [value, write] as const));
  const decides = all.flatMap(([value, { rows }]) => [{ element: '', field: path, how: `decides (${value})` }, ...rows]);
  return {
    rows: [...decides, { element: '', field: path, how: `decides (not ${Object.keys(choices).join(', ')})` }, ...otherwise.rows],
    write: (scope) => (table.get(scope.source, read(scope)) ?? otherwise.write)(scope),
  };
}

/** The functions of an element, where a condition is true. */
export function limited(element: ObjectElement, isWanted: (scope: Scope) => boolean): Pick<ObjectElement, 'write' | 'members'>;
export function limited(element: Element, isWanted: (scope: Scope) => boolean): Pick<Element, 'write'>;
export function limited(element: Element, isWanted: (scope: Scope) => boolean): Pick<Element, 'write'> {
  const { write } = element;
  const limit =
    (make: Write): Write =>
    (scope) =>
      isWanted(scope) && make(scope);
  return { write: limit(write), ...(isObjectElement(element) ? { members: limit(element.members) } : {}) };
}

const isObjectElement = (element: Element): element is ObjectElement => 'members' in element;

const [PERIOD_START, PERIOD_END] = [new Fragment(',"start":'), new Fragment(',"end":')];

/** A period. Where the last day is before the first, which FHIR does not allow, it has the first alone. */
export function period(from: Element, to: Element): Element {
  return {
    rows: [...rowsBelow('start', from.rows), ...rowsBelow('end', to.rows)],
    needs: commonNeed([from, to]),
    write(scope) {
      const { out } = scope;
      const start = out.length;
      out.raw(PERIOD_START);
      const startDay = out.length;
      const hasStart = from.write(scope);
      if (!hasStart) out.length = start;
      const end = out.length;
      out.raw(PERIOD_END);
      const endDay = out.length;
      const isReversed = to.write(scope) && hasStart && out.bytes.compare(out.bytes, startDay, end, endDay, out.length) < 0;
      if (isReversed) scope.invalid++;
      if (isReversed || out.length === endDay) out.length = end;
      if (out.length === start) return false;
      out.bytes[start] = OPEN_BRACE;
      out.byte(CLOSE_BRACE);
      return true;
    },
  };
}

/** An element where a field has a value; with `isNot`, where it has none. */
export function whenGiven(path: string, element: Element, isNot = false): Element {
  const read = reader(path);
  const needs = (isNot ? undefined : firstKey(path)) ?? element.needs;
  return { ...element, isFixed: false, needs, ...limited(element, (scope) => (read(scope) === NONE) === isNot) };
}

const REFERENCE_END = new Fragment('"}');

/** A reference to the resource of the record itself. */
export function referenceToRecord(type: string): Element {
  const read = reader('/id');
  const { reference: opening } = new ResourceType(type);
  return leaf('/id', `reference to ${type}`, (scope) => {
    scope.out.raw(opening);
    scope.source.copyContent(read(scope), scope.out);
    scope.out.raw(REFERENCE_END);
    return true;
  });
}

let tables = 0;

/** A resource of a table of its own, which other records may share: it is written before what refers to it. */
export function reference(name: string, table: ObjectElement): Element {
  const type = new ResourceType(name);
  return referenceBy(type, table.rows, (scope) => make(scope, type, table).id);
}

/** As `reference`, for a resource of the current value alone that many records repeat, such as a payer: it is remembered by the JSON of the value. */
export function repeatedReference(name: string, table: ObjectElement): Element {
  const type = new ResourceType(name);
  const number = tables++;
  if (table.rows.some(({ field, element }) => field?.startsWith('/') === true || element.includes(' '))) throw new TypeError(`${name} depends on the record.`);
  return referenceBy(type, table.rows, (scope) => {
    const { shared } = scope;
    const json = scope.source.jsonBytes(scope.node);
    const known = shared.made(number, json);
    if (known !== undefined) {
      if (known.id !== '') shared.repeat(type, known);
      return known.id;
    }
    const made = make(scope, type, table);
    shared.remember(number, json, made);
    return made.id;
  });
}

/** Makes a resource of the current value. */
function make(scope: Scope, type: ResourceType, table: ObjectElement): SharedResource {
  const { out: around, shared } = scope;
  const out = shared.writer(scope.depth++);
  out.raw(type.line);
  scope.out = out;
  const isWritten = table.write(scope);
  [scope.out, scope.depth] = [around, scope.depth - 1];
  const content = out.bytes.subarray(0, out.length);
  return { id: isWritten ? shared.add(type, content) : '', content };
}

function referenceBy(type: ResourceType, rows: readonly Row[], idOf: (scope: Scope) => string): Element {
  const table = tables++;
  return {
    rows: rows.map(({ element, ...one }) => ({ ...one, element: ` ${type.name}${element}` })),
    write(scope) {
      // Records refer to an object several times: a patient is a beneficiary and a subscriber, too.
      const { source, node, references } = scope;
      let known = references[source.markOf(node)];
      if (known?.node !== node || known.table !== table) {
        known = { node, table, id: idOf(scope) };
        source.setMark(node, references.length);
        references.push(known);
      }
      const { id } = known;
      if (id === '') return false;
      scope.out.raw(type.reference);
      scope.out.ascii(id);
      scope.out.raw(REFERENCE_END);
      return true;
    },
  };
}
