import { EdiError } from '../../common/edi-error';
import { DEFAULT_LISTED_ISSUES } from '../../mapping/writing/write-run';
import type { RegisteredFormat } from '../../plugin/plugin.registry';
import type { EngineContext } from '../context';
import type { ConversionOptions } from '../conversion.types';
import { generatedSets } from '../describe-plugins';
import { openValidation } from '../file-validation';
import { FormatGeneration } from '../formats/format-generation';
import { readIssues } from '../issue-sink';
import { checkOptionNames, CONVERTER_CALL_OPTIONS } from '../known-options';
import { openFormatReading } from '../open-reading';
import { beginRun } from '../run';
import { ConvertedHead } from './converted-head';
import { envelopeDefaults } from './envelope-defaults';
import { GenerationRun } from './generation-run';
import type { GenerationOptions, RequestGeneration } from './generation.types';
import { listedTransactions } from './listed-transactions';
import { recordKeysOf, TRANSACTIONS } from './record-keys';
import { readRequest } from './request-parts';

/** Generates EDI from JSON; see `EdiGenerator.generate`. */
export function generate(context: EngineContext, set: string, request: AsyncIterable<Uint8Array>, options: GenerationOptions): RequestGeneration {
  checkOptionNames('generate', options, CONVERTER_CALL_OPTIONS);
  const { plugins, sets } = context;
  const format = plugins.findFormat(set);
  if (format?.plugin.openWriter !== undefined) return generateFormat(context, format, request, options);
  const found = plugins.findGeneration(set);
  if (found === undefined) {
    throw new EdiError('EDI_UNSUPPORTED_SET', `Transaction set ${set} cannot be generated. Allowed: ${generatedSets(plugins).join(', ')}.`);
  }
  const { entry, generation } = found;
  const { signal, fileName = 'request.json', validate = true, maxListedIssues = DEFAULT_LISTED_ISSUES } = options;
  const checked = sharedOptions(options);
  const {
    options: { maxIssues },
    share,
  } = beginRun(context, checked);
  const run = new GenerationRun({
    entry,
    generation,
    bind: (guideId) => sets.bindTo(entry, guideId),
    validate: validate ? (text, complete) => readIssues(beginRun(context, checked), complete)([text]) : undefined,
    rules: context.rules,
    fileName,
    maxIssues,
    maxListedIssues,
    signal,
    share,
    defaults: envelopeDefaults(options),
  });
  const parts = readRequest(countBytes(request, run.counts), [...recordKeysOf(generation), TRANSACTIONS]);
  return {
    summary: run.counts,
    [Symbol.asyncIterator]: () => run.pieces(listedTransactions(new ConvertedHead(entry, (part) => run.addBytes(part)).join(parts), recordKeysOf(generation))),
  };
}

function generateFormat(context: EngineContext, format: RegisteredFormat, request: AsyncIterable<Uint8Array>, given: GenerationOptions): RequestGeneration {
  const { signal, fileName = 'request.json', validate = true } = given;
  const { id, recordsKey } = format.options;
  const checking = beginRun(context, { ...sharedOptions(given), format: id });
  const { options, share } = checking;
  const validation = openValidation(checking, fileName);
  const check = validate ? { validation, reading: openFormatReading(format, fileName, options, validation) } : undefined;
  const run = new FormatGeneration({ format, check, rules: context.rules, maxIssues: options.maxIssues, signal, share });
  return { summary: run.counts, [Symbol.asyncIterator]: () => run.pieces(readRequest(countBytes(request, run.counts), [recordsKey])) };
}

async function* countBytes(bytes: AsyncIterable<Uint8Array>, counts: { bytes: number }): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of bytes) {
    counts.bytes += chunk.length;
    yield chunk;
  }
}

/** The options of a generation that a conversion has too. */
function sharedOptions({ levels, rules, maxIssues, signal }: GenerationOptions): ConversionOptions {
  return {
    ...(levels === undefined ? {} : { levels }),
    ...(rules === undefined ? {} : { rules }),
    ...(maxIssues === undefined ? {} : { maxIssues }),
    ...(signal === undefined ? {} : { signal }),
  };
}
