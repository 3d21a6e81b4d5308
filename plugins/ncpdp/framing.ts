import type { SourceOffsets } from './source-offsets';

/** The control characters of a transmission and of batch files. */
export const FRAMING = { start: 0x02, end: 0x03, field: 0x1c, group: 0x1d, segment: 0x1e } as const;

/** First byte of the visible characters that represent them in print: U+2402, U+2403, U+241C to U+241E, in UTF-8 E2 90 80+n. */
export const VISIBLE_LEAD = 0xe2;
const VISIBLE_SECOND = 0x90;
const VISIBLE_BASE = 0x80;

const CONTROLS: ReadonlySet<number> = new Set(Object.values(FRAMING));

/** Read once, because an export of a module is looked up with every use. */
const { field: FIRST_SEPARATOR, segment: LAST_SEPARATOR } = FRAMING;

/** True for the bytes that part fields, segments and transactions. */
export const isSeparator = (byte: number): boolean => byte >= FIRST_SEPARATOR && byte <= LAST_SEPARATOR;

/** The position of the first separator in a range of bytes; its end without one. */
export function nextSeparator(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte <= LAST_SEPARATOR && byte >= FIRST_SEPARATOR) return at;
  }
  return end;
}

/** Returns the control character that the visible one at a position represents; undefined for any other text. */
export function visibleAt(bytes: Uint8Array, at: number): number | undefined {
  if (bytes[at] !== VISIBLE_LEAD || bytes[at + 1] !== VISIBLE_SECOND) return undefined;
  const control = (bytes[at + 2] ?? 0) - VISIBLE_BASE;
  return CONTROLS.has(control) ? control : undefined;
}

const VISIBLE_LENGTH = 3;

/** Puts control characters for the visible ones of a text that comes in pieces, and notes where. */
export class VisibleDecoder {
  private held = Buffer.alloc(0);
  /** Bytes of decoded text so far. */
  private length = 0;

  constructor(private readonly offsets: SourceOffsets) {}

  write(bytes: Buffer): Buffer {
    const whole = this.held.length === 0 ? bytes : Buffer.concat([this.held, bytes]);
    const end = whole.length - lengthOfPart(whole);
    this.held = Buffer.from(whole.subarray(end));
    const decoded = decodeVisible(whole.subarray(0, end), (at) => this.offsets.addVisible(this.length + at));
    this.length += decoded.length;
    return decoded;
  }

  /** Held bytes of a character that was never completed. */
  end(): Buffer {
    return this.held;
  }
}

/** Bytes at the end that may be the beginning of a visible character. */
function lengthOfPart(bytes: Uint8Array): number {
  for (let length = Math.min(VISIBLE_LENGTH - 1, bytes.length); length > 0; length--) {
    const at = bytes.length - length;
    if (bytes[at] === VISIBLE_LEAD && (length === 1 || bytes[at + 1] === VISIBLE_SECOND)) return length;
  }
  return 0;
}

function decodeVisible(bytes: Buffer, onVisible: (at: number) => void): Buffer {
  if (!bytes.includes(VISIBLE_LEAD)) return bytes;
  const decoded = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    const control = visibleAt(bytes, i);
    if (control !== undefined) {
      onVisible(length);
      i += VISIBLE_LENGTH - 1;
    }
    decoded[length++] = control ?? byte;
  }
  return decoded.subarray(0, length);
}
