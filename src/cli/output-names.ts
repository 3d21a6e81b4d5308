import { extname } from 'node:path';
import { statsOf } from '../io/path-state';
import { UsageError } from './usage-error';

/** `s3://`, `https://`: one letter would be a drive. */
const SCHEME = /^([a-z][a-z0-9+.-]+):\/\//i;

/** What a name ends with when it names a format: `.json`, and not the `.835` of `claims.835` or the date of `claims.2026-11-22`. */
const FORMAT_EXTENSION = /^\.[a-z][a-z0-9_]*$/i;

/** Returns the extension of a path in lower case and without its dot; '' for one that names no format. */
export function formatExtension(path: string): string {
  const extension = extname(path);
  return FORMAT_EXTENSION.test(extension) ? extension.slice(1).toLowerCase() : '';
}

/** Throws UsageError for a path with a scheme: files are read and written, and standard input and output. */
export function checkNoScheme(path: string): void {
  const scheme = SCHEME.exec(path)?.[1];
  if (scheme === undefined) return;
  throw new UsageError(
    `${path}: ${scheme}:// is not supported. Name a file or a folder; what other programs fetch or store goes through standard input and output.`,
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
}

/**
 * Returns the path of an output file, with the extension that its name lacks. A folder, a device and a pipe keep their names.
 * Throws UsageError for an extension of another format, for a scheme, and for a folder where the rule takes none.
 */
export function outputPath(out: string, { extensions, allows, added, takesFolder = false }: NameRule): string {
  checkNoScheme(out);
  if (isFolder(out) && !takesFolder) throw new UsageError(`--out: ${out} is a folder. Name a file: this command writes one.`);
  if (isFolder(out) || statsOf(out)?.isFile() === false) return out;
  const ending = extname(out).slice(1).toLowerCase();
  if (extensions.includes(ending) || allows?.(ending) === true) return out;
  const extension = formatExtension(out);
  if (extension === '') return added === undefined ? out : `${out}.${added}`;
  const allowed = extensions.map((one) => `.${one}`).join(', ');
  throw new UsageError(`--out ${out}: no output of this command is called .${extension}. Allowed: ${allowed}${takesFolder ? ', or a folder' : ''}.`);
}

/** True for a path that ends with a slash, and for a folder that exists. */
export function isFolder(path: string): boolean {
  return /[/\\]$/.test(path) || statsOf(path)?.isDirectory() === true;
}

/** What messages list of the extensions of EDI. */
export const EDI_OUTPUT_EXTENSIONS = ['edi', 'x12', 'txt', 'dat'] as const;
