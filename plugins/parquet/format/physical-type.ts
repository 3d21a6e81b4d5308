import type { tableReading } from '../../../src/plugin/io';

/** Numbers of the format: parquet.thrift of Apache Parquet. */
export const TYPE = { int32: 1, int64: 2, byteArray: 6 } as const;
export const ENCODING = { plain: 0, rle: 3, rleDictionary: 8 } as const;
export const CONVERTED = { utf8: 0, list: 3, decimal: 5, date: 6 } as const;
export const PAGE = { data: 0, dictionary: 2 } as const;
export const SNAPPY = 1;
export const REPETITION = { required: 0, optional: 1, repeated: 2 } as const;

/** Digits of a decimal that fits 64 bits. */
export const DECIMAL_DIGITS = 18;

/** Digits after the point of sums of money, and of all other decimals. */
export const SCALES = { amount: 2, decimal: 6 } as const;

/** The physical type of the cells of a column. */
export function physicalType(type: tableReading.ColumnType): number {
  switch (type) {
    case 'date':
      return TYPE.int32;
    case 'text':
      return TYPE.byteArray;
    default:
      return TYPE.int64;
  }
}
