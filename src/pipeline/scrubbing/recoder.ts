import { StringDecoder } from 'node:string_decoder';
import { EBCDIC_037, InputDecoder, type InputEncoding } from '../../x12/input-decoder';

const MARKS: Readonly<Partial<Record<InputEncoding, readonly number[]>>> = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] };
const MARK_OF_UTF8 = Buffer.from([0xef, 0xbb, 0xbf]);

/** Decodes an input as reading does, and encodes it again. */
export class Recoder {
  private readonly decoder = new InputDecoder();
  private readonly text = new StringDecoder('utf8');
  private first: Buffer = Buffer.alloc(0);
  private hasBegun = false;

  /** Returns the decoded bytes. */
  decode(bytes: Buffer): Buffer {
    if (this.first.length < 2) this.first = Buffer.concat([this.first, bytes.subarray(0, 2)]);
    return this.decoder.write(bytes);
  }

  /** Returns the rest of the decoded bytes. */
  decodeEnd(): Buffer {
    return this.decoder.end();
  }

  /** Bytes of the mark that decoding left out and reading counts. */
  get markBytes(): number {
    return this.decoder.encoding === 'utf-8 with mark' ? MARK_OF_UTF8.length : 0;
  }

  /** Encodes bytes as the input was, the mark before the first. */
  encode(bytes: Buffer): Buffer {
    const encoded = this.encodeBytes(bytes);
    if (this.hasBegun || bytes.length === 0) return encoded;
    this.hasBegun = true;
    const { encoding } = this.decoder;
    if (encoding === 'utf-8 with mark') return Buffer.concat([MARK_OF_UTF8, encoded]);
    const mark = MARKS[encoding];
    return mark?.every((byte, i) => this.first[i] === byte) === true ? Buffer.concat([Buffer.from(mark), encoded]) : encoded;
  }

  private encodeBytes(bytes: Buffer): Buffer {
    switch (this.decoder.encoding) {
      case 'utf-16le':
        return Buffer.from(this.text.write(bytes), 'utf16le');
      case 'utf-16be':
        return Buffer.from(this.text.write(bytes), 'utf16le').swap16();
      case 'ebcdic':
        return Buffer.from(bytes.map((byte) => TO_EBCDIC[byte] ?? 0));
      default:
        return bytes;
    }
  }
}

/** The bytes of EBCDIC, by those that they become. */
const TO_EBCDIC = Uint8Array.from({ length: 256 }, (_, byte) => EBCDIC_037.indexOf(byte));
