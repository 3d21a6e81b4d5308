import type { CodeStoreSettings, Codes, LookupFailureListener } from './codes/code.types';
import { shapeDirectory } from './codes/describe-code';
import { loadPart } from './common/optional-part';
import type { CodeDirectory } from './mapping/code-descriptions';
import type { AcknowledgmentRequest } from './pipeline/acknowledgment/acknowledgment.types';
import type { ConversionOptions, EdiSource } from './pipeline/conversion.types';
import { createConverter } from './pipeline/create-converter';
import type { Engine } from './pipeline/engine';
import type { ParsedEdi, ParsingOptions } from './pipeline/parsing/parsing.types';
import { fileSource } from './pipeline/sources/file-source';
import type { Notice } from './plugin/output.plugin';

/** A record as `convert` gives it. `objectType` tells the kinds apart: PAYMENT, PROVIDER_ADJUSTMENT, TRANSACTION, ERROR ... */
export interface ConvertedRecord {
  readonly objectType: string;
  readonly [key: string]: unknown;
}

/** What `convert` reads: a path, EDI as text or bytes, or bytes as they come. */
export type EdiInput = string | Uint8Array | AsyncIterable<Uint8Array>;

/** Options of `convert`; the output format is that of objects. */
export type RecordOptions = Omit<ConversionOptions, 'output' | 'outputParameters' | 'reusesChunks'> & {
  /** Name for `fileInfo` and messages; the base name of the path, else `input.edi`. */
  readonly fileName?: string;
  /** Describes codes: `directory` of `openCodes()`. Without it codes have no `desc`, and `formattedCode` where their shape tells it. */
  readonly codes?: CodeDirectory;
  /** Further plugins: folders, or names of installed packages. */
  readonly plugins?: readonly string[];
};

/** Text that begins as EDI does is EDI, any other string a path. */
const STARTS_LIKE_EDI = /^[\s\0\uFEFF]*(?:ISA|GS|ST)[^A-Za-z0-9\s./\\]/i;

/**
 * Gives the records of one input as objects, in the order of the input. The next piece of input is read when the next
 * record is asked for; leaving the loop closes the source.
 *
 * `R` is the type of the records that are expected, such as `Payment` of `clearloop/plugins/x12-835`. In-band failures are ERROR
 * records, also when nothing could be read. Throws EDI_BAD_PARAMETER for options that are not allowed, EDI_PLUGIN_INVALID, and the reason of
 * an aborted signal.
 */
export async function* convert<R extends object = ConvertedRecord>(input: EdiInput, options: RecordOptions = {}): AsyncGenerator<R | Notice, void, undefined> {
  const { fileName, codes = shapeDirectory, plugins = [], ...conversionOptions } = options;
  const converter = createConverter({ codes, plugins });
  for await (const record of converter.records([sourceOf(input, fileName, converter)], conversionOptions)) yield asExpected<R>(record);
}

/** The kinds of records are those of the plugins; which of them an input has is for the caller to say. */
function asExpected<R extends object>(record: Readonly<Record<string, unknown>>): R | Notice {
  return record as R | Notice;
}

/** Options of `acknowledge`. */
export type AcknowledgeOptions = AcknowledgmentRequest & Pick<RecordOptions, 'fileName' | 'codes'>;

/**
 * Gives the acknowledgment of one input as pieces of EDI, while the input is read: a 999 for each functional group, and TA1 where an
 * interchange asks for it or is in error. Without `codes` codes are not looked up in their lists.
 *
 * Throws EDI_BAD_PARAMETER, what reading throws, and the reason of an aborted signal. What was given before a throw is no whole acknowledgment.
 */
export async function* acknowledge(input: EdiInput, options: AcknowledgeOptions = {}): AsyncGenerator<string, void, undefined> {
  const { fileName, codes = shapeDirectory, ...request } = options;
  const converter = createConverter({ codes });
  for await (const piece of converter.acknowledge([sourceOf(input, fileName, converter)], request)) yield piece.toString('utf8');
}

/** Options of `parse`. */
export type ParseOptions = ParsingOptions & Pick<RecordOptions, 'fileName' | 'codes'>;

/**
 * Gives one input as one object: lists of records (`claims`, `payments` and so on), `segments`, `ackEdi` and `parsingIssues`. All of it is held in
 * memory; `convert` is for inputs of any size. Throws what reading throws, where nothing of the input is EDI.
 */
export async function parse(input: EdiInput, options: ParseOptions = {}): Promise<ParsedEdi> {
  const { fileName, codes = shapeDirectory, ...request } = options;
  const converter = createConverter({ codes });
  return converter.parse([sourceOf(input, fileName, converter)], request).read();
}

function sourceOf(input: EdiInput, fileName: string | undefined, { formats }: Engine): EdiSource {
  const isEdi = (text: string): boolean => STARTS_LIKE_EDI.test(text) || formats.some(({ plugin }) => plugin.recognise(Buffer.from(text), true));
  if (typeof input === 'string' && !isEdi(input)) {
    const source = fileSource(input);
    return fileName === undefined ? source : { ...source, name: fileName };
  }
  const name = fileName ?? 'input.edi';
  if (typeof input === 'string') return { name, open: () => once(Buffer.from(input)) };
  return { name, open: () => (input instanceof Uint8Array ? once(input) : input) };
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
