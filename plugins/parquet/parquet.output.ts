import { type ByteWriter, Output, type OutputContext } from '../../src/plugin/io';
import { ONE_TABLE, readTableParameters, SEVERAL_TABLES, TABLE_PARAMETERS, TableOutput, type TableParameters, type TableTarget } from '../tables';
import { ParquetTarget } from './parquet-target';

/**
 * Records as Apache Parquet, in the columns of a schema as CSV has them: see docs/analytics.md. Where one file is wanted, it is the row list of the
 * schema; else every list of the schema is a file.
 */
@Output({
  id: 'parquet',
  contentType: 'application/vnd.apache.parquet',
  extension: 'parquet',
  showsDescriptions: false,
  splits: true,
  parameters: { ...TABLE_PARAMETERS, rowGroupBytes: 'number' },
})
export class ParquetOutput extends TableOutput<TableParameters> {
  constructor() {
    super({ nests: true });
  }

  protected read(context: OutputContext): TableParameters {
    return readTableParameters(context, context.hasFiles ? SEVERAL_TABLES : ONE_TABLE);
  }

  protected openTarget(_parameters: TableParameters, context: OutputContext, out: ByteWriter): TableTarget {
    return new ParquetTarget(context, out);
  }
}
