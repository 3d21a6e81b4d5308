import { extname } from 'node:path';

/** Extensions that X12 files have in practice, beside those of three digits such as .835 or .837p. */
const EDI_EXTENSIONS = new Set(['dat', 'edi', 'era', 'rmt', 'txt', 'x12']);

const TRANSACTION_SET_EXTENSION = /^\d{3}[a-z]{0,2}$/;

/**
 * True for files in a folder that are converted: known extensions, none at all, and these packed as .gz or in a .zip. `extensions` are
 * those of formats beside X12, without the dot.
 */
export function isEdiFileName(name: string, extensions: ReadonlySet<string>): boolean {
  if (name.startsWith('.')) return false;
  if (isZipFileName(name)) return true;
  const extension = extname(name.replace(/\.gz$/i, '')).slice(1).toLowerCase();
  return extension === '' || EDI_EXTENSIONS.has(extension) || extensions.has(extension) || TRANSACTION_SET_EXTENSION.test(extension);
}

/** True for archives, whose entries are inputs of their own. */
export function isZipFileName(name: string): boolean {
  return /\.zip$/i.test(name);
}
