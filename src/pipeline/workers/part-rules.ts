import type { RegisteredFormat } from '../../plugin/plugin.registry';
import type { Counts } from '../counts';
import type { Run } from '../run';
import type { CutOptions } from './file-cutter';
import type { PartResult } from './part-task';

/** True if a file that begins with these bytes may be of another format than X12: then it is not cut. */
export function mayBeOtherFormat(head: Buffer, { context }: Run): boolean {
  return context.plugins.formats.some((format) => mayRead(format, head));
}

/** True for a format that recognises a file, needs more bytes to decide, or fails. */
function mayRead({ plugin }: RegisteredFormat, head: Buffer): boolean {
  try {
    return plugin.recognise(head, false) !== false;
  } catch {
    return true;
  }
}

/** Returns where a run may cut a file. */
export function cutOptions({ context, options }: Run, partBytes: number, validatesOnly: boolean): CutOptions {
  const validates = options.validates || validatesOnly;
  const isWhole = validates || options.asSegments || options.byTransaction || options.maxTransactionSegments !== Infinity || options.format !== undefined;
  return {
    partBytes,
    checksControlNumbers: validates,
    cutsOf: (set) => (isWhole ? undefined : context.plugins.findTransactionSet(set, [], options.objects)?.options.cuts),
  };
}

/** What the parts of a file before another one leave. */
export interface PartsBefore {
  readonly findings: number;
  readonly unread: number;
  /** State where the last of them ends. */
  readonly end: string | undefined;
}

/** True for a part that begins as the one before has ended, if there is one, and does not pass a limit of the whole file. */
export function fits(
  { begin, hasFailed, findings, unread }: Pick<PartResult, 'begin' | 'hasFailed' | 'findings' | 'unread'>,
  before: PartsBefore,
  isFirst: boolean,
  { options }: Run,
  validatesOnly: boolean,
): boolean {
  const { maxWarnings, maxIssues, showsWarnings, validates } = options;
  const most = validatesOnly ? maxIssues : maxWarnings;
  if (hasFailed || before.findings + findings > most) return false;
  if ((showsWarnings || validates) && before.unread + unread > most) return false;
  return isFirst || (begin !== undefined && begin === before.end);
}

const ADDED = ['bytes', 'segments', 'transactions', 'records', 'issues', 'errors', 'skippedSegments', 'unreadValues'] as const;

/** Adds the counts of a part. */
export function addCounts(counts: Counts, added: Readonly<Counts>): void {
  for (const key of ADDED) counts[key] += added[key];
}
