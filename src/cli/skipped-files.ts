import type { Message } from './messages';
import { countText, numberText } from './size-text';

/** A file of a folder that is no input. */
export interface SkippedFile {
  readonly file: string;
  /** Continues `skipped, because`. */
  readonly reason: string;
}

/** Names that a summary lists; more are counted, and `--report` has all. */
const SHOWN_FILES = 10;

/** Returns the part of a summary about skipped files. */
export function skippedMessages(skipped: readonly SkippedFile[]): readonly Message[] {
  if (skipped.length === 0) return [];
  const shown = skipped.slice(0, SHOWN_FILES);
  const more = skipped.length - shown.length;
  return [
    { level: 'info', message: `${countText(skipped.length, 'file')} skipped:`, details: { event: 'skipped', count: skipped.length } },
    ...shown.map(({ file, reason }): Message => ({ level: 'info', message: `  ${file}: ${reason}`, details: { event: 'skipped', skipped: file, reason } })),
    ...(more > 0 ? [{ level: 'info', message: `  and ${numberText(more)} more; --report lists all of them` } as const] : []),
  ];
}
