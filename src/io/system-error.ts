/** Returns the code of an error of Node, such as ENOENT or Z_DATA_ERROR; undefined when it has none. */
export function systemErrorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
