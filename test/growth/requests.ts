import { envelope } from '../support/generate';
import { isObject } from '../../src/mapping/writing/write-run';
import type { Shape } from './shapes';

/** Every way in which a request to generate one record is made larger: long lists, many keys, long values, deep nesting, many records. */
export function requestsOf(record: Readonly<Record<string, unknown>>, listKey: string, transactionType: string): readonly Shape[] {
  const document = (records: readonly unknown[]): string => JSON.stringify({ ...envelope(transactionType), [listKey]: records });
  const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
  const keys = (n: number): object => Object.fromEntries(many(n, (i) => [`key${i}`, 1]));
  const members = Object.entries(record).flatMap(([key, value]): Shape[] => {
    const shape = (name: string, make: (n: number) => unknown): Shape => ({
      name: `${name} ${key}`,
      make: (n) => document([{ ...record, [key]: make(n) }]),
    });
    const wrong = shape('values of another type in', (n) => many(n, () => [0]));
    if (Array.isArray(value)) return [shape('repeat', (n) => many(n, (i) => value[i % value.length] as unknown)), wrong];
    if (isObject(value)) return [shape('many keys in', (n) => ({ ...value, ...keys(n) })), wrong];
    return [shape('long value in', (n) => 'A'.repeat(10 * n)), wrong];
  });
  const lines = (records: readonly unknown[]): string => [envelope(transactionType), ...records].map((one) => JSON.stringify(one)).join('\n');
  return [
    ...members,
    { name: 'many keys', make: (n) => document([{ ...record, ...keys(n) }]) },
    { name: 'many properties', make: (n) => JSON.stringify({ ...envelope(transactionType), ...keys(n), [listKey]: [record] }) },
    { name: 'empty records', make: (n) => document(many(n, () => ({}))) },
    { name: 'records that are numbers', make: (n) => document(many(n, (i) => i)) },
    { name: 'records', make: (n) => document(many(n >> 3, () => record)) },
    { name: 'lines', make: (n) => lines(many(n >> 3, () => record)) },
    { name: 'empty lines', make: (n) => lines([record]) + '\n'.repeat(20 * n) },
    { name: 'nested lists', make: (n) => document([]).replace('[]', `[{"a":${'['.repeat(n)}${']'.repeat(n)}}]`) },
    { name: 'text that is no JSON', make: (n) => 'lorem ipsum '.repeat(n) },
  ];
}
