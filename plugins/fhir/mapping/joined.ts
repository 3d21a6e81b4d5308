import type { Element } from './element';
import { codeText } from './json';
import { isObject, reader } from './path';

/** A CodeableConcept of a code that is the text of several fields, one after the other; none where the first has no value. */
export function joinedCode(system: string, opening: string, ...paths: readonly string[]): Element {
  const reads = paths.map((path) => reader(path));
  return {
    rows: paths.map((field) => ({ element: '.coding[].code', field, how: `part of a code of \`${system}\`` })),
    write(scope) {
      const parts = reads.map((read) => read(scope)).filter((part) => typeof part === 'string');
      return parts[0] === undefined ? '' : `{"coding":[{"system":"${system}","code":${codeText(opening + parts.join(''))}}]}`;
    },
  };
}

/** Numbers of the elements that other numbers point to: the values of a list of the record that have one of some sub types are counted from 1. Only in `list`. */
export function pointers(path: string, listPath: string, subTypes: readonly string[]): Element {
  const [readPointers, readList] = [reader(path), reader(listPath)];
  const counted = new Set<unknown>(subTypes);
  return {
    rows: [{ element: '', field: `${path}[]`, how: 'number in `diagnosis` of what it points to' }],
    write(scope) {
      const [numbers, values] = [readPointers(scope), readList(scope)];
      if (!Array.isArray(numbers) || !Array.isArray(values)) return '';
      const targets = values.filter((value) => isObject(value) && counted.has(value['subType']));
      const found = numbers.map((number) => (typeof number === 'number' ? scope.numbers.get(targets[number - 1]) : undefined));
      scope.invalid += found.filter((number) => number === undefined).length;
      return [...new Set(found)].filter((number) => number !== undefined).join(',');
    },
  };
}
