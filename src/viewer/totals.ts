import type { ViewFile } from './view-file';

/** A sum of a transaction set. */
export interface ViewTotal {
  readonly label: string;
  /** Null where a summand is no number. */
  readonly amount: number | null;
}

/** The sums of the transaction set of a segment, or of the first one after it; none for a set without any. */
export function totalsAt(file: ViewFile, segmentNumber: number): readonly ViewTotal[] {
  const { outline, sets } = file.meaning;
  const row = outline.transaction(Math.max(0, outline.indexAt('transaction', segmentNumber)));
  const declarations = row?.set === undefined ? undefined : sets[row.set]?.totals?.declarations;
  return (declarations ?? []).map(({ label }, i) => {
    const amount = row?.sums[i] ?? Number.NaN;
    return { label, amount: Number.isNaN(amount) ? null : amount };
  });
}
