import { extname } from 'node:path';

/** Usual extensions of X12 files, in addition to those of three digits such as .835 or .837p. */
const EDI_EXTENSIONS = new Set(['dat', 'edi', 'era', 'rmt', 'txt', 'x12']);

const TRANSACTION_SET_EXTENSION = /^\d{3}[a-z]{0,2}$/;

/**
 * Returns why a file of a folder is no input; undefined for known extensions, no extension, and both packed as .gz or in a .zip. `extensions` are those of
 * formats other than X12, without the dot.
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
