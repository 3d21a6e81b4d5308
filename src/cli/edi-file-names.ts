import { extname } from 'node:path';

/** Extensions that X12 files have in practice, beside those of three digits such as .835 or .837p. */
const EDI_EXTENSIONS = new Set(['dat', 'edi', 'era', 'rmt', 'txt', 'x12']);

const TRANSACTION_SET_EXTENSION = /^\d{3}[a-z]{0,2}$/;

/** True for files in a folder that are converted, as `whyNoEdi` says. */
export function isEdiFileName(name: string, extensions: ReadonlySet<string>): boolean {
  return whyNoEdi(name, extensions) === undefined;
}

/**
 * Says why a file of a folder is no input; undefined for known extensions, none at all, and these packed as .gz or in a .zip. `extensions`
 * are those of formats beside X12, without the dot.
 */
export function whyNoEdi(name: string, extensions: ReadonlySet<string>): string | undefined {
  if (name.startsWith('.')) return 'hidden';
  if (isZipFileName(name)) return undefined;
  const extension = extname(name.replace(/\.gz$/i, '')).slice(1).toLowerCase();
  return extension === '' || isEdiExtension(extension) || extensions.has(extension) ? undefined : `.${extension} is no extension of EDI files`;
}

/** True for what X12 files are called, without the dot. */
export const isEdiExtension = (extension: string): boolean => EDI_EXTENSIONS.has(extension) || TRANSACTION_SET_EXTENSION.test(extension);

/** True for archives, whose entries are inputs of their own. */
export function isZipFileName(name: string): boolean {
  return /\.zip$/i.test(name);
}
