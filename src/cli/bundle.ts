import { join } from 'node:path';
import { type CachedModule, requireThroughCache } from './code-cache';

/** Digest of the bundle, which the build puts here: a cache belongs to one text. */
declare const BUNDLE_DIGEST: string;

/** Loads the bundle beside the file that calls this, through V8's code cache. */
export function requireBundle(): CachedModule {
  const { version, platform, arch } = process;
  return requireThroughCache(join(__dirname, 'clearloop.js'), join(__dirname, `${BUNDLE_DIGEST}-${version}-${platform}-${arch}.cache`));
}
