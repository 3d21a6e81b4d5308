import { EdiError, type TableLayout } from '../../src/plugin';
import type { DescribedSchema, DescribedTable, DescribeRequest, OutputContext } from '../../src/plugin/io';
import { type CompiledSchema, compileSchema, describesCodes } from './schema/compile-schema';
import { SchemaFiles } from './schema/schema-files';
import type { SchemaSet } from './schema/schema-set';
import { SEVERAL_TABLES, type TableParameters } from './table-parameters';

/** The schemas that one output may use. */
export interface SchemaChoice {
  /** The schema for a transaction type. Throws EDI_BAD_PARAMETER when there is none. */
  schemaFor(transactionType: string): CompiledSchema;
  /** Sentences about what means nothing in the file of a schema. */
  warningsOf(schema: CompiledSchema): readonly string[];
  readonly wantsDescriptions: boolean;
}

/** The schemas of an output plugin: their files are read once for as long as they do not change, and each schema is compiled once for a transaction type. */
export class TableSchemas {
  private readonly files = new SchemaFiles();
  /** `nests`: as in the choice of a schema. */
  constructor(private readonly nests = false) {}

  private readonly compiled = new WeakMap<SchemaSet, Map<string, CompiledSchema>>();

  /** Opens the schemas of an output. Throws EDI_BAD_PARAMETER for a file or name that there is none of, and EDI_SCHEMA_INVALID. */
  open(parameters: TableParameters, context: OutputContext): SchemaChoice {
    const set = this.setOf(parameters, context);
    // A schema of no type that there is, and mistakes of one that is asked for, are reported before anything is read.
    const types = new Set(context.tables.map(({ transactionType }) => transactionType));
    const usable = set.typesOf(parameters.schemaName).filter((type) => types.has(type));
    if (!set.isOfProduct) for (const type of usable) this.compile(set, parameters, type, context.tables);
    return {
      schemaFor: (type) => this.compile(set, parameters, type, context.tables),
      warningsOf: (schema) => doubtsOf(set, schema),
      wantsDescriptions: parameters.describesCodes ?? usable.some((type) => describesCodes(set.chain(parameters.schemaName, type))),
    };
  }

  /** The tables of an output, as `OutputPlugin.describe` returns them. */
  describe(parameters: TableParameters, context: OutputContext, request: DescribeRequest): readonly DescribedTable[] {
    const set = this.setOf(parameters, context);
    const schema = this.compile(set, parameters, knownType(context.tables, request.transactionType), context.tables);
    for (const warning of doubtsOf(set, schema)) context.warn(warning, '');
    return schema.lists.map(({ name, fileSuffix, header }) => ({ name, fileSuffix, columns: header }));
  }

  /** The schemas that the parameters can name. */
  list(parameters: TableParameters, context: OutputContext): readonly DescribedSchema[] {
    return this.setOf(parameters, context).list();
  }

  private setOf({ schemaFileName, schemaFolder }: TableParameters, { schemaFiles }: OutputContext): SchemaSet {
    return this.files.open(schemaFileName, schemaFolder, schemaFiles);
  }

  private compile(
    set: SchemaSet,
    { schemaName: asked, isDefaultName, schemaCheck, describesCodes }: TableParameters,
    type: string,
    tables: readonly TableLayout[],
  ): CompiledSchema {
    const schemaName = isDefaultName && !set.hasFor(asked, type) ? SEVERAL_TABLES : asked;
    const key = JSON.stringify([schemaName, type, describesCodes]);
    const ofSet = this.compiled.get(set) ?? new Map<string, CompiledSchema>();
    this.compiled.set(set, ofSet);
    const schema = ofSet.get(key) ?? compileSchema(set, { name: schemaName, describesCodes, nests: this.nests }, type, tables);
    ofSet.set(key, schema);
    const doubts = doubtsOf(set, schema);
    if (doubts.length > 0 && set.isStrict(schemaCheck)) throw new EdiError('EDI_SCHEMA_INVALID', doubts.join('\n'));
    // What means nothing is the likely reason, which no warning would report.
    if (schema.lists.length === 0) throw new EdiError('EDI_BAD_PARAMETER', [noColumn(set, schema), ...doubts].join('\n'));
    return schema;
  }
}

function noColumn(set: SchemaSet, { name, transactionType: type, silentLists }: CompiledSchema): string {
  const message = `schemaName is '${name}', which writes no column of ${type}.`;
  const [first, ...others] = silentLists;
  if (first !== undefined) {
    const lists = others.length === 0 ? `The list ${first} has` : `The lists ${silentLists.join(', ')} have`;
    return `${message} ${lists} columns but \`output: False\`. Set it to True for the list that you want.`;
  }
  const isForOthers = (set.chain(name, type)[0]?.transactionTypes ?? []).some((other) => other !== type);
  return `${message} Include columns of ${type}${isForOthers ? `, or remove ${type} from its \`transactionTypes\`` : ''}.`;
}

/** What means nothing in a file, and was no reason to refuse it. */
const doubtsOf = ({ warnings }: SchemaSet, schema: CompiledSchema): readonly string[] => [...warnings, ...schema.warnings];

function knownType(tables: readonly TableLayout[], asked: string): string {
  const types = [...new Set(tables.map(({ transactionType }) => transactionType))].sort();
  const type = types.find((one) => one.toUpperCase() === asked.toUpperCase());
  if (type !== undefined) return type;
  throw new EdiError('EDI_BAD_PARAMETER', `The transaction type '${asked}' has no columns. Known are ${types.join(', ')}.`);
}
