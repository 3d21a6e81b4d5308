import { packCode, packText, UNPACKABLE } from '../../common/pack-code';

/** Letters and digits of a short code of an element whose codes nobody lists. */
const MAX_UNLISTED_BYTES = 2;

/** Codes that are published: they identify nobody, so that they stay. */
export class Vocabulary {
  private readonly short = new Set<number>();
  private readonly long = new Set<string>();
  private readonly forms: RegExp[] = [];

  get isEmpty(): boolean {
    return this.short.size === 0 && this.long.size === 0 && this.forms.length === 0;
  }

  addCode(code: string): void {
    const packed = packText(code);
    if (packed === UNPACKABLE) this.long.add(code);
    else this.short.add(packed);
  }

  /** Adds a regular expression of whole codes. */
  addForm(form: string): void {
    this.forms.push(new RegExp(`^(?:${form})$`));
  }

  addAll(other: Vocabulary): void {
    for (const code of other.short) this.short.add(code);
    for (const code of other.long) this.long.add(code);
    this.forms.push(...other.forms);
  }

  /** True for a code that stays. */
  has(bytes: Buffer, start: number, end: number): boolean {
    const packed = packCode(bytes, start, end);
    if (packed !== UNPACKABLE && this.short.has(packed)) return true;
    if (this.isEmpty) return end - start <= MAX_UNLISTED_BYTES;
    if (this.forms.length === 0 && packed !== UNPACKABLE) return false;
    const text = bytes.toString('latin1', start, end);
    return this.long.has(text) || this.forms.some((form) => form.test(text));
  }
}
