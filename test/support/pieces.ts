/** Cuts bytes into pieces of one size; the last one may be shorter. */
export function inPieces(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

/** Cuts bytes at positions, which may be in any order and outside the bytes. Empty pieces stay. */
export function cutAt(bytes: Buffer, positions: readonly number[]): Buffer[] {
  const cuts = [...positions].map((position) => Math.min(Math.max(position, 0), bytes.length)).sort((a, b) => a - b);
  return [...cuts, bytes.length].map((end, i) => bytes.subarray(i === 0 ? 0 : cuts[i - 1], end));
}
