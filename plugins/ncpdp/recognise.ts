import { isFiller } from '../../src/plugin/io';
import { FRAMING, visibleAt } from './framing';
import { batchKindAt, hasSeparatorSoon, headerKindAt } from './header-layout';

/** Number of bytes after leading blanks that are enough to decide. */
const ENOUGH = 160;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** True for an input whose first bytes are Telecom text: a batch record, or a header with a separator after it. */
export function recogniseTelecom(head: Buffer, isWhole: boolean): boolean | undefined {
  const at = skipFiller(head, byteOrderMarkLength(head));
  if (!isWhole && head.length - at < ENOUGH) return undefined;
  const isControl = head[at] === FRAMING.start;
  const isVisible = visibleAt(head, at) === FRAMING.start;
  const start = skipFiller(head, at + (isControl ? 1 : isVisible ? 3 : 0));
  if (batchKindAt(head, start) !== undefined) return true;
  return headerKindAt(head, start) !== undefined && hasSeparatorSoon(head, start);
}

/** True when the separators of a text are the visible characters: the first of any kind decides. Undefined without separators. */
export function usesVisible(head: Buffer): boolean | undefined {
  for (let i = 0; i < head.length; i++) {
    const byte = head[i] ?? 0;
    if (byte === FRAMING.start || byte === FRAMING.end || (byte >= FRAMING.field && byte <= FRAMING.segment)) return false;
    if (visibleAt(head, i) !== undefined) return true;
  }
  return undefined;
}

/** Length of the byte order mark that a text begins with; 0 without one. */
export function byteOrderMarkLength(head: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, i) => head[i] === byte) ? BYTE_ORDER_MARK.length : 0;
}

function skipFiller(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isFiller(bytes[at] ?? 0)) at++;
  return at;
}
