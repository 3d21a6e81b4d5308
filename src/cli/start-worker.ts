import type * as worker from '../pipeline/workers/worker';
import { requireBundle } from './bundle';

/** The functions that a worker thread runs. V8 accepts the code cache in threads of the command, whose flags it was made with. */
export const { run, converse } = asParts(requireBundle().exports).worker();

function asParts(exports: unknown): { readonly worker: () => typeof worker } {
  return exports as { readonly worker: () => typeof worker };
}
