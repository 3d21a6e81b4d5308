/*
 * Types of the library as a program sees them. `npm run typecheck` compiles this file; nothing runs it. Each @ts-expect-error fails
 * the compilation when the line below it compiles.
 */
import { convert, type ConvertedRecord, type RecordOptions } from '../../src';
import type { Payment } from '../../plugins/x12-835';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const proves = <_Claim extends true>(): void => undefined;

/** The default is the union of all records, and `objectType` narrows it. */
export async function narrows(): Promise<void> {
  for await (const record of convert('claims.edi')) {
    proves<Equal<typeof record, ConvertedRecord>>();
    // @ts-expect-error A misspelt type.
    if (record.objectType === 'PAYMNT') continue;
    switch (record.objectType) {
      case 'PAYMENT':
        proves<Equal<typeof record, Payment>>();
        proves<Equal<typeof record.id, string>>();
        proves<Equal<typeof record.paymentAmount, number | undefined>>();
        // @ts-expect-error A misspelt field.
        proves<Equal<typeof record.paymentAmout, number>>();
        break;
      case 'ERROR':
      case 'WARNING':
      case 'VALIDATION':
        proves<Equal<typeof record.message, string>>();
        break;
      case 'TRANSACTION':
        if (record.transactionType === 'PAYMENT') proves<Equal<typeof record.totalPaymentAmount, number | undefined>>();
        break;
      // @ts-expect-error A misspelt type.
      case 'CLAIMS':
        break;
      default:
        // @ts-expect-error Handled above.
        if (record.objectType === 'PAYMENT') break;
    }
  }
}

/** if-else chains narrow as well. */
export function nameOf(record: ConvertedRecord): string {
  if (record.objectType === 'CLAIM') return record.id;
  else if (record.objectType === 'MEMBER_COVERAGE') return record.id;
  else if (record.objectType === 'SEGMENT') return record.segment_id ?? '';
  return record.objectType ?? 'NCPDP';
}

/** Records of other plugins have the type that the caller names. */
export async function readsOthers(): Promise<void> {
  interface Invoice {
    readonly objectType: 'INVOICE';
    readonly number: string;
  }
  for await (const record of convert<Invoice>('invoices.edi', { plugins: ['./plugin-810'] })) {
    if (record.objectType === 'INVOICE') proves<Equal<typeof record.number, string>>();
    else proves<Equal<typeof record.message, string>>();
  }
}

// @ts-expect-error An unknown option.
export const UNKNOWN: RecordOptions = { warningsInRespons: true };
