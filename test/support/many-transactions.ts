import { sizeOf } from './fuzz';

/** Repeats the claims, payments or members of the first transaction set, and then the set, so that a walk in the kernel pays. */
export function manyTransactions(text: string): string {
  const units = /(?:CLP|CLM|INS)\*[^]*?(?=(?:PLB|SE)\*)/.exec(text)?.[0] ?? '';
  const longer = units === '' ? text : text.replace(units, () => units.repeat(1 + Math.ceil(sizeOf(30_000, 15_000) / units.length)));
  const transaction = /ST\*[^]*?SE\*[^~]*~\s*/.exec(longer)?.[0] ?? '';
  return transaction === '' ? text : longer.replace(transaction, () => transaction.repeat(1 + Math.ceil(sizeOf(40_000, 20_000) / transaction.length)));
}
