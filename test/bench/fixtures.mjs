import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATOR_271_VERSION } from './generate-271.mjs';
import { GENERATOR_834_VERSION } from './generate-834.mjs';
import { GENERATOR_VERSION } from './generate-835.mjs';
import { GENERATOR_837_VERSION } from './generate-837.mjs';
import { GENERATOR_NCPDP_VERSION } from './generate-ncpdp.mjs';

/** Generators by transaction set or format. */
const GENERATORS = {
  271: { script: 'test/bench/generate-271.mjs', version: GENERATOR_271_VERSION },
  834: { script: 'test/bench/generate-834.mjs', version: GENERATOR_834_VERSION },
  835: { script: 'test/bench/generate-835.mjs', version: GENERATOR_VERSION },
  837: { script: 'test/bench/generate-837.mjs', version: GENERATOR_837_VERSION },
  ncpdp: { script: 'test/bench/generate-ncpdp.mjs', version: GENERATOR_NCPDP_VERSION },
};
const SEED = 1;

/**
 * Gives the generated input for the options, as { path, bytes, segments, elements, claims, transactions }, where `bytes`
 * is its real length. Files are kept in bench-data/ beside a manifest and made again when the version of the generator
 * or the length is not the one of the manifest. They are made in a process of their own, so that the memory of the
 * runner stays small.
 */
export function prepareFixture(root, { bytes, singleTransaction, set = '835' }) {
  const { script, version } = GENERATORS[set];
  const folder = join(root, 'bench-data');
  const shape = singleTransaction ? 'single' : 'many';
  const path = join(folder, `${set}-${shape}-${bytes}-v${version}-seed${SEED}.edi`);
  const kept = readManifest(path);
  if (kept !== undefined) return kept;
  mkdirSync(folder, { recursive: true });
  return generate(root, path, [script, '--size', String(bytes), '--seed', String(SEED), ...(singleTransaction ? ['--single'] : [])]);
}

/** Reads a file once, so that the first measured program does not pay for the disk and the others for memory only. */
export function warmUp(path) {
  const buffer = Buffer.allocUnsafe(1 << 20);
  const file = openSync(path, 'r');
  while (readSync(file, buffer) > 0);
  closeSync(file);
}

/** The file gets its name only when it is complete: an interrupted run leaves no half file that looks whole. */
function generate(root, path, [script, ...options]) {
  const partial = `${path}.part`;
  process.stderr.write(`generating ${path}\n`);
  const output = execFileSync(process.execPath, [script, '--out', partial, ...options], {
    cwd: root,
    encoding: 'utf8',
  });
  const manifest = { ...JSON.parse(output), path };
  renameSync(partial, path);
  writeFileSync(manifestPath(path), `${JSON.stringify(manifest)}\n`);
  return manifest;
}

function readManifest(path) {
  if (!existsSync(path) || !existsSync(manifestPath(path))) return undefined;
  const manifest = JSON.parse(readFileSync(manifestPath(path), 'utf8'));
  return statSync(path).size === manifest.bytes ? { ...manifest, path } : undefined;
}

function manifestPath(path) {
  return `${path}.json`;
}
