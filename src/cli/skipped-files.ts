import type { Message } from './messages';
import { countText, numberText } from './size-text';

/** A file of a folder that is no input. */
export interface SkippedFile {
  readonly file: string;
  /** Continues `skipped, because`. */
  readonly reason: string;
}

/** Names that a summary lists; more are counted. */
export const SHOWN_FILES = 10;

/** Where all names are, if a summary does not list them. */
const IN_REPORT = '; --report lists all of them';

/** Returns the part of a summary about skipped files: `count` of them, of which the first ones are known. */
export function skippedMessages(skipped: readonly SkippedFile[], count = skipped.length, further = IN_REPORT): readonly Message[] {
  if (count === 0) return [];
  const shown = skipped.slice(0, SHOWN_FILES);
  const more = count - shown.length;
  return [
    { level: 'info', message: `${countText(count, 'file')} skipped:`, details: { event: 'skipped', count } },
    ...shown.map(({ file, reason }): Message => ({ level: 'info', message: `  ${file}: ${reason}`, details: { event: 'skipped', skipped: file, reason } })),
    ...(more > 0 ? [{ level: 'info', message: `  and ${numberText(more)} more${further}` } as const] : []),
  ];
}
