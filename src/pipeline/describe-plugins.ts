import { EdiError } from '../common/edi-error';
import type { DescribedSchema, DescribedTable } from '../plugin/output.plugin';
import { refusePlugin } from '../plugin/plugin-refusal';
import type { PluginRegistry } from '../plugin/plugin.registry';
import type { EngineContext } from './context';
import type { ConversionOptions, FormatInfo } from './conversion.types';
import { describeSchemas, describeTables } from './guarded-output';
import { beginRun, type RunHooks } from './run';
import { outputContext } from './write-results';

/** An output, and its parameters. */
type OutputRequest = Required<Pick<ConversionOptions, 'output' | 'outputParameters'>>;

/** The tables of an output; see `Engine.describeOutput`. */
export function describeOutput(context: EngineContext, request: OutputRequest, transactionType: string, hooks: RunHooks = {}): readonly DescribedTable[] {
  const run = beginRun(context, request, hooks);
  const tables = describeTables(run.options.output, outputContext(run), { transactionType });
  if (tables === undefined) throw new EdiError('EDI_BAD_PARAMETER', `The output ${request.output} has no columns.`);
  return tables;
}

/** The schemas that an output can use; see `Engine.listSchemas`. */
export function listSchemas(context: EngineContext, request: OutputRequest): readonly DescribedSchema[] {
  const run = beginRun(context, request);
  const schemas = describeSchemas(run.options.output, outputContext(run));
  if (schemas === undefined) throw new EdiError('EDI_BAD_PARAMETER', `The output ${request.output} has no schemas.`);
  return schemas;
}

/** Checks the schemas that packages bring for the tables of outputs. Throws EDI_PLUGIN_INVALID. */
export function checkPackages(context: EngineContext): void {
  const { schemaFiles, outputIds } = context.plugins;
  for (const { packageName, transactionTypes } of schemaFiles) {
    const withColumns = outputIds.filter((id) => context.plugins.findOutput(id)?.plugin.describe !== undefined);
    try {
      for (const output of withColumns) for (const type of transactionTypes) describeOutput(context, { output, outputParameters: {} }, type);
    } catch (cause) {
      if (cause instanceof EdiError) throw refusePlugin(packageName, cause.message, cause);
      throw cause;
    }
  }
}

/** The input formats in addition to X12. */
export const formatList = ({ formats }: PluginRegistry): readonly FormatInfo[] =>
  formats.map(({ options: { id, title, recordsKey }, plugin }) => ({ id, title, recordsKey, recordSchema: () => plugin.recordSchema() }));

/** The sets that can be generated, and the formats. */
export function generatedSets({ generations, formats }: PluginRegistry): readonly string[] {
  const sets = generations.flatMap((one) => one.sets);
  return [...sets, ...formats.flatMap(({ options, plugin }) => (plugin.openWriter ? [options.id] : []))];
}
