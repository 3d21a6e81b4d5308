import { TextDecoder } from 'node:util';
import { BYTE, isAlphanumeric } from '../common/bytes';

/**
 * EBCDIC code page 037 (US mainframes) to Latin-1, two hex digits a byte; its new line (15) becomes a line feed.
 */
export const EBCDIC_037 = Buffer.from(
  '000102039c09867f978d8e0b0c0d0e0f101112139d0a08871819928f1c1d1e1f80818283840a171b88898a8b8c050607909116939495960498999a9b14159e1a' +
    '20a0e2e4e0e1e3e5e7f1a22e3c282b7c26e9eaebe8edeeefecdf21242a293bac2d2fc2c4c0c1c3c5c7d1a62c255f3e3ff8c9cacbc8cdcecfcc603a2340273d22' +
    'd8616263646566676869abbbf0fdfeb1b06a6b6c6d6e6f707172aabae6b8c6a4b57e737475767778797aa1bfd0dddeae5ea3a5b7a9a7b6bcbdbe5b5dafa8b4d7' +
    '7b414243444546474849adf4f6f2f3f57d4a4b4c4d4e4f505152b9fbfcf9faff5cf7535455565758595ab2d4d6d2d3d530313233343536373839b3dbdcd9da9f',
  'hex',
);

const EBCDIC_STARTS = [
  [0xc9, 0xe2, 0xc1], // ISA
  [0xc7, 0xe2], // GS
  [0xe2, 0xe3], // ST
] as const;

/** Text encodings that input may come in; everything after the decoder is ASCII, UTF-8 or Latin-1. */
export type InputEncoding = 'bytes' | 'utf-8 with mark' | 'utf-16le' | 'utf-16be' | 'ebcdic';

type Decode = (data: Buffer, isLast: boolean) => Buffer;

/**
 * Recognises the encoding by the first bytes and gives the input as bytes in which ASCII characters are single bytes.
 * Most input passes through as it is, without a copy.
 */
export class InputDecoder {
  private held: Buffer = Buffer.alloc(0);
  private decode: Decode | undefined;
  private found: InputEncoding = 'bytes';

  get encoding(): InputEncoding {
    return this.found;
  }

  write(data: Buffer): Buffer {
    if (this.decode) return this.decode(data, false);
    this.held = Buffer.concat([this.held, data]);
    if (this.held.length < 4) return Buffer.alloc(0);
    return this.start(false);
  }

  end(): Buffer {
    return this.decode ? this.decode(Buffer.alloc(0), true) : this.start(true);
  }

  private start(isLast: boolean): Buffer {
    const data = this.held;
    this.held = Buffer.alloc(0);
    this.found = recogniseEncoding(data);
    this.decode = decoderOf(this.found);
    return this.decode(this.found === 'utf-8 with mark' ? data.subarray(3) : data, isLast);
  }
}

function decoderOf(encoding: InputEncoding): Decode {
  switch (encoding) {
    case 'utf-16le':
    case 'utf-16be': {
      const decoder = new TextDecoder(encoding);
      return (data, isLast) => Buffer.from(decoder.decode(data, { stream: !isLast }), 'utf8');
    }
    case 'ebcdic':
      return (data) => {
        const out = Buffer.allocUnsafe(data.length);
        for (let i = 0; i < data.length; i++) out[i] = EBCDIC_037[data[i] ?? 0] ?? 0;
        return out;
      };
    default:
      return (data) => data;
  }
}

function recogniseEncoding(data: Buffer): InputEncoding {
  if (startsWith(data, [0xef, 0xbb, 0xbf])) return 'utf-8 with mark';
  if (startsWith(data, [0xff, 0xfe]) || isAsciiThenNul(data, 0)) return 'utf-16le';
  if (startsWith(data, [0xfe, 0xff]) || isAsciiThenNul(data, 1)) return 'utf-16be';
  if (EBCDIC_STARTS.some((bytes) => startsWith(data, bytes) && !isAlphanumeric(EBCDIC_037[data[bytes.length] ?? 0] ?? 0))) return 'ebcdic';
  return 'bytes';
}

const startsWith = (data: Buffer, bytes: readonly number[]): boolean => bytes.every((byte, i) => data[i] === byte);

/** UTF-16 without a byte order mark: letters and NULs take turns. */
function isAsciiThenNul(data: Buffer, letterAt: 0 | 1): boolean {
  const [letter, nul, letter2, nul2] = letterAt === 0 ? [data[0], data[1], data[2], data[3]] : [data[1], data[0], data[3], data[2]];
  return nul === BYTE.NUL && nul2 === BYTE.NUL && isAlphanumeric(letter ?? 0) && isAlphanumeric(letter2 ?? 0);
}
