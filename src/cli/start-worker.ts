import type { run as runTask } from '../pipeline/workers/worker';
import { requireBundle } from './bundle';

/** What a worker thread runs. V8 accepts the code cache in threads of the command, whose flags it was made with. */
export const { run } = asParts(requireBundle().exports).worker();

function asParts(exports: unknown): { readonly worker: () => { readonly run: typeof runTask } } {
  return exports as { readonly worker: () => { readonly run: typeof runTask } };
}
