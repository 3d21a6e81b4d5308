import { type OutputContext } from '../../src/plugin/io';
import { ONE_TABLE, readTableParameters, SEVERAL_TABLES, TABLE_PARAMETERS, type TableParameters } from '../tables';

/** Names and types of the parameters. */
export const CSV_PARAMETERS = { ...TABLE_PARAMETERS, spreadsheetSafe: 'boolean', excel: 'boolean', endsLastRow: 'boolean', maxRows: 'number' } as const;

/** The parameters of an output, checked. */
export interface CsvParameters extends TableParameters {
  readonly isSpreadsheetSafe: boolean;
  /** True for a byte order mark, and text that looks like a number written as text: for Excel. */
  readonly isForExcel: boolean;
  /** True for a line end after the last row. */
  readonly endsLastRow: boolean;
  /** Rows, including the header, beyond which a warning is written. */
  readonly maxRows: number;
}

/** Reads the parameters of tables, and `spreadsheetSafe`, `excel`, `endsLastRow` and `maxRows`. Throws EDI_BAD_PARAMETER. */
export function readParameters(context: OutputContext): CsvParameters {
  const { spreadsheetSafe, excel, endsLastRow, maxRows } = context.parameters;
  return {
    ...readTableParameters(context, context.hasFiles ? SEVERAL_TABLES : ONE_TABLE),
    isSpreadsheetSafe: spreadsheetSafe === true || excel === true,
    isForExcel: excel === true,
    endsLastRow: endsLastRow === true,
    maxRows: typeof maxRows === 'number' ? maxRows : Number.POSITIVE_INFINITY,
  };
}
