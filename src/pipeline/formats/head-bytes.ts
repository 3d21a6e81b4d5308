/** Bytes by which a format has to decide whether an input is its own. */
export const MAX_HEAD_BYTES = 4_096;
