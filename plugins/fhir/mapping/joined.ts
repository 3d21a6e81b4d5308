import { OPERATION } from '../machine-layout';
import { type Element, firstName } from './element';
import { operation } from './program';

/** A CodeableConcept of a code that is the text of several fields, one after the other; none where the first has no value. */
export const joinedCode = (system: string, start: string, first: string, ...others: readonly string[]): Element => ({
  rows: [first, ...others].map((field) => ({ element: '.coding[].code', field, how: `part of a code of \`${system}\`` })),
  needs: firstName(first),
  write: operation(OPERATION.JOINED_CODE, (program) => [
    program.text(`{"coding":[{"system":"${system}","code":"${start}`),
    program.text('"}]}'),
    1 + others.length,
    ...[first, ...others].map((path) => program.path(path)),
  ]),
});

/** Numbers of the elements that other numbers point to: the values of a list of the record that have one of some sub types are counted from 1. Only in `list`. */
export const pointers = (path: string, listPath: string, subTypes: readonly string[]): Element => ({
  rows: [{ element: '', field: `${path}[]`, how: 'number in `diagnosis` of what it points to' }],
  isSeveral: true,
  needs: firstName(path),
  write: operation(OPERATION.POINTERS, (program) => [program.path(path), program.path(listPath), program.set(subTypes)]),
});
