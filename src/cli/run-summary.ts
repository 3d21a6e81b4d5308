import type { FileOutcomes } from './file-outcomes';
import type { Message } from './messages';
import { countText, numberText, sizeText } from './size-text';
import { type SkippedFile, skippedMessages } from './skipped-files';

/** Names of outputs that a summary lists; more are counted. */
const SHOWN_OUTPUTS = 5;

/** Commands that read or write records. */
const WITH_RECORDS: ReadonlySet<string> = new Set(['convert', 'generate']);

/** A run that has ended. */
export interface RunSummary {
  readonly command: string;
  readonly milliseconds: number;
  readonly outcomes: FileOutcomes;
  readonly outputs: readonly string[];
  readonly skipped: readonly SkippedFile[];
}

/** Returns the summary: counts and rate, output files, and skipped files. */
export function summaryMessages({ command, milliseconds, outcomes, outputs, skipped }: RunSummary): readonly Message[] {
  const { totals, statuses } = outcomes;
  const seconds = Math.max(0.001, milliseconds / 1000);
  const records = WITH_RECORDS.has(command) ? `${countText(totals.records, 'record')}, ` : '';
  const work = `${countText(totals.files, 'file')}, ${records}${sizeText(totals.bytes)} in ${seconds.toFixed(1)} s (${sizeText(totals.bytes / seconds)}/s)`;
  const trouble = `${countText(totals.issues, 'issue')}, ${countText(totals.errors, 'error')}`;
  const missing = [
    ...(totals.skippedSegments === 0 ? [] : [`${countText(totals.skippedSegments, 'segment')} skipped`]),
    ...(totals.unreadValues === 0 ? [] : [`${countText(totals.unreadValues, 'value')} in no field`]),
  ].join(', ');
  const details = { event: 'summary', ...totals, statuses, skippedFiles: skipped.length, seconds, outputs: outputs.length };
  const message = `${work}; ${trouble}${missing === '' ? '' : `; ${missing}`}`;
  return [{ level: 'info', message, details }, ...outputMessages(outputs), ...skippedMessages(skipped)];
}

function outputMessages(outputs: readonly string[]): readonly Message[] {
  if (outputs.length === 0) return [];
  const more = outputs.length - SHOWN_OUTPUTS;
  const names = `${outputs.slice(0, SHOWN_OUTPUTS).join(', ')}${more > 0 ? ` and ${numberText(more)} more` : ''}`;
  return [{ level: 'info', message: `Wrote ${names}`, details: { event: 'outputs' } }];
}
