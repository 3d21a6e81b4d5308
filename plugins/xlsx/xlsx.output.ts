import { type ByteWriter, Output, type OutputContext } from '../../src/plugin/io';
import { readTableParameters, SEVERAL_TABLES, TABLE_PARAMETERS, TableOutput, type TableParameters, type TableTarget } from '../tables';
import { MAX_SHEET_ROWS, XlsxTarget } from './xlsx-target';

/** Records as one Excel workbook, with a sheet for each list of a schema and a first sheet about the file: see docs/analytics.md. */
@Output({
  id: 'xlsx',
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: 'xlsx',
  showsDescriptions: false,
  parameters: { ...TABLE_PARAMETERS, maxRows: 'number' },
})
export class XlsxOutput extends TableOutput<TableParameters> {
  /** All tables go into the one file. */
  protected read(context: OutputContext): TableParameters {
    return readTableParameters(context, SEVERAL_TABLES);
  }

  protected openTarget(_parameters: TableParameters, context: OutputContext, out: ByteWriter): TableTarget {
    const { maxRows } = context.parameters;
    return new XlsxTarget(context, typeof maxRows === 'number' ? Math.min(maxRows, MAX_SHEET_ROWS) : MAX_SHEET_ROWS, out);
  }
}
