import type { EngineContext } from './context';
import { checkOptions, type CheckedOptions } from './conversion-options';
import type { ConversionOptions } from './conversion.types';
import { type Counts, noCounts } from './counts';
import type { Share } from './event-loop-share';

/** What a caller hears of an operation, and how it is stopped. */
export type RunHooks = Pick<ConversionOptions, 'onIssue' | 'signal' | 'admitLargeRecord'>;

/** One operation under way. */
export interface Run {
  readonly context: EngineContext;
  readonly options: CheckedOptions;
  readonly hooks: RunHooks;
  readonly counts: Counts;
  /** The event loop, until the signal of the operation. */
  readonly share: Share;
}

/** Checks the options of an operation and begins it. Throws EDI_BAD_PARAMETER. */
export function beginRun(context: EngineContext, options: ConversionOptions, hooks: RunHooks = options): Run {
  return { context, options: checkOptions(options, context), hooks, counts: noCounts(), share: context.share.until(hooks.signal) };
}
