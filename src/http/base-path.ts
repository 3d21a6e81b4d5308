/** Paths that monitoring expects at the root. */
const ROOT_PATHS = '(?:health|metrics)';

const OF_ROOT = new RegExp(`^/+api(/+${ROOT_PATHS}/*(?:[?#].*)?)$`, 's');
const COMPLETE = new RegExp(`^/+(?:(?:api|${ROOT_PATHS})(?:[/?#]|$)|[?#]|$)`);

/**
 * Completes the path of a request: clients may have a base address with or without `/api`.
 *
 *     /edi/json?ndjson=true  ->  /api/edi/json?ndjson=true
 *     /api/health            ->  /health
 */
export function completePath(url: string): string {
  const root = OF_ROOT.exec(url)?.[1];
  if (root !== undefined) return root;
  return !url.startsWith('/') || COMPLETE.test(url) ? url : `/api${url}`;
}
