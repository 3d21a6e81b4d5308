import { EdiError } from '../common/edi-error';
import { GuideLoader, productGuideFolder } from '../guide/guide-loader';
import { GuideRegistry } from '../guide/guide-registry';
import { type CodeDirectory, CodeDescriptions } from '../mapping/code-descriptions';
import { functionalGroup, interchangeControl } from '../mapping/control-records';
import { type NamedSchemas, namedSchemas } from '../mapping/record-schemas';
import type { DescribedTable, Notice, OutputContext } from '../plugin/output.plugin';
import type { PluginRegistry } from '../plugin/plugin.registry';
import { type ControlRecords, bindControlRecords } from './control-record-binding';
import { type CheckedOptions, checkOptions } from './conversion-options';
import { ConversionRun, type Result } from './conversion-run';
import type { Conversion, ConversionOptions, Converter, EdiSource, FileChunk, FilesConversion } from './conversion.types';
import { GuardedOutput } from './guarded-output';
import { FIRST_FILE, OutputFiles } from './output-files';
import { TransactionSets } from './transaction-sets';

/** Told of errors that became in-band ERROR objects, for logs. */
export type ErrorListener = (error: EdiError, fileName: string) => void;

/** What an engine is made of besides plugins. */
export interface EngineOptions {
  /** Told of errors that became in-band ERROR objects. */
  readonly onError?: ErrorListener;
  /** Describes the codes of records; without it no code has a description. */
  readonly codes?: CodeDirectory;
}

/**
 * Plugins and guides, ready to convert. What it keeps between conversions is derived from plugins and guides alone, so
 * conversions may run at the same time.
 */
export class Engine implements Converter {
  readonly controlRecords: ControlRecords = bindControlRecords();
  readonly onError: ErrorListener | undefined;
  readonly descriptions: CodeDescriptions | undefined;
  private boundSets: TransactionSets | undefined;

  constructor(
    private readonly plugins: PluginRegistry,
    { onError, codes }: EngineOptions = {},
  ) {
    this.onError = onError;
    this.descriptions = codes && new CodeDescriptions(codes);
  }

  /** Made at the first conversion: plugins, and the folders of their guides, are registered by then. */
  get sets(): TransactionSets {
    if (this.boundSets === undefined) {
      const folders = this.plugins.transactionSetPlugins.flatMap(({ options }) => options.guideFolder ?? []);
      this.boundSets = new TransactionSets(this.plugins, new GuideRegistry(new GuideLoader([productGuideFolder(), ...folders])));
    }
    return this.boundSets;
  }

  convert(sources: Iterable<EdiSource> | AsyncIterable<EdiSource>, options: ConversionOptions = {}): Conversion {
    const files = new OutputFiles(false);
    const { run, checked, session } = this.open(options, files);
    return {
      contentType: checked.output.options.contentType,
      summary: run.counts,
      [Symbol.asyncIterator]: () => bytesOf(this.write({ run, session, files, reusesChunks: checked.reusesChunks }, sources)),
    };
  }

  convertToFiles(sources: Iterable<EdiSource> | AsyncIterable<EdiSource>, options: ConversionOptions = {}): FilesConversion {
    const files = new OutputFiles(true);
    const { run, checked, session } = this.open(options, files);
    return {
      contentType: checked.output.options.contentType,
      summary: run.counts,
      [Symbol.asyncIterator]: () => this.write({ run, session, files, reusesChunks: checked.reusesChunks }, sources),
    };
  }

  /**
   * The tables of an output with these parameters, for one transaction type. Throws EDI_BAD_PARAMETER for an output without columns
   * and for parameters that the output refuses.
   */
  describeOutput(id: string, parameters: Readonly<Record<string, unknown>>, transactionType: string): readonly DescribedTable[] {
    const options = { output: id, outputParameters: parameters };
    const { output } = checkOptions(options, this.plugins);
    if (output.plugin.describe === undefined) throw new EdiError('EDI_BAD_PARAMETER', `The output ${id} has no columns.`);
    return output.plugin.describe(this.prepare(options, new OutputFiles(true)).context, { transactionType });
  }

  private open(options: ConversionOptions, files: OutputFiles): { run: ConversionRun; checked: CheckedOptions; session: GuardedOutput } {
    const { run, checked, context } = this.prepare(options, files);
    const session = new GuardedOutput(checked.output, context);
    run.givesTransactionRows = session.wantsTransactions;
    return { run, checked, session };
  }

  private prepare(options: ConversionOptions, files: OutputFiles): { run: ConversionRun; checked: CheckedOptions; context: OutputContext } {
    const checked = checkOptions(options, this.plugins);
    const run = new ConversionRun(this, checked, options);
    const { outputParameters: parameters = {} } = options;
    const { tables } = this.plugins;
    const { hasFiles } = files;
    const fail = (error: EdiError, fileName: string): Notice => run.fail(error, fileName);
    const warn = (message: string, fileName: string): Notice | undefined => run.warn(message, fileName);
    return { run, checked, context: { parameters, tables, hasFiles, file: (name) => files.open(name), fail, warn } };
  }

  recordSchemas(): NamedSchemas {
    const declared = this.plugins.transactionSetPlugins.flatMap(({ plugin }) => [
      ...plugin.emits.map((emission) => ('whole' in emission ? emission.whole : emission.record)),
      ...(plugin.transaction ? [plugin.transaction] : []),
      ...(plugin.envelope ? [plugin.envelope] : []),
    ]);
    return namedSchemas([...declared, interchangeControl, functionalGroup]);
  }

  /** The records as objects, in-band errors and warnings among them. */
  async *records(
    sources: Iterable<EdiSource> | AsyncIterable<EdiSource>,
    options: ConversionOptions = {},
  ): AsyncGenerator<Readonly<Record<string, unknown>>, void, undefined> {
    const run = new ConversionRun(this, checkOptions(options, this.plugins), options);
    for await (const result of run.results(sources)) {
      if (result.kind === 'notice') yield result.notice;
      else {
        const batch = await run.toBatch(result);
        yield* Array.from({ length: batch.size }, (_, i) => batch.record(i));
      }
    }
  }

  private async *write(
    { run, session, files, reusesChunks }: OpenConversion,
    sources: Iterable<EdiSource> | AsyncIterable<EdiSource>,
  ): AsyncGenerator<FileChunk, void, undefined> {
    const out = files.open(FIRST_FILE);
    for await (const result of orFirstError(run.results(sources))) {
      if (result.kind === 'notice') session.notice(result.notice, out);
      else session.write(await run.toBatch(result), out);
      yield* files.written(reusesChunks);
    }
    session.end(out);
    yield* files.written(reusesChunks);
  }
}

/** A conversion that is ready to read. */
interface OpenConversion {
  readonly run: ConversionRun;
  readonly session: GuardedOutput;
  readonly files: OutputFiles;
  readonly reusesChunks: boolean;
}

async function* bytesOf(chunks: AsyncIterable<FileChunk>): AsyncGenerator<Buffer, void, undefined> {
  for await (const { bytes } of chunks) yield bytes;
}

/** Failures that are held back at most; a file with more of them and no record is answered as it comes. */
const MAX_HELD_RESULTS = 10_000;

/**
 * Passes results on, but holds failures back until there is a record: when all there is are failures, the first one is
 * thrown, while a caller can still answer with a status.
 */
async function* orFirstError(results: AsyncIterable<Result>): AsyncGenerator<Result, void, undefined> {
  const held: Result[] = [];
  let isHolding = true;
  for await (const result of results) {
    if (isHolding && result.kind === 'notice' && held.length < MAX_HELD_RESULTS) {
      held.push(result);
      continue;
    }
    if (isHolding) yield* held.splice(0);
    isHolding = false;
    yield result;
  }
  if (!isHolding) return;
  for (const result of held) if (result.kind === 'notice' && result.error) throw result.error;
  yield* held;
}
