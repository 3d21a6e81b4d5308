import { Fragment } from '../common/fragment';
import { IntTable } from '../common/int-table';
import { packText, UNPACKABLE } from '../common/pack-code';

/**
 * An enumeration of the interface: X12 codes and the names that JSON carries for them.
 * The code wins when several names could stand for it; a name that stands for several codes is written as its first code.
 */
export interface Enumeration {
  /** Name of the concept, such as EntityRole. */
  readonly name: string;
  /** Code to name, in the order in which the concept's file lists them. */
  readonly nameOf: ReadonlyMap<string, string>;
  /** Name to code, for writing. */
  readonly codeOf: ReadonlyMap<string, string>;
  readonly namesOfSeveralCodes: ReadonlySet<unknown>;
  /** Packed code to the JSON of the name; made when it is first asked for. */
  jsonNames(): IntTable<Fragment>;
}

/** The same enumeration with some of its codes only: for objects whose reader knows no other names. */
export function limitedTo({ name, nameOf }: Enumeration, codes: string): Enumeration {
  const known = codes.split(' ').map((code) => {
    const value = nameOf.get(code);
    if (value === undefined) throw new RangeError(`${name} has no code ${code}.`);
    return [code, value] as const;
  });
  return enumeration(name, known);
}

/**
 * Declares an enumeration from its rows of code and name.
 *
 *     export const adjustmentGroup = enumeration('AdjustmentGroup', [['CO', 'CONTRACTUAL'], ...]);
 */
export function enumeration(name: string, rows: readonly (readonly [code: string, name: string])[]): Enumeration {
  const nameOf = new Map(rows);
  const codeOf = new Map<string, string>();
  const namesOfSeveralCodes = new Set<string>();
  for (const [code, value] of nameOf) {
    if (packText(code) === UNPACKABLE) throw new RangeError(`Code ${code} of ${name} is longer than the codes of an enumeration can be.`);
    if (codeOf.has(value)) namesOfSeveralCodes.add(value);
    else codeOf.set(value, code);
  }
  let names: IntTable<Fragment> | undefined;
  const jsonNames = (): IntTable<Fragment> =>
    (names ??= new IntTable([...nameOf].map(([code, value]) => [packText(code), new Fragment(JSON.stringify(value))] as const)));
  return { name, nameOf, codeOf, namesOfSeveralCodes, jsonNames };
}
