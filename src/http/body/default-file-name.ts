import { createHash } from 'node:crypto';

/** Bytes that the name of unnamed input is made of: the length of an ISA, which has sender, receiver, time and control number. */
export const NAMING_BYTES = 106;

/** Names input that the request does not name, by its first bytes: `edi-api` and digits. The same input has the same name again, and so the same answer. */
export function defaultFileName(head: Uint8Array): string {
  const digest = createHash('sha256').update(head.subarray(0, NAMING_BYTES)).digest();
  return `edi-api${digest.readBigUInt64BE()}.edi`;
}

/** Name of an archive of unnamed input, and of input that cannot be read. */
export const UNNAMED_FILE = 'edi-api.edi';
