/** An amount of cents as X12 has it: without zeros at the end. */
export function money(amount: number): string {
  const part = Math.abs(amount) % 100;
  if (part === 0) return String(amount / 100);
  const text = `${Math.trunc(Math.abs(amount) / 100)}.${part % 10 === 0 ? part / 10 : part < 10 ? `0${part}` : part}`;
  return amount < 0 ? `-${text}` : text;
}

/** A share of an amount, in whole cents. */
export const cents = (amount: number, percent: number): number => Math.round((amount * percent) / 100);
