import { expectShortLivedObjects } from '../common/short-lived-objects';
import { requireBundle } from './bundle';
import { optimiseLate } from './late-optimisation';

/** The command whose first run writes the cache: it compiles what most starts need. The build runs it. */
const CACHED_COMMAND = 'convert';

// V8 compares the flags of a cache with its own, so they are set before anything is compiled.
expectShortLivedObjects();
optimiseLate();

const bundle = requireBundle();
if (process.argv[2] === CACHED_COMMAND) process.once('exit', bundle.writeCache);
asParts(bundle.exports).main();

function asParts(exports: unknown): { readonly main: () => void } {
  return exports as { readonly main: () => void };
}
