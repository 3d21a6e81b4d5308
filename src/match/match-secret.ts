import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { SipHash } from '../pipeline/scrubbing/sip-hash';

const CIPHER = 'aes-256-ctr';
const CIPHER_KEY_BYTES = 32;
const COUNTER_BYTES = 16;
const HASH_KEY_BYTES = 16;

/** The secret of one run, which is in memory only: the ledger has hashes of keys and encrypted values, and is unreadable after the run. */
export class MatchSecret {
  private readonly cipherKey = randomBytes(CIPHER_KEY_BYTES);
  private readonly hashing = new SipHash(Int32Array.from({ length: HASH_KEY_BYTES / 4 }, () => randomBytes(4).readInt32LE()));

  /** 63 bits as decimal digits, which SQLite stores as an integer. */
  hash(text: string): string {
    this.absorb(text);
    return String((BigInt(this.hashing.high & 0x7fff_ffff) << 32n) | BigInt(this.hashing.low >>> 0));
  }

  /** 32 bits: enough to compare the values of two units. */
  shortHash(text: string): number {
    this.absorb(text);
    return this.hashing.low >>> 0;
  }

  /** Encrypts the values of a unit. A number is used once. */
  seal(number: number, text: string): string {
    const cipher = createCipheriv(CIPHER, this.cipherKey, counterOf(number));
    return cipher.update(text, 'utf8', 'base64') + cipher.final('base64');
  }

  /** Decrypts what `seal` returned for the same number. */
  open(number: number, sealed: string): string {
    const cipher = createDecipheriv(CIPHER, this.cipherKey, counterOf(number));
    return cipher.update(sealed, 'base64', 'utf8') + cipher.final('utf8');
  }

  private absorb(text: string): void {
    const bytes = Buffer.from(text);
    this.hashing.hash(bytes, 0, bytes.length);
  }
}

/** The lower half counts the blocks of one text. */
function counterOf(number: number): Buffer {
  const counter = Buffer.alloc(COUNTER_BYTES);
  counter.writeBigUInt64BE(BigInt(number));
  return counter;
}
