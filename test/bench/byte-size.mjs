const UNITS = { '': 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/** Bytes of a size such as `100MB`, `2GB`, `64KB` or `5000000`. Units are decimal: 1 MB = 1,000,000 bytes. */
export function parseByteSize(text) {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*([KMG]?B|)$/i.exec(text) ?? [];
  const factor = UNITS[unit?.toUpperCase()];
  if (number === undefined || factor === undefined) {
    throw new Error(`"${text}" is not a size. Write for example 100MB, 2GB or 5000000.`);
  }
  return Math.round(Number(number) * factor);
}
