import type { EngineContext } from './context';
import { checkOptions, type CheckedOptions } from './conversion-options';
import type { ConversionOptions } from './conversion.types';
import { type Counts, noCounts } from './counts';
import type { Share } from './event-loop-share';
import type { PartLog } from './workers/file-part';

/** Callbacks and signal of the caller of an operation. */
export type RunHooks = Pick<ConversionOptions, 'onIssue' | 'signal' | 'admitLargeRecord'>;

/** One call of an operation: its options, counts and share of the event loop. */
export interface Run {
  readonly context: EngineContext;
  readonly options: CheckedOptions;
  readonly hooks: RunHooks;
  readonly counts: Counts;
  /** Ends with the signal of the operation. */
  readonly share: Share;
  /** Set where only a part of a file is read. */
  readonly log?: PartLog;
}

/** Begins a run. Throws EDI_BAD_PARAMETER for options that are not allowed. */
export function beginRun(context: EngineContext, options: ConversionOptions, hooks: RunHooks = options): Run {
  return { context, options: checkOptions(options, context), hooks, counts: noCounts(), share: context.share.until(hooks.signal) };
}
