/**
 * Packs a segment id of two or three characters into one number, so that segments are told apart without strings.
 * The first character is the highest byte; a missing third character is 0.
 *
 *     N1  -> 0x4E3100
 *     CLP -> 0x434C50
 */
export function segmentKey(id: string): number {
  return (id.charCodeAt(0) << 16) | (id.charCodeAt(1) << 8) | (id.length > 2 ? id.charCodeAt(2) : 0);
}

/** The key of ids that no guide can know: longer than three characters, or of other characters than letters and digits. */
export const NO_SEGMENT_KEY = 0;

/** Gives the id that a key packs. */
export function segmentId(key: number): string {
  return String.fromCharCode(...[key >> 16, (key >> 8) & 0xff, key & 0xff].filter((byte) => byte > 0));
}
