import { EdiError } from '../common/edi-error';
import type { OutputParameters } from '../plugin/output.plugin';
import type { PluginRegistry, RegisteredFormat, RegisteredOutput } from '../plugin/plugin.registry';
import { readSwitches, type RuleSwitches } from '../validation/rule-switches';
import type { EngineContext } from './context';
import type { ConversionOptions } from './conversion.types';
import { checkOutputParameters } from './known-options';

const DEFAULT_MAX_WARNINGS = 3000;
const UNLIMITED_WARNINGS = -1;
const NO_LIMIT = 0;

/** Requests the objects of every set. */
const ALL_OBJECTS = 'all';

/** 16 MB: far above any claim, payment or member. */
const DEFAULT_MAX_RECORD_BYTES = 16_000_000;

/** The options of a conversion, checked and complete. */
export interface CheckedOptions {
  readonly output: RegisteredOutput;
  /** Format of the input; undefined to recognise it by its first bytes. */
  readonly format: RegisteredFormat | undefined;
  readonly chunkSize: number | undefined;
  /** Findings of a file that is converted; Infinity for no limit, as in all limits. */
  readonly maxWarnings: number;
  /** Findings of a file that is validated. */
  readonly maxIssues: number;
  readonly maxTransactionSegments: number;
  readonly maxRecordSegments: number;
  readonly maxRecordBytes: number;
  readonly showsWarnings: boolean;
  readonly validates: boolean;
  /** Which rules look, where something is validated. */
  readonly switches: RuleSwitches;
  readonly outputParameters: OutputParameters;
  readonly isTransactionTopLevel: boolean;
  readonly hasControlSegments: boolean;
  readonly byTransaction: boolean;
  readonly maxSegmentBytes: number | undefined;
  readonly reusesChunks: boolean;
  readonly workers: number;
  readonly describesCodes: boolean;
  /** True where an output that shows descriptions when requested may do it. */
  readonly allowsDescriptions: boolean;
  readonly asSegments: boolean;
  /** Names of the objects that are requested in addition to the default ones. */
  readonly objects: ReadonlySet<string>;
}

/** Checks the options of a conversion and fills in defaults. Throws EDI_BAD_PARAMETER. */
export function checkOptions(options: ConversionOptions, { plugins, rules }: Pick<EngineContext, 'plugins' | 'rules'>): CheckedOptions {
  const outputId = options.output ?? 'json';
  const output = plugins.findOutput(outputId);
  if (output === undefined) throw bad(`output is '${outputId}'; allowed are ${plugins.outputIds.join(', ')}.`);
  const { maxWarnings = DEFAULT_MAX_WARNINGS, outputParameters = {} } = options;
  checkOutputParameters(output, outputParameters);
  checkWhole('chunkSize', options.chunkSize, 1);
  checkWhole('maxWarnings', maxWarnings, UNLIMITED_WARNINGS);
  checkWhole('maxSegmentBytes', options.maxSegmentBytes, 1);
  checkWhole('maxTransactionSegments', options.maxTransactionSegments, NO_LIMIT);
  checkWhole('maxRecordSegments', options.maxRecordSegments, NO_LIMIT);
  checkWhole('maxRecordBytes', options.maxRecordBytes, NO_LIMIT);
  checkWhole('workers', options.workers, 0);
  checkWhole('maxIssues', options.maxIssues, NO_LIMIT);
  if (options.convertToSegments && plugins.anySetPlugin === undefined)
    throw bad('convertToSegments is not available: no plugin reads every set. Leave it out.');
  return {
    output,
    format: options.format === undefined ? undefined : readFormat(options.format, plugins),
    chunkSize: options.chunkSize,
    maxWarnings: Math.min(maxWarnings === UNLIMITED_WARNINGS ? Number.POSITIVE_INFINITY : maxWarnings, limitOf(options.maxIssues)),
    maxIssues: limitOf(options.maxIssues),
    maxTransactionSegments: limitOf(options.maxTransactionSegments),
    maxRecordSegments: limitOf(options.maxRecordSegments),
    maxRecordBytes: limitOf(options.maxRecordBytes ?? DEFAULT_MAX_RECORD_BYTES),
    showsWarnings: options.warningsInResponse ?? false,
    validates: options.validate ?? false,
    switches: readSwitches(options, rules),
    outputParameters,
    isTransactionTopLevel: options.transactionTopLevel ?? false,
    hasControlSegments: options.convertControlSegments ?? false,
    byTransaction: options.splitTransactions === false,
    maxSegmentBytes: options.maxSegmentBytes,
    reusesChunks: options.reusesChunks ?? false,
    workers: options.workers ?? 0,
    asSegments: options.convertToSegments ?? false,
    objects: readObjects(isBlank(options.objects) && output.options.takesAllObjects === true ? ALL_OBJECTS : options.objects, plugins.objectNames),
    allowsDescriptions: options.descriptions ?? true,
    describesCodes: (options.descriptions ?? true) && output.options.showsDescriptions !== false,
  };
}

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === '';

/** Names in any case, separated by commas; `all` is every name. */
function readObjects(text: string | undefined, known: readonly string[]): ReadonlySet<string> {
  const names = (text ?? '').split(',').map((name) => name.trim().toLowerCase());
  const requested = new Set(names.filter((name) => name !== ''));
  const allowed = [...known, ALL_OBJECTS];
  for (const name of requested) if (!allowed.includes(name)) throw bad(`objects has '${name}'; allowed are ${allowed.join(', ')}.`);
  return requested.has(ALL_OBJECTS) ? new Set(known) : requested;
}

function limitOf(most: number = NO_LIMIT): number {
  return most === NO_LIMIT ? Number.POSITIVE_INFINITY : most;
}

function checkWhole(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  throw bad(`${name} is ${value}; allowed are whole numbers from ${least}.`);
}

function readFormat(id: string, plugins: PluginRegistry): RegisteredFormat {
  const format = plugins.findFormat(id);
  if (format === undefined) throw bad(`format is '${id}'; allowed are ${plugins.formats.map(({ options }) => options.id).join(', ')}.`);
  return format;
}

function bad(message: string): EdiError {
  return new EdiError('EDI_BAD_PARAMETER', message);
}
