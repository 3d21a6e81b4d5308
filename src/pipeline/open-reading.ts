import { EdiError } from '../common/edi-error';
import type { EdiSource } from '../io/edi-source';
import type { RegisteredFormat } from '../plugin/plugin.registry';
import type { CheckedOptions } from './conversion-options';
import { FileReading } from './file-reading';
import type { FileValidation } from './file-validation';
import { FormatFileReading } from './formats/format-reading';
import { type InputReading, RecognisedReading } from './formats/input-reading';
import type { FileReadingOptions } from './reading-options';
import type { Run } from './run';
import { PartReading } from './workers/part-reading';

/** Transactions that are one object may be large: their trees are cut early if no result shows them. */
const SPLIT_AFTER_SEGMENTS = 500;

/** Requirements of an operation for the reading of a file; absent options are off. */
export type ReadingNeeds = Partial<Omit<FileReadingOptions, 'fileName' | 'limits' | 'controlRecords' | 'validation'>>;

const NO_OBJECTS: ReadonlySet<string> = new Set();

/** Opens the reading of a file: by the format that the caller names, else by the one that recognises it, else as X12. */
export function openReading({ name: fileName }: EdiSource, run: Run, validation: FileValidation | undefined, needs: ReadingNeeds = {}): InputReading {
  const { sets, controlRecords, plugins } = run.context;
  const { options } = run;
  const openFormat = (format: RegisteredFormat): InputReading => {
    const refused = needs.givesEnvelope === true ? 'acknowledgment' : refusedResult(options);
    if (refused !== undefined) throw unsupported(format, refused);
    return openFormatReading(format, fileName, options, validation, needs.onLine);
  };
  if (options.format !== undefined) return openFormat(options.format);
  const openOther = (): FileReading =>
    new FileReading(sets, {
      isTransactionTopLevel: false,
      hasControlSegments: false,
      asSegments: false,
      objects: NO_OBJECTS,
      splitAfter: SPLIT_AFTER_SEGMENTS,
      descriptions: undefined,
      ...needs,
      fileName,
      limits: options,
      controlRecords,
      validation,
    });
  // Only X12 is cut.
  if (run.log !== undefined) return new PartReading(openOther(), run.log);
  return plugins.formats.length === 0 ? openOther() : new RecognisedReading({ formats: plugins.formats, openFormat, openOther });
}

/** Opens the reading of a file of a format; `onLine` receives its lines. */
export function openFormatReading(
  format: RegisteredFormat,
  fileName: string,
  options: CheckedOptions,
  validation: FileValidation | undefined,
  onLine?: ReadingNeeds['onLine'],
): InputReading {
  const { hasControlSegments: hasControlRecords, describesCodes, maxSegmentBytes, maxRecordSegments, maxRecordBytes, switches } = options;
  const limits = { maxSegmentBytes, maxRecordSegments, maxRecordBytes };
  return new FormatFileReading(format, { fileName, hasControlRecords, describesCodes, ...limits, switches, validation, onLine });
}

/** The requested result that only X12 has; undefined for none. */
function refusedResult({ asSegments, output: { options } }: CheckedOptions): string | undefined {
  if (asSegments) return 'tree of segments';
  return options.takes === 'segments' ? options.id : undefined;
}

function unsupported({ options: { title } }: RegisteredFormat, what: string): EdiError {
  return new EdiError('EDI_UNSUPPORTED_OUTPUT', `The file is ${title}, of which there is no ${what}. Convert it to JSON or NDJSON, or validate it to issues.`);
}
