import { IntTable } from '../../common/int-table';
import { packCode, packText } from '../../common/pack-code';
import { codeList, type CodeList } from '../code-list';
import { otherList, PRODUCT_LISTS, qualifierEntries } from '../qualified-lists';

/** Components of C003: the modifiers of a procedure, one after the other, and what the claim says about it. */
export const FIRST_MODIFIER = 3;
export const MOST_MODIFIERS = 4;
export const DESCRIPTION = 7;

/** What the medical procedure identifier (C003) can name, each with a JSON key of its own. */
export type ProductKind = 'drug' | 'procedure' | 'revenueCode';

/** Lists of drugs and supplies, and of revenue codes; all others are of procedures. */
const KIND_OF_LIST: Readonly<Record<string, ProductKind>> = {
  CUSTOMER_ORDER_NUMBER: 'drug',
  EAN_UCC_13: 'drug',
  EAN_UCC_8: 'drug',
  GTIN_14: 'drug',
  HIBC: 'drug',
  NDC: 'drug',
  NHRIC: 'drug',
  UPC: 'drug',
  REVENUE_CODE: 'revenueCode',
  UB82_REVENUE_CODE: 'revenueCode',
};

const kindOfList = (subType: string): ProductKind => KIND_OF_LIST[subType] ?? 'procedure';

/** A kind of product and its list. */
export interface Product {
  readonly kind: ProductKind;
  /** Undefined where the code's own shape tells: HCPCS level I (CPT) and level II share the qualifier HC. */
  readonly list: CodeList | undefined;
}

/** Products by the packed qualifier (C003-1, data element 235). */
const PRODUCT_BY_QUALIFIER = new IntTable(
  qualifierEntries(PRODUCT_LISTS).map(
    ([qualifier, list]) => [packText(qualifier), { kind: kindOfList(list.subType), list: shownList(qualifier, list) }] as const,
  ),
);

/** The usual qualifier of CPT is that of HCPCS. */
function shownList(qualifier: string, list: CodeList): CodeList | undefined {
  if (list.subType === 'HCPCS') return undefined;
  return list.subType === 'CPT' ? codeList('CPT', qualifier) : list;
}

const WITHOUT_QUALIFIER: Product = { kind: 'procedure', list: undefined };

/** The product that a qualifier names. An unknown qualifier stays beside its code, as a procedure, so that neither is lost. */
export function productOf(bytes: Uint8Array, start: number, end: number): Product {
  if (start >= end) return WITHOUT_QUALIFIER;
  return PRODUCT_BY_QUALIFIER.get(packCode(bytes, start, end)) ?? { kind: 'procedure', list: otherList(Buffer.from(bytes.subarray(start, end)).toString()) };
}

/** The usual qualifier of each kind, where neither the guide nor the list of the code says another. */
const USUAL: Readonly<Record<ProductKind, string>> = { procedure: 'HC', drug: 'N4', revenueCode: 'NU' };

/** Lists that share the qualifier of their kind. */
const SHARED_LISTS = ['CPT', 'HCPCS'];

/** Gives the qualifier for a code of a list; undefined for a list of another kind. `allowed` are those of the guide, where it limits them. */
export function qualifierOf(kind: ProductKind, subType: string, allowed: readonly string[] | undefined): string | undefined {
  const isShared = kind === 'procedure' && SHARED_LISTS.includes(subType);
  if (subType !== '' && !isShared) {
    const ofList = Object.entries<string>(PRODUCT_LISTS).filter(([, list]) => list === subType && kindOfList(list) === kind);
    return ofList.find(([one]) => allowed?.includes(one))?.[0] ?? ofList[0]?.[0];
  }
  if (allowed === undefined || allowed.includes(USUAL[kind])) return USUAL[kind];
  return allowed.find((one) => isOfKind(one, kind)) ?? USUAL[kind];
}

function isOfKind(qualifier: string, kind: ProductKind): boolean {
  const list = Object.entries<string>(PRODUCT_LISTS).find(([one]) => one === qualifier)?.[1];
  return list !== undefined && kindOfList(list) === kind;
}
