import type { CodeType } from './code-type';

/** A diagnosis code of ICD-10-CM: a letter, a digit, and up to five more. */
const ICD_10 = /^[A-Z]\d[0-9A-Z]{1,5}$/i;

/** A diagnosis code of ICD-9-CM: three digits, V and two, or E and three, and up to two more. */
const ICD_9 = /^(?:\d{3}|V\d{2}|E\d{3})\d{0,2}$/i;

/** A procedure of ICD-9-CM: two digits, and up to two more. */
const ICD_9_PROCEDURE = /^\d{3,4}$/;

/** A type of bill as forms have it: a zero, and the three characters of the code. */
const PADDED_TYPE_OF_BILL = /^0[0-9A-Z]{3}$/;

/** A revenue code as older systems have it: without the zero that it begins with. */
const SHORT_REVENUE_CODE = /^\d{3}$/;

/** A code in the form of one type. */
export interface CodeForm {
  readonly type: CodeType;
  /** In capitals, letters and digits alone. */
  readonly plainCode: string;
}

/** Returns what a code in capitals may also mean, with a leading zero more or less: type of bill 131 is 0131 on forms, revenue code 0131 was 131. */
export function otherForms(plainCode: string): readonly CodeForm[] {
  return [
    ...(PADDED_TYPE_OF_BILL.test(plainCode) ? [{ type: 'UB04_TYPE_OF_BILL', plainCode: plainCode.slice(1) } as const] : []),
    ...(SHORT_REVENUE_CODE.test(plainCode) ? [{ type: 'UB04_REVENUE_CODE', plainCode: `0${plainCode}` } as const] : []),
  ];
}

/**
 * Writes a diagnosis or procedure code with its dot, which needs no code set: ICD-10-CM and ICD-9-CM have it after the
 * third character (the fourth of E codes), ICD-9-CM procedures after the second, ICD-10-PCS has none. Undefined where the
 * list has no such form, or the code is none of it.
 */
export function formatByShape(list: string, code: string): string | undefined {
  if (list.includes('PCS')) return list.startsWith('ICD_9') && ICD_9_PROCEDURE.test(code) ? withDot(code, 2) : undefined;
  if (list.startsWith('ICD_10')) return ICD_10.test(code) ? withDot(code, 3) : undefined;
  if (list.startsWith('ICD_9')) return ICD_9.test(code) ? withDot(code, /^E/i.test(code) ? 4 : 3) : undefined;
  return undefined;
}

function withDot(code: string, after: number): string {
  return code.length > after ? `${code.slice(0, after)}.${code.slice(after)}` : code;
}
