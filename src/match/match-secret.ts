import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { SipHash } from '../pipeline/scrubbing/sip-hash';

const CIPHER = 'aes-256-ctr';
const CIPHER_KEY_BYTES = 32;
const BLOCK_BYTES = 16;
const HASH_KEY_BYTES = 16;

/** The secret of one run, which is in memory only: the ledger has hashes of keys and encrypted values, and is unreadable after the run. */
export class MatchSecret {
  private readonly cipherKey = randomBytes(CIPHER_KEY_BYTES);
  private readonly cipher = createCipheriv(CIPHER, this.cipherKey, counterOf(0));
  private sealedBlocks = 0;
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

  /** Encrypts the values of a unit; the result begins with the place of its first block in the stream of all units. */
  seal(text: string): string {
    const bytes = Buffer.from(text);
    const blocks = Math.ceil(bytes.length / BLOCK_BYTES);
    const padded = Buffer.alloc(blocks * BLOCK_BYTES, ' ');
    bytes.copy(padded);
    const sealed = `${this.sealedBlocks}:${this.cipher.update(padded).toString('base64')}`;
    this.sealedBlocks += blocks;
    return sealed;
  }

  /** Decrypts what `seal` returned. JSON ignores the blanks at its end. */
  open(sealed: string): string {
    const colon = sealed.indexOf(':');
    const decipher = createDecipheriv(CIPHER, this.cipherKey, counterOf(Number(sealed.slice(0, colon))));
    return decipher.update(sealed.slice(colon + 1), 'base64', 'utf8') + decipher.final('utf8');
  }

  private absorb(text: string): void {
    const bytes = Buffer.from(text);
    this.hashing.hash(bytes, 0, bytes.length);
  }
}

/** The counter of a block: a unit is decrypted without those before it. */
function counterOf(block: number): Buffer {
  const counter = Buffer.alloc(BLOCK_BYTES);
  counter.writeBigUInt64BE(BigInt(block), BLOCK_BYTES / 2);
  return counter;
}
