import type { EdiSource, EdiSources } from '../io/edi-source';
import type { DescribedSchema, DescribedTable, OutputOptions, OutputParameters } from '../plugin/output.plugin';
import type { PluginRegistry, RegisteredFormat } from '../plugin/plugin.registry';
import { acknowledge } from './acknowledgment/acknowledge';
import type { Acknowledger, AcknowledgmentOutput, AcknowledgmentRequest } from './acknowledgment/acknowledgment.types';
import { createContext, type EngineContext, type EngineOptions } from './context';
import { convert, convertToFiles, records } from './convert';
import type { Conversion, ConversionOptions, Converter, FilesConversion, FormatInfo, ValidationOptions } from './conversion.types';
import { type ConverterSchemas, converterSchemas } from './converter-schemas';
import { checkPackages, describeOutput, formatList, generatedSets, listSchemas } from './describe-plugins';
import { generate } from './generation/generate';
import type { EdiGenerator, GenerationOptions, RequestGeneration } from './generation/generation.types';
import { parse } from './parsing/parse';
import type { Parser, Parsing, ParsingOptions } from './parsing/parsing.types';
import { PluginBindings } from './plugin-bindings';
import { sample, sampleList } from './sampling/sample';
import type { SampleInfo, SampleOptions, Sampler, Sampling } from './sampling/sampling.types';
import { scrub } from './scrubbing/scrub';
import type { Scrubber, Scrubbing, ScrubOptions } from './scrubbing/scrubbing.types';
import { validate } from './validate';
import { convertEach, type EachConversion } from './workers/convert-each';

/** Facade of the engine: each method calls the function of its operation with the context of the engine. */
export class Engine implements Converter, EdiGenerator, Acknowledger, Parser, Scrubber, Sampler {
  readonly context: EngineContext;

  /** Engines that are given the same bindings share them. */
  constructor(plugins: PluginRegistry | PluginBindings, options: EngineOptions = {}) {
    this.context = createContext(plugins instanceof PluginBindings ? plugins : new PluginBindings(plugins), options);
  }

  convert(sources: EdiSources, options: ConversionOptions = {}): Conversion {
    return convert(this.context, sources, options);
  }

  convertToFiles(sources: EdiSources, options: ConversionOptions = {}): FilesConversion {
    return convertToFiles(this.context, sources, options);
  }

  /**
   * Converts each source into an output of its own: yields the conversions in order, each to be taken before the next one. With `workers`, threads convert
   * files that have a `path`, small ones before their turn. Throws as `convertToFiles` does.
   */
  convertEach<S extends EdiSource>(sources: Iterable<S>, options: ConversionOptions = {}): AsyncGenerator<EachConversion<S>, void, undefined> {
    return convertEach(this.context, sources, options);
  }

  validate(sources: EdiSources, options: ValidationOptions = {}): Conversion {
    return validate(this.context, sources, options);
  }

  acknowledge(sources: EdiSources, request: AcknowledgmentRequest = {}): AcknowledgmentOutput {
    return acknowledge(this.context, sources, request);
  }

  parse(sources: EdiSources, options: ParsingOptions = {}): Parsing {
    return parse(this.context, sources, options);
  }

  scrub(sources: EdiSources, options: ScrubOptions = {}): Scrubbing {
    return scrub(this.context, sources, options);
  }

  sample(id: string, options: SampleOptions = {}): Sampling {
    return sample(this.context, id, options);
  }

  get samples(): readonly SampleInfo[] {
    return sampleList(this.context.plugins);
  }

  generate(set: string, request: AsyncIterable<Uint8Array>, options: GenerationOptions = {}): RequestGeneration {
    return generate(this.context, set, request, options);
  }

  /**
   * The records as objects, warnings among them. Failures are in-band errors, so that the other sources go on; `thrown` throws what ends a
   * source, and the first failure when there is no record.
   */
  records(
    sources: EdiSources,
    options: ConversionOptions = {},
    failures: 'in-band' | 'thrown' = 'in-band',
  ): AsyncGenerator<Readonly<Record<string, unknown>>, void, undefined> {
    return records(this.context, sources, options, failures);
  }

  /**
   * The tables of an output with these parameters, for one transaction type. Throws EDI_BAD_PARAMETER for an output without columns and for parameters that the
   * output refuses. `onIssue` is called with the warnings of the output.
   */
  describeOutput(
    output: string,
    outputParameters: OutputParameters,
    transactionType: string,
    onIssue?: ConversionOptions['onIssue'],
  ): readonly DescribedTable[] {
    return describeOutput(this.context, { output, outputParameters }, transactionType, onIssue && { onIssue });
  }

  /** The schemas that an output with these parameters can use. Throws as `describeOutput` does. */
  listSchemas(output: string, outputParameters: OutputParameters): readonly DescribedSchema[] {
    return listSchemas(this.context, { output, outputParameters });
  }

  /** Checks the schemas of packages for the tables of an output, as far as possible without an input. Throws EDI_PLUGIN_INVALID. */
  checkPackages(): void {
    checkPackages(this.context);
  }

  /** The outputs that can be requested, in the order of their ids. */
  get outputs(): readonly OutputOptions[] {
    const { plugins } = this.context;
    return plugins.outputIds.flatMap((id) => plugins.findOutput(id)?.options ?? []);
  }

  /** The input formats in addition to X12. */
  get formats(): readonly RegisteredFormat[] {
    return this.context.plugins.formats;
  }

  formatList(): readonly FormatInfo[] {
    return formatList(this.context.plugins);
  }

  /** File extensions of formats other than X12, without the dot. */
  get fileExtensions(): ReadonlySet<string> {
    return new Set(this.formats.flatMap(({ options }) => options.fileExtensions ?? []));
  }

  /** The sets that can be generated, and the formats. */
  get generatedSets(): readonly string[] {
    return generatedSets(this.context.plugins);
  }

  schemas(): ConverterSchemas {
    return converterSchemas(this.context.plugins.transactionSetPlugins);
  }
}
