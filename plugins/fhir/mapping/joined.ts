import { Fragment } from '../../../src/plugin/io';
import type { Element } from './element';
import { firstKey, reader } from './path';
import { keyOf, NONE } from './record-text';
import { TextIndex } from './text-index';

const CONCEPT_END = new Fragment('"}]}');

/** A CodeableConcept of a code that is the text of several fields, one after the other; none where the first has no value. */
export function joinedCode(system: string, start: string, first: string, ...others: readonly string[]): Element {
  const reads = [first, ...others].map((path) => reader(path));
  const opening = new Fragment(`{"coding":[{"system":"${system}","code":"${start}`);
  return {
    rows: [first, ...others].map((field) => ({ element: '.coding[].code', field, how: `part of a code of \`${system}\`` })),
    needs: firstKey(first),
    write(scope) {
      const { source, out } = scope;
      const before = out.length;
      out.raw(opening);
      const codeStart = out.length;
      for (const read of reads) {
        // The code goes on where its closing quote is; its opening quote is not part of it.
        const end = out.length;
        if (source.writeCode(read(scope), out)) {
          out.bytes.copyWithin(end, end + 1, out.length - 1);
          out.length -= 2;
        }
        if (out.length === codeStart) {
          out.length = before;
          return false;
        }
      }
      out.raw(CONCEPT_END);
      return true;
    },
  };
}

const SUB_TYPE = keyOf('subType');
const COMMA = 0x2c;

/** Numbers of the elements that other numbers point to: the values of a list of the record that have one of some sub types are counted from 1. Only in `list`. */
export function pointers(path: string, listPath: string, subTypes: readonly string[]): Element {
  const [readPointers, readList] = [reader(path), reader(listPath)];
  const counted = new TextIndex(subTypes);
  return {
    rows: [{ element: '', field: `${path}[]`, how: 'number in `diagnosis` of what it points to' }],
    isSeveral: true,
    needs: firstKey(path),
    write(scope) {
      const { source, out } = scope;
      const [numbers, values] = [readPointers(scope), readList(scope)];
      const targets: number[] = [];
      for (let value = source.firstOf(values); value !== NONE; value = source.after(value, values))
        if (source.find(source.member(value, SUB_TYPE), counted) > 0) targets.push(source.numberOf(value));
      const found: number[] = [];
      for (let number = source.firstOf(numbers); number !== NONE; number = source.after(number, numbers)) {
        const target = targets[Number(source.json(number)) - 1] ?? 0;
        if (target === 0) scope.invalid++;
        else if (!found.includes(target)) {
          found.push(target);
          out.byte(COMMA);
          out.ascii(String(target));
        }
      }
      return found.length > 0;
    },
  };
}
