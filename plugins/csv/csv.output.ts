import { type ByteWriter, Output, type OutputContext } from '../../src/plugin/io';
import { TableOutput, type TableTarget } from '../tables';
import { CSV_PARAMETERS, type CsvParameters, readParameters } from './csv-parameters';
import { CsvTarget } from './csv-target';

/**
 * Records as CSV (RFC 4180, UTF-8, LF between rows), in the columns of a schema: see docs/csv-schema.md. One file is the row list of the schema; with several
 * files, each list of the schema is a file.
 */
@Output({
  id: 'csv',
  contentType: 'text/csv; charset=utf-8',
  extension: 'csv',
  showsDescriptions: false,
  joins: true,
  parameters: CSV_PARAMETERS,
})
export class CsvOutput extends TableOutput<CsvParameters> {
  protected read(context: OutputContext): CsvParameters {
    return readParameters(context);
  }

  protected openTarget(parameters: CsvParameters, context: OutputContext, out: ByteWriter): TableTarget {
    return new CsvTarget(parameters, context, out);
  }
}
