import { extname } from 'node:path';

/** Extensions that EDI files have in practice, beside those of three digits such as .835 or .837p. */
const EDI_EXTENSIONS = new Set(['.dat', '.edi', '.era', '.ncp', '.ncpdp', '.rmt', '.txt', '.x12']);

const TRANSACTION_SET_EXTENSION = /^\.\d{3}[a-z]{0,2}$/;

/** True for files in a folder that are converted: known extensions, none at all, and these packed as .gz or in a .zip. */
export function isEdiFileName(name: string): boolean {
  if (name.startsWith('.')) return false;
  if (isZipFileName(name)) return true;
  const extension = extname(name.replace(/\.gz$/i, '')).toLowerCase();
  return extension === '' || EDI_EXTENSIONS.has(extension) || TRANSACTION_SET_EXTENSION.test(extension);
}

/** True for archives, whose entries are inputs of their own. */
export function isZipFileName(name: string): boolean {
  return /\.zip$/i.test(name);
}
