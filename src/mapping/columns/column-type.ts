import type { JsonSchema } from '../json-schema';

/**
 * Type of the cells of a column. Cells are text in every case; the type defines what the text is:
 *
 *     amount     decimal digits of a sum of money or a price, such as -12.5
 *     decimal    decimal digits of a quantity, rate or measurement
 *     integer    digits of a whole number that fits a safe integer
 *     date       yyyy-mm-dd
 *     dateTime   yyyy-mm-ddTHH:mm:ss, or yyyy-mm-dd where the time is unknown
 *     text       anything else, such as times of day (HH:mm:ss)
 */
export type ColumnType = 'amount' | 'decimal' | 'integer' | 'date' | 'dateTime' | 'text';

/** Keys and column names of amounts; a list of bare values ends with the key of the list. */
const AMOUNT = /(?:amounts?|price|amt)$/i;

/** Returns the type of a column by the schema of its value. `name` is the key of the value, or the name of a column that only tables have. */
export function columnType({ type, format }: JsonSchema, name: string): ColumnType {
  if (type === 'number') return AMOUNT.test(name) ? 'amount' : 'decimal';
  if (type === 'integer') return type;
  if (format === 'date') return 'date';
  return format === 'date-time' ? 'dateTime' : 'text';
}
