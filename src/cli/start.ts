import { join } from 'node:path';
import { expectShortLivedObjects } from '../common/short-lived-objects';
import { requireThroughCache } from './code-cache';
import { optimiseLate } from './late-optimisation';

/** Digest of the bundle, which the build puts here: a cache belongs to one text. */
declare const BUNDLE_DIGEST: string;

/** The command whose first run writes the cache: it compiles what most starts need. The build runs it. */
const CACHED_COMMAND = 'convert';

// V8 compares the flags of a cache with its own, so they are set before anything is compiled.
expectShortLivedObjects();
optimiseLate();

const { version, platform, arch, argv } = process;
const bundle = requireThroughCache(join(__dirname, 'clearloop.js'), join(__dirname, `${BUNDLE_DIGEST}-${version}-${platform}-${arch}.cache`));
if (argv[2] === CACHED_COMMAND) process.once('exit', bundle.writeCache);
asParts(bundle.exports).main();

function asParts(exports: unknown): { readonly main: () => void } {
  return exports as { readonly main: () => void };
}
