import { EdiError, type TableLayout } from '../../src/plugin';
import {
  type DescribedSchema,
  type DescribedTable,
  type DescribeRequest,
  Output,
  type OutputContext,
  type OutputPlugin,
  type OutputSession,
} from '../../src/plugin/io';
import { CsvSession } from './csv-session';
import { type CsvParameters, readParameters, SEVERAL_FILES } from './csv-parameters';
import { type CompiledSchema, compileSchema, describesCodes } from './schema/compile-schema';
import { SchemaFiles } from './schema/schema-files';
import type { SchemaSet } from './schema/schema-set';

/**
 * Records as CSV (RFC 4180, UTF-8, LF between rows), in the columns of a schema: see docs/csv-schema.md. Where one file is wanted, it
 * is the row list of the schema; else every list of the schema is a file.
 */
@Output({ id: 'csv', contentType: 'text/csv; charset=utf-8', extension: 'csv', showsDescriptions: false })
export class CsvOutput implements OutputPlugin {
  private readonly files = new SchemaFiles();
  private readonly compiled = new WeakMap<SchemaSet, Map<string, CompiledSchema>>();

  open(context: OutputContext): OutputSession {
    const parameters = readParameters(context);
    const set = this.files.open(parameters.schemaFileName, parameters.schemaFolder, context.schemaFiles);
    // A schema of no type that there is, and mistakes of one that is asked for, are reported before anything is read.
    const types = new Set(context.tables.map(({ transactionType }) => transactionType));
    const usable = set.typesOf(parameters.schemaName).filter((type) => types.has(type));
    if (!set.isOfProduct) for (const type of usable) this.compile(set, parameters, type, context.tables);
    const schemaFor = (type: string): CompiledSchema => this.compile(set, parameters, type, context.tables);
    const wantsDescriptions = parameters.describesCodes ?? usable.some((type) => describesCodes(set.chain(parameters.schemaName, type)));
    return new CsvSession({ schemaFor, warningsOf: (schema) => doubtsOf(set, schema), wantsDescriptions, format: parameters }, context);
  }

  describe(context: OutputContext, request: DescribeRequest): readonly DescribedTable[] {
    const parameters = readParameters(context);
    const set = this.files.open(parameters.schemaFileName, parameters.schemaFolder, context.schemaFiles);
    const type = knownType(context.tables, request.transactionType);
    const schema = this.compile(set, parameters, type, context.tables);
    for (const warning of doubtsOf(set, schema)) context.warn(warning, '');
    return schema.lists.map(({ name, fileSuffix, header }) => ({ name, fileSuffix, columns: header }));
  }

  schemas(context: OutputContext): readonly DescribedSchema[] {
    const { schemaFileName, schemaFolder } = readParameters(context);
    return this.files.open(schemaFileName, schemaFolder, context.schemaFiles).list();
  }

  private compile(
    set: SchemaSet,
    { schemaName: asked, isDefaultName, schemaCheck, describesCodes }: CsvParameters,
    type: string,
    tables: readonly TableLayout[],
  ): CompiledSchema {
    const schemaName = isDefaultName && !set.hasFor(asked, type) ? SEVERAL_FILES : asked;
    const key = JSON.stringify([schemaName, type, describesCodes]);
    const ofSet = this.compiled.get(set) ?? new Map<string, CompiledSchema>();
    this.compiled.set(set, ofSet);
    const schema = ofSet.get(key) ?? compileSchema(set, { name: schemaName, describesCodes }, type, tables);
    ofSet.set(key, schema);
    const doubts = doubtsOf(set, schema);
    if (doubts.length > 0 && set.isStrict(schemaCheck)) throw new EdiError('EDI_SCHEMA_INVALID', doubts.join('\n'));
    // What means nothing is the likely reason, which no warning would tell.
    const noColumn = `schemaName is '${schemaName}', which writes no column of ${type}.`;
    if (schema.lists.length === 0) throw new EdiError('EDI_BAD_PARAMETER', [noColumn, ...doubts].join('\n'));
    return schema;
  }
}

/** What means nothing in a file, and was no reason to refuse it. */
const doubtsOf = ({ doubts }: SchemaSet, schema: CompiledSchema): readonly string[] => [...doubts, ...schema.doubts];

function knownType(tables: readonly TableLayout[], asked: string): string {
  const types = [...new Set(tables.map(({ transactionType }) => transactionType))].sort();
  const type = types.find((one) => one.toUpperCase() === asked.toUpperCase());
  if (type !== undefined) return type;
  throw new EdiError('EDI_BAD_PARAMETER', `The transaction type '${asked}' has no columns. Known are ${types.join(', ')}.`);
}
