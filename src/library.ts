import type { CodeStoreSettings, Codes, LookupFailureListener } from './codes/code.types';
import { shapeDirectory } from './codes/describe-code';
import { EdiError } from './common/edi-error';
import type { ErrorCode } from './common/error-catalogue';
import { loadPart } from './common/optional-part';
import type { ProductRecord } from '../plugins/product-records';
import type { CodeDirectory } from './mapping/code-descriptions';
import type { FunctionalGroup, InterchangeControl } from './mapping/control-records';
import type { MatchOptions, MatchRecord } from './match/match.types';
import type { AcknowledgmentRequest } from './pipeline/acknowledgment/acknowledgment.types';
import type { ConversionOptions } from './pipeline/conversion.types';
import type { EdiSource } from './io/edi-source';
import { converterOfCall } from './pipeline/create-converter';
import type { Engine } from './pipeline/engine';
import { ACKNOWLEDGMENT_OPTIONS, checkOptionNames, CONVERSION_OPTIONS, type OptionTable, PARSING_OPTIONS } from './pipeline/known-options';
import type { ParsedEdi, ParsingOptions } from './pipeline/parsing/parsing.types';
import type { SampleOptions } from './pipeline/sampling/sampling.types';
import type { ScrubOptions } from './pipeline/scrubbing/scrubbing.types';
import { fileSource } from './io/file-source';
import type { Notice } from './plugin/output.plugin';

/**
 * A record as `convert` returns it: those of the product's plugins, the control segments of X12, and the notices between them.
 * `objectType` discriminates: PAYMENT, PROVIDER_ADJUSTMENT, CLAIM, TRANSACTION, ERROR ...
 */
export type ConvertedRecord = ProductRecord | InterchangeControl | FunctionalGroup | Notice;

/** What `convert` reads: a path, EDI as text or bytes, or bytes as they come. */
export type EdiInput = string | Uint8Array | AsyncIterable<Uint8Array>;

/** Options of `convert`; the output format is that of objects. */
export type RecordOptions = Omit<ConversionOptions, 'output' | 'outputParameters' | 'reusesChunks' | 'workers'> & {
  /** Name for `fileInfo` and messages; the base name of the path, else `input.edi`. */
  readonly fileName?: string;
  /** Describes codes: `directory` of `openCodes()`. Without it codes have no `desc`, and `formattedCode` only from their shape. */
  readonly codes?: CodeDirectory;
  /** Further plugins: folders, or names of installed packages. */
  readonly plugins?: readonly string[];
};

/** Text that begins as EDI does is EDI, any other string a path. */
const STARTS_LIKE_EDI = /^[\s\0\uFEFF]*(?:ISA|GS|ST)[^A-Za-z0-9\s./\\]/i;

/**
 * Yields the records of one input as objects, in the order of the input. The next piece of input is read when the next
 * record is requested; leaving the loop closes the source.
 *
 * `R` is the type of the expected records: by default all of the product. Name your own for plugins from outside.
 *
 * An input that cannot be read to its end rejects, after the records before the failure: EDI_SOURCE_UNREADABLE (a file that cannot be opened,
 * or a source that throws, which is the `cause`), EDI_NOT_EDI and the other codes of docs/errors.md. An input of which nothing could be
 * converted rejects too. Where reading went on after a failure, that is an ERROR record, as are the failures of several files
 * (`createConverter().records`). Also throws EDI_BAD_PARAMETER for unknown options, EDI_PLUGIN_INVALID, and the reason of an aborted signal.
 */
export async function* convert<R extends object = ConvertedRecord>(input: EdiInput, options: RecordOptions = {}): AsyncGenerator<R | Notice, void, undefined> {
  checkOptionNames('convert', options, RECORD_OPTIONS);
  const { fileName, codes = shapeDirectory, plugins = [], ...conversionOptions } = options;
  const converter = converterOfCall({ codes, plugins });
  const source = sourceOf(input, fileName, converter);
  try {
    for await (const record of converter.records([source], conversionOptions, 'thrown')) yield asExpected<R>(record);
  } catch (error) {
    throw naming(source, error);
  }
}

const { output: _output, outputParameters: _parameters, reusesChunks: _reuses, workers: _workers, ...OBJECT_OPTIONS } = CONVERSION_OPTIONS;

const INPUT_OPTIONS = { fileName: 'string', codes: 'object' } as const;

const RECORD_OPTIONS = { ...OBJECT_OPTIONS, ...INPUT_OPTIONS, plugins: 'object' } as const satisfies OptionTable<RecordOptions>;

/** Errors that are not about the input. */
const ABOUT_THE_CALL: ReadonlySet<ErrorCode> = new Set(['EDI_BAD_PARAMETER', 'EDI_PLUGIN_INVALID', 'EDI_PART_MISSING']);

/** The error of an input with the name of the input; any other error unchanged. */
function naming({ name }: EdiSource, error: unknown): unknown {
  if (!(error instanceof EdiError) || ABOUT_THE_CALL.has(error.code)) return error;
  return new EdiError(error.code, `${name}: ${error.message}`, { cause: error.cause });
}

/** The kinds of records are those of the plugins; the caller declares which of them an input has. */
function asExpected<R extends object>(record: Readonly<Record<string, unknown>>): R | Notice {
  return record as R | Notice;
}

/** Options of `acknowledge`. */
export type AcknowledgeOptions = AcknowledgmentRequest & Pick<RecordOptions, 'fileName' | 'codes'>;

/**
 * Acknowledges one input, and yields pieces of EDI while the input is read: a 999 for each functional group, and TA1 for an interchange that requests it or has
 * errors. Without `codes`, codes are not looked up in their lists.
 *
 * Throws EDI_BAD_PARAMETER, errors of reading, and the reason of an aborted signal. The pieces before a throw are no complete acknowledgment.
 */
export async function* acknowledge(input: EdiInput, options: AcknowledgeOptions = {}): AsyncGenerator<string, void, undefined> {
  checkOptionNames('acknowledge', options, { ...ACKNOWLEDGMENT_OPTIONS, ...INPUT_OPTIONS });
  const { fileName, codes = shapeDirectory, ...request } = options;
  const converter = converterOfCall({ codes });
  const source = sourceOf(input, fileName, converter);
  try {
    for await (const piece of converter.acknowledge([source], request)) yield piece.toString('utf8');
  } catch (error) {
    throw naming(source, error);
  }
}

/** Options of `scrub`. */
export type ScrubbingOptions = ScrubOptions & Pick<RecordOptions, 'fileName' | 'plugins'>;

/**
 * De-identifies one input, and yields pieces of it while it is read: pseudonyms for everything that identifies a person, in text of the same form. See docs/scrub.md.
 * Throws EDI_BAD_PARAMETER, errors of reading, and the reason of an aborted signal.
 */
export async function* scrub(input: EdiInput, options: ScrubbingOptions = {}): AsyncGenerator<Buffer, void, undefined> {
  const { fileName, plugins = [], ...request } = options;
  const converter = converterOfCall({ plugins });
  const source = sourceOf(input, fileName, converter);
  try {
    yield* converter.scrub([source], request);
  } catch (error) {
    throw naming(source, error);
  }
}

/** Options of `sample`. */
export type SamplingOptions = SampleOptions & Pick<RecordOptions, 'plugins'>;

/**
 * Writes a synthetic file, such as `837p`, and yields pieces of it: valid, or with named faults, and about nobody. See docs/sample.md.
 * Throws EDI_BAD_PARAMETER, and the reason of an aborted signal.
 */
export async function* sample(name: string, options: SamplingOptions = {}): AsyncGenerator<Buffer, void, undefined> {
  const { plugins = [], ...request } = options;
  yield* converterOfCall({ plugins }).sample(name, request);
}

/** Options of `match`. */
export type MatchingOptions = Omit<MatchOptions, 'output' | 'outputParameters' | 'reusesChunks'> & Pick<RecordOptions, 'plugins'>;

/**
 * Joins the requests and responses of inputs, which come in any order, and yields a MATCH record for each request, then one for each response without a request. See
 * docs/matching.md. All inputs are read before the first record. Throws EDI_BAD_PARAMETER, EDI_PART_MISSING, errors of reading, and the reason of an aborted signal.
 */
export async function* match(inputs: Iterable<EdiInput>, options: MatchingOptions = {}): AsyncGenerator<MatchRecord, void, undefined> {
  const { plugins = [], ...request } = options;
  const converter = converterOfCall({ plugins });
  const { matchRecords } = await import('./match/match.js');
  yield* matchRecords(
    converter.context,
    [...inputs].map((input) => sourceOf(input, undefined, converter)),
    request,
  );
}

/** Options of `parse`. */
export type ParseOptions = ParsingOptions & Pick<RecordOptions, 'fileName' | 'codes'>;

/**
 * Returns one input as one object: lists of records (`claims`, `payments` and so on), `segments`, `ackEdi` and `parsingIssues`. All of it is held in memory;
 * `convert` is for inputs of any size. Throws the error of reading, if no part of the input is EDI.
 */
export async function parse(input: EdiInput, options: ParseOptions = {}): Promise<ParsedEdi> {
  checkOptionNames('parse', options, { ...PARSING_OPTIONS, ...INPUT_OPTIONS });
  const { fileName, codes = shapeDirectory, ...request } = options;
  const converter = converterOfCall({ codes });
  const source = sourceOf(input, fileName, converter);
  try {
    return await converter.parse([source], request).read();
  } catch (error) {
    throw naming(source, error);
  }
}

function sourceOf(input: EdiInput, fileName: string | undefined, { formats }: Engine): EdiSource {
  const isEdi = (text: string): boolean => STARTS_LIKE_EDI.test(text) || formats.some(({ plugin }) => plugin.recognise(Buffer.from(text), true));
  if (typeof input === 'string' && !isEdi(input)) {
    const source = fileSource(input);
    return fileName === undefined ? source : { ...source, name: fileName };
  }
  if (!isReadable(input)) throw new EdiError('EDI_BAD_PARAMETER', NOT_READABLE);
  const name = fileName ?? 'input.edi';
  if (typeof input === 'string') return { name, open: () => once(Buffer.from(input)) };
  return { name, open: () => (input instanceof Uint8Array ? once(input) : input) };
}

const NOT_READABLE =
  'The input must be a path, EDI text, bytes or a stream of bytes. Sources with `name` and `open` are for createConverter().convert(); a name for this input is the option fileName.';

/** Callers without types may pass anything. */
function isReadable(input: unknown): boolean {
  if (typeof input === 'string') return true;
  return typeof input === 'object' && input !== null && (Symbol.asyncIterator in input || Symbol.iterator in input);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Opens the code sets of an installation, for look-up and for descriptions in converted records: those of the data folder
 * `~/.clearloop`, unless the settings name another folder or a PostgreSQL server. What opens a database is loaded with the
 * first call. Throws EDI_PART_MISSING, EDI_CODES_UNAVAILABLE and EDI_BAD_PARAMETER.
 */
export async function openCodes(settings?: CodeStoreSettings, onFailure?: LookupFailureListener): Promise<Codes> {
  const codes = await loadPart('openCodes()', () => import('./codes/open-codes.js'));
  return codes.openCodes(settings, onFailure);
}
