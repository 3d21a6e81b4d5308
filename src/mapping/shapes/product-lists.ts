import { IntTable } from '../../common/int-table';
import { packText } from '../../common/pack-code';
import { codeList, type CodeList } from '../code-list';

/** Components of C003: the modifiers of a procedure, one after the other, and what the claim says about it. */
export const FIRST_MODIFIER = 3;
export const MOST_MODIFIERS = 4;
export const DESCRIPTION = 7;

/** What the medical procedure identifier (C003) can name, each with a JSON key of its own. */
export type ProductKind = 'drug' | 'procedure' | 'revenueCode';

/** A kind of product and its list. */
export interface Product {
  readonly kind: ProductKind;
  /** Undefined where the code's own shape tells: HCPCS level I (CPT) and level II share the qualifier HC. */
  readonly list: CodeList | undefined;
}

/** C003-1, data element 235: which list the code is from. */
export const PRODUCTS: Readonly<Record<string, Product>> = {
  AD: { kind: 'procedure', list: codeList('ADA') },
  ER: { kind: 'procedure', list: codeList('JURISDICTION_SPECIFIC') },
  HC: { kind: 'procedure', list: undefined },
  HP: { kind: 'procedure', list: codeList('HIPPS') },
  IV: { kind: 'procedure', list: codeList('HIEC') },
  WK: { kind: 'procedure', list: codeList('ABC') },
  EN: { kind: 'drug', list: codeList('EAN_UCC_13') },
  EO: { kind: 'drug', list: codeList('EAN_UCC_8') },
  N4: { kind: 'drug', list: codeList('NDC') },
  N6: { kind: 'drug', list: codeList('NHRIC') },
  UI: { kind: 'drug', list: codeList('UPC') },
  UP: { kind: 'drug', list: codeList('UPC') },
  NU: { kind: 'revenueCode', list: codeList('REVENUE_CODE') },
};

/** Products by the packed qualifier. */
export const PRODUCT_BY_QUALIFIER = new IntTable(Object.entries(PRODUCTS).map(([qualifier, one]) => [packText(qualifier), one] as const));

/** The usual qualifier of each kind, where neither the guide nor the list of the code says another. */
const USUAL: Readonly<Record<ProductKind, string>> = { procedure: 'HC', drug: 'N4', revenueCode: 'NU' };

/** Lists that share the qualifier of their kind. */
const SHARED_LISTS = ['CPT', 'HCPCS'];

/** Gives the qualifier for a code of a list; undefined for a list of another kind. `allowed` are those of the guide, where it limits them. */
export function qualifierOf(kind: ProductKind, subType: string, allowed: readonly string[] | undefined): string | undefined {
  const ofKind = Object.entries(PRODUCTS).filter(([, product]) => product.kind === kind);
  const ofList = ofKind.filter(([, { list }]) => list?.subType === subType).map(([qualifier]) => qualifier);
  if (ofList.length > 0) return ofList.find((one) => allowed?.includes(one)) ?? ofList[0];
  if (subType !== '' && !(kind === 'procedure' && SHARED_LISTS.includes(subType))) return undefined;
  if (allowed === undefined || allowed.includes(USUAL[kind])) return USUAL[kind];
  return allowed.find((one) => PRODUCTS[one]?.kind === kind) ?? USUAL[kind];
}
