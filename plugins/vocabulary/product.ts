import {
  alsoUnused,
  code,
  type Code,
  codes,
  type Field,
  firstOf,
  qualifiedCode,
  qualifiedElements,
  type QualifiedLists,
  type SplitList,
  text,
} from '../../src/plugin';

/*
 * Products and services (data element 234) by their qualifier (235): components 2 and 1 of C003, or two elements beside each other. Drugs,
 * procedures and revenue codes share the places, each with a JSON key of its own.
 */

const ALL = qualifiedElements['234'].lists;

const DRUGS = ['CUSTOMER_ORDER_NUMBER', 'EAN_UCC_13', 'EAN_UCC_8', 'GTIN_14', 'HIBC', 'NDC', 'NHRIC', 'UPC'];
const REVENUE_CODES = ['REVENUE_CODE', 'UB82_REVENUE_CODE'];

const listsWhere = (isMeant: (list: string) => boolean): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries<string>(ALL).filter(([, list]) => isMeant(list)));

/** CPT (five digits, or four and a letter) shares the qualifier HC with HCPCS level II (a letter and four digits). */
const CPT: SplitList = { list: 'CPT', from: 'HCPCS', shape: '9999X' };

const ofDrugs: QualifiedLists = { lists: listsWhere((list) => DRUGS.includes(list)), among: ALL, usual: 'N4' };
const ofRevenueCodes: QualifiedLists = { lists: listsWhere((list) => REVENUE_CODES.includes(list)), among: ALL, usual: 'NU' };
const ofProcedures: QualifiedLists = {
  lists: listsWhere((list) => !DRUGS.includes(list) && !REVENUE_CODES.includes(list)),
  among: ALL,
  usual: 'HC',
  readsUnqualified: true,
  readsOthers: true,
  split: CPT,
};

/** A procedure with its modifiers. */
export interface Procedure extends Code {
  /** Description of a procedure whose code is not specific enough (C003-7). */
  readonly descFromClaim?: string;
  readonly modifiers?: readonly Code[];
}

/** How the parts of a procedure are read. */
export interface ProcedureOptions {
  /** True to read C003-7 as `descFromClaim`. */
  readonly describesItself?: boolean;
}

const modifiers = alsoUnused(codes('HCPCS_MODIFIER', '-3', 4));
const descFromClaim = alsoUnused(text('-7'));

/** A procedure with modifiers: C003 with HC, AD, WK, IV, HP or ER, or with a qualifier that has no list, so that no code is lost. */
export const procedure = (place: string, { describesItself = false }: ProcedureOptions = {}): Field<Procedure> =>
  qualifiedCode({
    code: `${place}-2`,
    qualifier: '-1',
    lists: ofProcedures,
    title: 'Procedure',
    more: describesItself ? { descFromClaim, modifiers } : { modifiers },
  });

/** A drug: C003 with N4 and the other product codes. */
export const drug = (place: string): Field<Code> => qualifiedCode({ code: `${place}-2`, qualifier: '-1', lists: ofDrugs });

/** A revenue code: C003 with NU, else an element of its own. */
export function revenueCode(place: string, ownElement?: string): Field<Code> {
  const inProduct = qualifiedCode({ code: `${place}-2`, qualifier: '-1', lists: ofRevenueCodes });
  return ownElement === undefined ? inProduct : firstOf<Code>(inProduct, code('REVENUE_CODE', ownElement));
}

/** A drug by an element with its code (LIN03) and one with its qualifier (02). */
export const drugOf = (qualifier: string, place: string): Field<Code> => qualifiedCode({ code: place, qualifier, lists: { ...ofDrugs, readsOthers: true } });

/** A procedure by an element with its code (HCP10) and one with its qualifier (09). */
export const procedureOf = (qualifier: string, place: string): Field<Code> => qualifiedCode({ code: place, qualifier, lists: ofProcedures });
