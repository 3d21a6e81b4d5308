/**
 * True for a path below a folder whose parts are names of files that are not hidden. Names come from outside, and outputs are named after them: `..` or a backslash
 * would lead out of the folder of the outputs.
 */
export const isPlainPath = (below: string): boolean =>
  below.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.includes('\\') && !part.includes('\0'));
