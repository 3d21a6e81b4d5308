import { extname } from 'node:path';
import { statsOf } from '../io/path-state';
import { isRemote, parseAddress, pathOf, schemeOf } from '../storage/address';
import { UsageError } from './usage-error';

/** Extension of a name that names a format: `.json`, and not the `.835` of `claims.835` or the date of `claims.2026-11-22`. */
const FORMAT_EXTENSION = /^\.[a-z][a-z0-9_]*$/i;

/** Returns the extension of a path in lower case and without its dot; '' for one that names no format. */
export function formatExtension(path: string): string {
  const extension = extname(path);
  return FORMAT_EXTENSION.test(extension) ? extension.slice(1).toLowerCase() : '';
}

/** Throws UsageError for a path with a scheme, where a file of this machine is written. */
export function checkNoScheme(path: string): void {
  const scheme = schemeOf(path);
  if (scheme === undefined) return;
  throw new UsageError(
    `An address of ${scheme}:// is not supported here. Name a file or a folder; what other programs fetch or store goes through standard input and output.`,
  );
}

/** What names an output file may have. */
export interface NameRule {
  /** Extensions without the dot, the usual one first. */
  readonly extensions: readonly string[];
  /** True for others that are right too; they are not listed. */
  readonly allows?: (extension: string) => boolean;
  /** Added to a name without extension; absent where names stay as they are. */
  readonly added?: string;
  /** True for a command that writes a file for each input, so that a folder may be named. */
  readonly takesFolder?: boolean;
  /** True for a command that writes to `s3://` and `sftp://`, too. */
  readonly takesAddress?: boolean;
}

/** Throws UsageError for an address that nothing can be written to, and EDI_BAD_PARAMETER for one that cannot be read. */
function checkAddress(out: string): void {
  const { kind } = parseAddress(out);
  if (kind === 'http') throw new UsageError('--out: web addresses are read only. Name a path, or an address that begins with s3:// or sftp://.');
}

/**
 * Returns the path of an output file, and adds a missing extension. A folder, a device and a pipe keep their names. Throws UsageError for an extension of
 * another format, for a scheme, and for a folder if the rule allows none.
 */
export function outputPath(out: string, { extensions, allows, added, takesFolder = false, takesAddress = false }: NameRule): string {
  if (takesAddress) checkAddress(out);
  else checkNoScheme(out);
  if (isFolder(out) && !takesFolder) throw new UsageError(`--out: ${out} is a folder. Name a file: this command writes one.`);
  if (isFolder(out) || statsOf(out)?.isFile() === false) return out;
  const ending = extname(out).slice(1).toLowerCase();
  if (extensions.includes(ending) || allows?.(ending) === true) return out;
  const extension = formatExtension(out);
  if (extension === '') return added === undefined ? out : `${out}.${added}`;
  const allowed = extensions.map((one) => `.${one}`).join(', ');
  throw new UsageError(`--out ${out}: no output of this command is called .${extension}. Allowed: ${allowed}${takesFolder ? ', or a folder' : ''}.`);
}

/** True for a path or an address that ends with a slash, for a folder that exists, and for a bucket. */
export function isFolder(path: string): boolean {
  if (isRemote(path)) return /^(.*\/)?$/s.test(pathOf(parseAddress(path)));
  return /[/\\]$/.test(path) || statsOf(path)?.isDirectory() === true;
}

/** What messages list of the extensions of EDI. */
export const EDI_OUTPUT_EXTENSIONS = ['edi', 'x12', 'txt', 'dat'] as const;
