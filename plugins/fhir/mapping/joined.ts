import type { Element } from './element';
import { reader } from './path';
import { keyOf, NONE } from './record-text';

/** A CodeableConcept of a code that is the text of several fields, one after the other; none where the first has no value. */
export function joinedCode(system: string, opening: string, ...paths: readonly string[]): Element {
  const reads = paths.map((path) => reader(path));
  return {
    rows: paths.map((field) => ({ element: '.coding[].code', field, how: `part of a code of \`${system}\`` })),
    write(scope) {
      const parts = reads.map((read) => scope.source.shownCode(read(scope)).slice(1, -1));
      return parts[0] === '' ? '' : `{"coding":[{"system":"${system}","code":"${opening}${parts.join('')}"}]}`;
    },
  };
}

const SUB_TYPE = keyOf('subType');

/** Numbers of the elements that other numbers point to: the values of a list of the record that have one of some sub types are counted from 1. Only in `list`. */
export function pointers(path: string, listPath: string, subTypes: readonly string[]): Element {
  const [readPointers, readList] = [reader(path), reader(listPath)];
  const counted = new Set(subTypes);
  return {
    rows: [{ element: '', field: `${path}[]`, how: 'number in `diagnosis` of what it points to' }],
    write(scope) {
      const { source } = scope;
      const [numbers, values] = [readPointers(scope), readList(scope)];
      const targets: number[] = [];
      for (let value = source.firstOf(values); value !== NONE; value = source.after(value, values))
        if (counted.has(source.string(source.member(value, SUB_TYPE)))) targets.push(value);
      const found = new Set<number>();
      for (let number = source.firstOf(numbers); number !== NONE; number = source.after(number, numbers)) {
        const target = scope.numbers.get(targets[Number(source.json(number)) - 1] ?? NONE);
        if (target === undefined) scope.invalid++;
        else found.add(target);
      }
      return [...found].join(',');
    },
  };
}
