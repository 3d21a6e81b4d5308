import { EdiError } from '../common/edi-error';
import { GuideLoader, productGuideFolder } from '../guide/guide-loader';
import { GuideRegistry } from '../guide/guide-registry';
import { type CodeDirectory, CodeDescriptions } from '../mapping/code-descriptions';
import type { DescribedSchema, DescribedTable, OutputContext, OutputOptions, OutputParameters } from '../plugin/output.plugin';
import { refusePlugin } from '../plugin/plugin-refusal';
import type { PluginRegistry, RegisteredFormat } from '../plugin/plugin.registry';
import type { RuleFacts } from '../validation/rule';
import { RuleCatalogue } from '../validation/rule-catalogue';
import { rulesPage } from '../validation/rules-page';
import type { RuleSwitches } from '../validation/rule-switches';
import { StandardChecks } from '../validation/standard-checks';
import { AcknowledgmentRun } from './acknowledgment/acknowledgment-run';
import type { Acknowledger, AcknowledgmentOutput, AcknowledgmentRequest } from './acknowledgment/acknowledgment.types';
import { type ControlRecords, bindControlRecords } from './control-record-binding';
import { type CheckedOptions, checkOptions } from './conversion-options';
import { checkOptionNames, CONVERTER_CALL_OPTIONS } from './known-options';
import { ConversionRun, type Result } from './conversion-run';
import type { Conversion, ConversionOptions, Converter, FileChunk, FilesConversion, FormatInfo, ValidationOptions } from './conversion.types';
import type { EdiSources } from '../io/edi-source';
import { type ConverterSchemas, converterSchemas } from './converter-schemas';
import { EventLoopShare, inTurns } from './event-loop-share';
import { FileValidation } from './file-validation';
import { FormatGeneration } from './formats/format-generation';
import { openReading } from './formats/open-reading';
import { ConvertedHead } from './generation/converted-head';
import { DEFAULT_LISTED_ISSUES } from '../mapping/writing/issue-limit';
import { envelopeDefaults } from './generation/envelope-defaults';
import { GenerationRun } from './generation/generation-run';
import type { EdiGenerator, GenerationOptions, RequestGeneration } from './generation/generation.types';
import { recordKeysOf } from './generation/record-keys';
import { readRequest } from './generation/request-parts';
import { describeSchemas, describeTables, GuardedOutput } from './guarded-output';
import { FIRST_FILE, OutputFiles } from './output-files';
import type { Parser, Parsing, ParsingOptions } from './parsing/parsing.types';
import { ParsingRun } from './parsing/parsing-run';
import { TransactionSets } from './transaction-sets';
import { validateInto } from './validation-output';
import { ValidationRun } from './validation-run';

const EDI_TYPE = 'text/plain; charset=utf-8';

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
export class Engine implements Converter, EdiGenerator, Acknowledger, Parser {
  readonly controlRecords: ControlRecords = bindControlRecords();
  readonly onError: ErrorListener | undefined;
  readonly descriptions: CodeDescriptions | undefined;
  /** One for all work of the engine, so that no number of requests keeps the event loop. */
  readonly share = new EventLoopShare();
  private readonly standard = new StandardChecks();
  private boundSets: TransactionSets | undefined;
  private knownRules: RuleCatalogue | undefined;

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
      const folders = [productGuideFolder(), ...this.plugins.guideFolders];
      this.boundSets = new TransactionSets(this.plugins, new GuideRegistry(new GuideLoader(folders)));
    }
    return this.boundSets;
  }

  convert(sources: EdiSources, options: ConversionOptions = {}): Conversion {
    const checked = this.checkConversion('convert', options);
    if (checked.output.options.takes === 'segments') return validateInto(this, checked, sources, options);
    const files = new OutputFiles(false);
    const { run, session } = this.open(checked, options, files);
    return {
      contentType: checked.output.options.contentType,
      summary: run.counts,
      [Symbol.asyncIterator]: () => bytesOf(this.write({ run, session, files, reusesChunks: checked.reusesChunks }, sources)),
    };
  }

  convertToFiles(sources: EdiSources, options: ConversionOptions = {}): FilesConversion {
    const checked = this.checkConversion('convertToFiles', options);
    if (checked.output.options.takes === 'segments') return asFiles(validateInto(this, checked, sources, options));
    const files = new OutputFiles(true);
    const { run, session } = this.open(checked, options, files);
    return {
      contentType: checked.output.options.contentType,
      summary: run.counts,
      [Symbol.asyncIterator]: () => this.write({ run, session, files, reusesChunks: checked.reusesChunks }, sources),
    };
  }

  validate(sources: EdiSources, options: ValidationOptions = {}): Conversion {
    return validateInto(this, this.checkConversion('validate', options), sources, options);
  }

  /**
   * The tables of an output with these parameters, for one transaction type. Throws EDI_BAD_PARAMETER for an output without columns
   * and for parameters that the output refuses. `onIssue` is called with what the output warns of.
   */
  describeOutput(id: string, parameters: OutputParameters, transactionType: string, onIssue?: ConversionOptions['onIssue']): readonly DescribedTable[] {
    const checked = this.check({ output: id, outputParameters: parameters });
    const { reports } = new ConversionRun(this, checked, onIssue === undefined ? {} : { onIssue });
    const tables = describeTables(checked.output, this.outputContext(checked, new OutputFiles(true), reports), { transactionType });
    if (tables === undefined) throw new EdiError('EDI_BAD_PARAMETER', `The output ${id} has no columns.`);
    return tables;
  }

  /** The schemas that an output with these parameters can use. Throws as `describeOutput` does. */
  listSchemas(id: string, parameters: OutputParameters): readonly DescribedSchema[] {
    const checked = this.check({ output: id, outputParameters: parameters });
    const { reports } = new ConversionRun(this, checked, {});
    const schemas = describeSchemas(checked.output, this.outputContext(checked, new OutputFiles(true), reports));
    if (schemas === undefined) throw new EdiError('EDI_BAD_PARAMETER', `The output ${id} has no schemas.`);
    return schemas;
  }

  /**
   * Checks what packages bring for an output that has columns, as far as it can be checked without an input: the schemas of their tables.
   * Throws EDI_PLUGIN_INVALID.
   */
  checkPackages(): void {
    for (const { packageName, transactionTypes } of this.plugins.schemaFiles) {
      try {
        for (const { id } of this.outputs) if (this.hasColumns(id)) for (const type of transactionTypes) this.describeOutput(id, {}, type);
      } catch (cause) {
        if (cause instanceof EdiError) throw refusePlugin(packageName, cause.message, cause);
        throw cause;
      }
    }
  }

  private hasColumns(id: string): boolean {
    return this.plugins.findOutput(id)?.plugin.describe !== undefined;
  }

  /** The outputs that can be asked for, in the order of their ids. */
  get outputs(): readonly OutputOptions[] {
    return this.plugins.outputIds.flatMap((id) => this.plugins.findOutput(id)?.options ?? []);
  }

  /** The input formats beside X12. */
  get formats(): readonly RegisteredFormat[] {
    return this.plugins.formats;
  }

  /** Extensions of the files of formats beside X12, without the dot. */
  get fileExtensions(): ReadonlySet<string> {
    return new Set(this.formats.flatMap(({ options }) => options.fileExtensions ?? []));
  }

  formatList(): readonly FormatInfo[] {
    return this.formats.map(({ options: { id, title, recordsKey }, plugin }) => ({ id, title, recordsKey, recordSchema: () => plugin.recordSchema() }));
  }

  /** What an output is opened with. */
  outputContext({ outputParameters: parameters }: CheckedOptions, files: OutputFiles, reports: Pick<OutputContext, 'fail' | 'warn'>): OutputContext {
    return {
      parameters,
      tables: this.plugins.tables,
      schemaFiles: this.plugins.schemaFiles,
      hasFiles: files.hasFiles,
      file: (name) => files.open(name),
      ...reports,
    };
  }

  /** All rules: those that know no transaction set, and those of the plugins. */
  get catalogue(): RuleCatalogue {
    const plugins = [...this.plugins.transactionSetPlugins, ...this.plugins.formats];
    return (this.knownRules ??= new RuleCatalogue(plugins.flatMap(({ plugin }): readonly RuleFacts[] => plugin.rules ?? [])));
  }

  /** The page that lists every rule, as `docs/validation-rules.md` has it. */
  rulesPage(): string {
    const ofSets = this.plugins.transactionSetPlugins.map(({ options: { id, claims }, plugin }) => ({
      plugin: id,
      title: `Set ${[...new Set(claims.map(({ set }) => set))].join(', ')}`,
      rules: plugin.rules ?? [],
    }));
    const ofFormats = this.formats.map(({ options: { id, title }, plugin }) => ({ plugin: id, title, rules: plugin.rules ?? [] }));
    return rulesPage([...ofSets, ...ofFormats]);
  }

  /** Makes the validation of one file. */
  validationOf(fileName: string, switches: RuleSwitches): FileValidation {
    const { catalogue, descriptions } = this;
    return new FileValidation({
      fileName,
      switches,
      catalogue,
      descriptions,
      standard: this.standard,
      onPluginFailure: (message, cause) => this.onError?.(new EdiError('EDI_PLUGIN_FAILED', message, { cause }), fileName),
    });
  }

  private checkConversion(call: string, options: ConversionOptions): CheckedOptions {
    checkOptionNames(call, options, CONVERTER_CALL_OPTIONS);
    return this.check(options);
  }

  private check(options: ConversionOptions): CheckedOptions {
    return checkOptions(options, this.plugins, this.catalogue.ids);
  }

  private open(checked: CheckedOptions, options: ConversionOptions, files: OutputFiles): { run: ConversionRun; session: GuardedOutput } {
    const run = new ConversionRun(this, checked, options);
    const session = new GuardedOutput(checked.output, this.outputContext(checked, files, run.reports), files);
    run.givesTransactionRows = session.wantsTransactions;
    run.givesDescriptions = session.wantsDescriptions;
    run.writesJson = !session.readsRowsOnly;
    return { run, session };
  }

  generate(set: string, request: AsyncIterable<Uint8Array>, options: GenerationOptions = {}): RequestGeneration {
    checkOptionNames('generate', options, CONVERTER_CALL_OPTIONS);
    const format = this.plugins.findFormat(set);
    if (format?.plugin.openWriter !== undefined) return this.generateFormat(format, request, options);
    const entry = this.plugins.findTransactionSet(set, []);
    const generation = entry?.plugin.generation;
    if (entry === undefined || generation === undefined) {
      throw new EdiError('EDI_UNSUPPORTED_SET', `Transaction set ${set} cannot be generated. Allowed: ${this.generatedSets.join(', ')}.`);
    }
    const { signal, fileName = 'request.json', validate = true, maxListedIssues = DEFAULT_LISTED_ISSUES } = options;
    const checked = this.check(checkedPartOf(options));
    const run = new GenerationRun({
      entry,
      generation,
      bind: (guideId) => this.sets.bindTo(entry, guideId),
      validation: validate ? (hooks) => new ValidationRun(this, checked, { ...hooks, ...(signal === undefined ? {} : { signal }) }) : undefined,
      fileName,
      maxIssues: checked.maxIssues,
      maxListedIssues,
      signal,
      share: this.share.until(signal),
      defaults: envelopeDefaults(options),
    });
    const parts = readRequest(countBytes(request, run.counts), recordKeysOf(generation));
    return { summary: run.counts, [Symbol.asyncIterator]: () => run.pieces(new ConvertedHead(entry).join(parts)) };
  }

  acknowledge(sources: EdiSources, request: AcknowledgmentRequest = {}): AcknowledgmentOutput {
    checkOptionNames('acknowledge', request, CONVERTER_CALL_OPTIONS);
    const { acknowledgment: id, now, newControlNumber, ...options } = request;
    const acknowledgment = this.plugins.findAcknowledgment(id);
    if (acknowledgment === undefined) {
      throw new EdiError('EDI_BAD_PARAMETER', `acknowledgment is '${id ?? ''}'; allowed are ${this.plugins.acknowledgmentIds.join(', ')}.`);
    }
    const defaults = envelopeDefaults({ ...(now ? { now } : {}), ...(newControlNumber ? { newControlNumber } : {}) });
    const run = new AcknowledgmentRun(this, { ...options, checked: this.check(options), acknowledgment, defaults });
    return { contentType: EDI_TYPE, extension: acknowledgment.options.extension, summary: run.counts, [Symbol.asyncIterator]: () => run.pieces(sources) };
  }

  parse(sources: EdiSources, options: ParsingOptions = {}): Parsing {
    checkOptionNames('parse', options, CONVERTER_CALL_OPTIONS);
    const { asSegments = false } = options;
    const checked = this.check({ ...options, validate: true, maxWarnings: -1, convertToSegments: asSegments, splitTransactions: false });
    const run = new ParsingRun(this, checked, options, this.plugins.listNames);
    return { summary: run.summary, read: async () => run.read(sources), readJson: async () => run.readJson(sources) };
  }

  private generateFormat(format: RegisteredFormat, request: AsyncIterable<Uint8Array>, options: GenerationOptions): RequestGeneration {
    const { signal, fileName = 'request.json', validate = true } = options;
    const checked = this.check({ ...checkedPartOf(options), format: format.options.id });
    const validation = this.validationOf(fileName, checked.switches);
    const openOther = (): never => {
      throw new RangeError('A text that is generated is of its own format.');
    };
    const check = validate ? { validation, reading: openReading({ fileName, formats: [], validation, openOther }, checked) } : undefined;
    const run = new FormatGeneration({ format, check, maxIssues: checked.maxIssues, signal, share: this.share.until(signal) });
    return {
      summary: run.counts,
      [Symbol.asyncIterator]: () => run.pieces(readRequest(countBytes(request, run.counts), [format.options.recordsKey])),
    };
  }

  /** The sets that can be generated, and the formats. */
  get generatedSets(): readonly string[] {
    const sets = this.plugins.transactionSetPlugins.flatMap(({ options, plugin }) => (plugin.generation ? options.claims.map(({ set }) => set) : []));
    return [...sets, ...this.formats.flatMap(({ options, plugin }) => (plugin.openWriter ? [options.id] : []))];
  }

  schemas(): ConverterSchemas {
    return converterSchemas(this.plugins.transactionSetPlugins);
  }

  /**
   * The records as objects, warnings among them. Failures are in-band errors, so that the other sources go on; `thrown` throws what ends a
   * source, and the first failure when there is no record.
   */
  async *records(
    sources: EdiSources,
    options: ConversionOptions = {},
    failures: 'in-band' | 'thrown' = 'in-band',
  ): AsyncGenerator<Readonly<Record<string, unknown>>, void, undefined> {
    const run = new ConversionRun(this, this.checkConversion('convert', options), options);
    const results = run.results(sources);
    for await (const result of failures === 'thrown' ? orFirstError(results) : results) {
      if (result.kind === 'notice') {
        if (failures === 'thrown' && result.endsFile && result.error) throw result.error;
        yield result.notice;
      } else {
        const batch = await run.toBatch(result);
        yield* Array.from({ length: batch.size }, (_, i) => batch.record(i));
      }
    }
  }

  private async *write({ run, session, files, reusesChunks }: OpenConversion, sources: EdiSources): AsyncGenerator<FileChunk, void, undefined> {
    const out = files.open(FIRST_FILE);
    for await (const result of orFirstError(run.results(sources))) {
      if (result.kind === 'notice') session.notice(result.notice, out);
      else await session.write(await run.toBatch(result), out, run.share);
      if (result.kind === 'records' || out.length > NOTICES_BYTES) yield* inTurns(files.written(reusesChunks), run.share);
    }
    session.end(out);
    yield* files.written(reusesChunks);
  }
}

async function* countBytes(bytes: AsyncIterable<Uint8Array>, counts: { bytes: number }): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of bytes) {
    counts.bytes += chunk.length;
    yield chunk;
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

function asFiles(conversion: Conversion): FilesConversion {
  const { contentType, summary } = conversion;
  return { contentType, summary, [Symbol.asyncIterator]: () => inFirstFile(conversion) };
}

async function* inFirstFile(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileChunk, void, undefined> {
  for await (const bytes of chunks) yield { file: FIRST_FILE, bytes };
}

/** Notices are gathered up to so many bytes, or to the next records. */
const NOTICES_BYTES = 1 << 14;

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

/** The options of a generation that a conversion has too. */
function checkedPartOf({ levels, rules, maxIssues }: GenerationOptions): ConversionOptions {
  return { ...(levels === undefined ? {} : { levels }), ...(rules === undefined ? {} : { rules }), ...(maxIssues === undefined ? {} : { maxIssues }) };
}
