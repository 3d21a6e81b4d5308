import type { CheckedOptions } from './conversion-options';
import type { Engine } from './engine';
import { FileReading, type FileReadingOptions } from './file-reading';
import type { InputReading } from './formats/input-reading';
import { openReading } from './formats/open-reading';
import type { FileValidation } from './file-validation';

/** Transactions that are one object may be large: their trees are cut early, because nobody looks at them. */
const SPLIT_AFTER_SEGMENTS = 500;

/** Makes what reads a file for its findings alone: its objects are not converted. */
export function validatedReading(
  { sets, controlRecords, formats }: Engine,
  fileName: string,
  limits: CheckedOptions,
  validation: FileValidation,
  more: Pick<FileReadingOptions, 'onSegment' | 'givesEnvelope'> = {},
): InputReading {
  const none = { isTransactionTopLevel: false, hasControlSegments: false, asSegments: false, objects: new Set<string>(), descriptions: undefined };
  const openOther = (): FileReading =>
    new FileReading(sets, { fileName, ...none, limits, splitAfter: SPLIT_AFTER_SEGMENTS, controlRecords, validation, ...more });
  return openReading({ fileName, formats, validation, openOther, needsEnvelope: more.givesEnvelope }, limits);
}
