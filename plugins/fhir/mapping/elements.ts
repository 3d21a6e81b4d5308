import { ABSENT, type Element, type Elements, type Row, rowsAt, rowsBelow, Scope } from './element';
import { codeText, dateText, decimalText, stringText } from './json';
import { isObject, reader } from './path';

/*
 * Kinds of elements. Each takes the path of its field, and returns a function over the current value and the rows of the page of fields.
 */

const row = (field: string, how: string): readonly Row[] => [{ element: '', field, how }];

/** A value that no field gives. `why` is shown in the page of fields. */
export const fixed = (value: unknown, why = 'always'): Element => {
  const text = JSON.stringify(value);
  return { write: () => text, isFixed: true, rows: [{ element: '', how: `${why} \`${shown(value)}\`` }] };
};

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Text. */
export const text = (path: string): Element => simple(path, 'text', (value) => (typeof value === 'string' ? stringText(value) : String(value)));

/** A code of a simple type. */
export const code = (path: string): Element => simple(path, 'code', (value) => (typeof value === 'string' ? codeText(value) : undefined));

/** A day. */
export const date = (path: string): Element => simple(path, 'date', (value) => (typeof value === 'string' ? dateText(value) : undefined));

/** A number. */
export const decimal = (path: string): Element => simple(path, 'number', decimalText);

/** A number in text. */
export const numberAsText = (path: string): Element =>
  simple(path, 'number as text', (value) => {
    const digits = decimalText(value);
    return digits === undefined ? undefined : `"${digits}"`;
  });

/** A whole number from 1. */
export const positiveInteger = (path: string): Element =>
  simple(path, 'whole number', (value) => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? String(value) : undefined));

/** An element of a value; `textOf` returns undefined for a value that FHIR does not allow, which is left out and counted. */
function simple(path: string, how: string, textOf: (value: unknown) => string | undefined): Element {
  const read = reader(path);
  return {
    rows: row(path, how),
    write(scope) {
      const value = read(scope);
      if (value === undefined || value === null) return '';
      const written = textOf(value);
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
      return digits === '' ? '' : `{"value":${digits},"currency":"${scope.currency}"}`;
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
      return `{"value":${Number(digits) === 0 ? '0' : negated},"currency":"${scope.currency}"}`;
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
  const texts = new Map(Object.entries(table).map(([value, written]) => [value, JSON.stringify(written)]));
  const other = otherwise === undefined ? '' : JSON.stringify(otherwise);
  return {
    rows: row(path, `one of a table of ${texts.size}`),
    write(scope) {
      const value = read(scope);
      if (value === undefined) return '';
      return (typeof value === 'string' ? texts.get(value) : undefined) ?? other;
    },
  };
}

/**
 * An object of elements; left out when no field gives it a value. `needs` names elements without one of which there is no object. What is the same in every
 * object comes first: it is one text.
 */
export function object(elements: Elements, needs: readonly string[] = []): Element {
  const all = Object.entries(elements).map(([name, element]) => ({ name, key: `,${JSON.stringify(name)}:`, element, isNeeded: needs.includes(name) }));
  const members = all.filter(({ element }) => element.isFixed !== true);
  const same = all.filter(({ element }) => element.isFixed === true).map(({ key, element }) => key + element.write(NO_SCOPE));
  const opening = same.join('');
  const isComplete = needs.length === 0;
  return {
    rows: all.flatMap(({ name, element }) => rowsBelow(name, element.rows)),
    write(scope) {
      let [out, absent, hasNeeded] = ['', '', isComplete];
      for (const { name, key, element, isNeeded } of members) {
        const written = element.write(scope);
        if (written !== '') {
          out += key + written;
          hasNeeded ||= isNeeded;
        } else if (element.statesAbsence === true) absent += `,"_${name}":${ABSENT}`;
      }
      return out === '' || !hasNeeded ? '' : `{${(opening + out + absent).slice(1)}}`;
    },
  };
}

/** For elements that are the same in every resource. */
const NO_SCOPE = new Scope({}, '', { add: () => '' });

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
export function each(path: string, element: Element, from = 0): Element {
  const read = reader(path);
  return {
    rows: rowsAt(`${path}[]`, element.rows),
    write(scope) {
      const values = read(scope);
      if (!Array.isArray(values)) return '';
      const { value: around } = scope;
      let out = '';
      for (let i = from; i < values.length; i++) {
        scope.value = values[i];
        const written = element.write(scope);
        if (written !== '') out += out === '' ? written : `,${written}`;
      }
      scope.value = around;
      return out;
    },
  };
}

/** An element of the first value of a list of the record, or of the first that has some value in a member. */
export function firstOf(path: string, element: Element, [member, wanted]: readonly [member?: string, value?: string] = []): Element {
  const read = reader(path);
  const isWanted = (value: unknown): boolean => member === undefined || (isObject(value) && value[member] === wanted);
  return {
    ...element,
    isFixed: false,
    rows: rowsAt(`${path}[]`, element.rows).map((one) => ({ ...one, how: `${one.how}, of the first` })),
    write(scope) {
      const values = read(scope);
      if (!Array.isArray(values)) return '';
      const found: unknown = values.find(isWanted);
      if (found === undefined) return '';
      const { value: around } = scope;
      scope.value = found;
      const written = element.write(scope);
      scope.value = around;
      return written;
    },
  };
}

/** An element of an object of the record. */
export function at(path: string, element: Element): Element {
  const read = reader(path);
  return {
    ...element,
    isFixed: false,
    rows: rowsAt(path, element.rows),
    write(scope) {
      const value = read(scope);
      if (!isObject(value)) return '';
      const { value: around } = scope;
      scope.value = value;
      const written = element.write(scope);
      scope.value = around;
      return written;
    },
  };
}

/** An element of a list with its number, from 1, in a member. Later elements can refer to the number by the object that it is of. */
export const numberedAs = (member: string, element: Element): Element => ({
  rows: [{ element: `.${member}`, how: 'number in the list' }, ...element.rows],
  write(scope) {
    const written = element.write(scope);
    if (written === '') return '';
    scope.numbers.set(scope.value, ++scope.sequence);
    return `{"${member}":${scope.sequence},${written.slice(1)}`;
  },
});

/** An element of a list that has its number in `sequence`. */
export const numbered = (element: Element): Element => numberedAs('sequence', element);

/** The number of the element that was written of the current object. */
export const numberOf: Element = {
  rows: [{ element: '', how: 'its number there' }],
  write(scope) {
    const number = scope.numbers.get(scope.value);
    return number === undefined ? '' : String(number);
  },
};

/** An element where a field has one of some values; with `isNot`, where it has none of them. */
export function when(path: string, values: readonly string[], element: Element, isNot = false): Element {
  const read = reader(path);
  const wanted = new Set<unknown>(values);
  return {
    ...element,
    isFixed: false,
    rows: [{ element: '', field: path, how: `decides (${isNot ? 'not ' : ''}${values.join(', ')})` }, ...element.rows],
    write: (scope) => (wanted.has(read(scope)) === isNot ? '' : element.write(scope)),
  };
}

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
  return { ...element, isFixed: false, write: (scope) => ((read(scope) === undefined) === isNot ? element.write(scope) : '') };
}

/** A reference to the resource of the record itself. */
export const referenceToRecord = (type: string): Element => {
  const id = text('/id');
  return { rows: row('/id', `reference to ${type}`), write: (scope) => `{"reference":"${type}/${id.write(scope).slice(1, -1)}"}` };
};

/** A resource of a table of its own, which other records may share: it is written before what refers to it. */
export function reference(type: string, resource: Element): Element {
  return {
    rows: resource.rows.map(({ element, ...one }) => ({ ...one, element: ` ${type}${element}` })),
    write(scope) {
      // Records refer to an object several times: a patient is a beneficiary and a subscriber, too.
      const known = scope.references.get(scope.value);
      if (known?.resource === resource) return known.text;
      const body = resource.write(scope);
      const text = body === '' ? '' : `{"reference":"${type}/${scope.shared.add(type, body)}"}`;
      scope.references.set(scope.value, { resource, text });
      return text;
    },
  };
}
