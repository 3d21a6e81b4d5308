import { appendFileSync } from 'node:fs';

/** What was measured: an operation on a kind of input. */
export interface Measured {
  readonly operation: string;
  readonly shape: string;
  readonly growth: number;
  /** Undefined where memory was not measured. */
  readonly megabytes: number | undefined;
}

/** The kind of a shape: its name without the place in the sample. */
export const kindOf = (name: string): string => name.replace(/ \d+ .*$/, '');

/** Writes a table of kinds and operations: the highest growth, and the most memory, of the shapes of a kind. Also appends it to the file that CLEARLOOP_GROWTH_TABLE names. */
export function printTable(measured: readonly Measured[]): void {
  const operations = [...new Set(measured.map(({ operation }) => operation))];
  const lines = [...new Set(measured.map(({ shape }) => shape))].map((shape) => {
    const cells = operations.map((operation) => cellOf(measured.filter((one) => one.operation === operation && one.shape === shape)));
    return `| ${[shape, ...cells].join(' | ')} |`;
  });
  const table = [`| Input (growth, MB) | ${operations.join(' | ')} |`, `|${' --- |'.repeat(operations.length + 1)}`, ...lines, ''].join('\n');
  process.stdout.write(`\n${table}`);
  const path = process.env['CLEARLOOP_GROWTH_TABLE'];
  if (path !== undefined) appendFileSync(path, `${table}\n`);
}

function cellOf(measured: readonly Measured[]): string {
  if (measured.length === 0) return '';
  const growth = Math.max(...measured.map((one) => one.growth)).toFixed(1);
  const megabytes = Math.max(...measured.map((one) => one.megabytes ?? 0));
  return megabytes > 0 ? `${growth}, ${Math.round(megabytes)}` : growth;
}
