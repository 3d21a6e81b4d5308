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
}

/** Makes what reads a file: the format that the caller names, else the one that recognises it, else X12. */
export function openReading({ fileName, formats, validation, openOther }: OpenedFile, checked: CheckedOptions): InputReading {
  const openFormat = (format: RegisteredFormat): InputReading => {
    refuseSegments(format, checked);
    const { hasControlSegments: hasControlRecords, describesCodes, maxSegmentBytes, switches } = checked;
    return new FormatFileReading(format, { fileName, hasControlRecords, describesCodes, maxSegmentBytes, switches, validation });
  };
  if (checked.format !== undefined) return openFormat(checked.format);
  return formats.length === 0 ? openOther() : new RecognisedReading({ formats, openFormat, openOther });
}

function refuseSegments({ options: { title } }: RegisteredFormat, { asSegments, output: { options } }: CheckedOptions): void {
  if (!asSegments && options.takes !== 'segments') return;
  const what = asSegments ? 'the tree of segments' : options.id;
  throw new EdiError('EDI_UNSUPPORTED_OUTPUT', `The file is ${title}, of which there is no ${what}. Convert it to JSON or NDJSON, or validate it to issues.`);
}
