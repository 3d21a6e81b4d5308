import type { KernelMemory } from './kernel-memory';

const INT = 4;

/** Writes an open hash table of keys that are not negative, behind some numbers: shift, mask, and rows of key and value. Gives the address of the numbers, or of the table. */
export function hashTable(kernel: KernelMemory, entries: readonly (readonly [number, number])[], before: readonly number[] = []): number {
  const bits = Math.max(1, Math.ceil(Math.log2(2 * entries.length + 1)));
  const mask = (1 << bits) - 1;
  const start = kernel.allocate(INT * before.length + 2 * INT + ((2 * INT) << bits));
  const { ints } = kernel;
  ints.set(before, start >> 2);
  const table = (start >> 2) + before.length;
  ints[table] = 32 - bits;
  ints[table + 1] = mask;
  const row = (i: number): number => table + 2 + 2 * i;
  for (let i = 0; i <= mask; i++) ints[row(i)] = -1;
  for (const [key, value] of entries) {
    let i = Math.imul(key, 0x9e3779b1) >>> (32 - bits);
    while (ints[row(i)] !== -1) i = (i + 1) & mask;
    ints[row(i)] = key;
    ints[row(i) + 1] = value;
  }
  return start;
}
