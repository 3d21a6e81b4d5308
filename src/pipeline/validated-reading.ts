import type { Counts } from './counts';
import type { CheckedOptions } from './conversion-options';
import type { Engine } from './engine';
import { FileReading, type FileReadingOptions } from './file-reading';
import type { InputReading } from './formats/input-reading';
import { openReading } from './formats/open-reading';
import type { FileValidation } from './file-validation';
import type { ConversionOptions } from './conversion.types';
import type { EdiSource } from '../io/edi-source';
import { drive } from './drive';
import type { Share } from './event-loop-share';
import { readItems } from './operators';
import { ReadingPace } from './reading-pace';
import { sourceBytes } from '../io/source-bytes';
import { finish, type StreamItem } from './stream-item';

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

/** A source that is validated, and what reads it. */
export interface ValidatedSource {
  readonly source: EdiSource;
  readonly reading: InputReading;
  readonly validation: FileValidation;
}

/** Gives what each piece of a source completes, when the codes in it were looked up. Counts what was read, also when reading fails. */
export async function* validatedItems(
  { source, reading, validation }: ValidatedSource,
  counts: Counts,
  { signal, admitLargeRecord }: Pick<ConversionOptions, 'signal' | 'admitLargeRecord'>,
  share: Share,
): AsyncGenerator<readonly StreamItem[], void, undefined> {
  const pace = new ReadingPace(share, reading, admitLargeRecord);
  try {
    for await (const items of drive(sourceBytes(source, counts, signal, pace), (bytes) => bytes.pipe(readItems(reading)), pace)) {
      await finish(items, share);
      await validation.settle();
      yield items;
    }
  } finally {
    pace.close();
    counts.segments += reading.counts.segments;
    counts.transactions += reading.counts.transactions;
  }
}
