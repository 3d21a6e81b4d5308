import { EdiError } from '../../common/edi-error';
import type { RegisteredFormat } from '../../plugin/plugin.registry';
import type { CheckedOptions } from '../conversion-options';
import type { FileValidation } from '../file-validation';
import { FormatFileReading } from './format-reading';
import { type InputReading, RecognisedReading } from './input-reading';

/** A file whose reading begins. */
export interface OpenedFile {
  readonly fileName: string;
  readonly formats: readonly RegisteredFormat[];
  readonly validation: FileValidation | undefined;
  /** Makes what reads X12. */
  readonly openOther: () => InputReading;
  /** True for work that needs the envelope of X12. */
  readonly needsEnvelope?: boolean | undefined;
}

/** Makes what reads a file: the format that the caller names, else the one that recognises it, else X12. */
export function openReading({ fileName, formats, validation, openOther, needsEnvelope = false }: OpenedFile, checked: CheckedOptions): InputReading {
  const openFormat = (format: RegisteredFormat): InputReading => {
    const refused = needsEnvelope ? 'acknowledgment' : whatIsRefused(checked);
    if (refused !== undefined) throw unsupported(format, refused);
    const { hasControlSegments: hasControlRecords, describesCodes, maxSegmentBytes, maxRecordSegments, maxRecordBytes, switches } = checked;
    const limits = { maxSegmentBytes, maxRecordSegments, maxRecordBytes };
    return new FormatFileReading(format, { fileName, hasControlRecords, describesCodes, ...limits, switches, validation });
  };
  if (checked.format !== undefined) return openFormat(checked.format);
  return formats.length === 0 ? openOther() : new RecognisedReading({ formats, openFormat, openOther });
}

/** What shows the segments of X12. */
function whatIsRefused({ asSegments, output: { options } }: CheckedOptions): string | undefined {
  if (asSegments) return 'tree of segments';
  return options.takes === 'segments' ? options.id : undefined;
}

function unsupported({ options: { title } }: RegisteredFormat, what: string): EdiError {
  return new EdiError('EDI_UNSUPPORTED_OUTPUT', `The file is ${title}, of which there is no ${what}. Convert it to JSON or NDJSON, or validate it to issues.`);
}
