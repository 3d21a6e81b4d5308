import type { ByteWriter, DescribedSchema, DescribedTable, DescribeRequest, OutputContext, OutputPlugin, OutputSession } from '../../src/plugin/io';
import type { TableParameters } from './table-parameters';
import { TableSchemas } from './table-schemas';
import { TableSession, type TableTarget } from './table-session';

/** An output of tables: what formats differ by are their parameters and where rows go. */
export abstract class TableOutput<P extends TableParameters> implements OutputPlugin {
  private readonly tableSchemas: TableSchemas;

  /** `nests`: true for a format whose rows can have lists inside. */
  constructor({ nests = false }: { readonly nests?: boolean } = {}) {
    this.tableSchemas = new TableSchemas(nests);
  }

  /** Reads the parameters. Throws EDI_BAD_PARAMETER. */
  protected abstract read(context: OutputContext): P;

  /** Opens what rows are written to. */
  protected abstract openTarget(parameters: P, context: OutputContext, out: ByteWriter): TableTarget;

  open(context: OutputContext): OutputSession {
    const parameters = this.read(context);
    return new TableSession(this.tableSchemas.open(parameters, context), context, (out) => this.openTarget(parameters, context, out));
  }

  describe(context: OutputContext, request: DescribeRequest): readonly DescribedTable[] {
    return this.tableSchemas.describe(this.read(context), context, request);
  }

  schemas(context: OutputContext): readonly DescribedSchema[] {
    return this.tableSchemas.list(this.read(context), context);
  }
}
