import { VisibleDecoder } from './framing';
import { byteOrderMarkLength, usesVisible } from './recognise';
import { SourceOffsets } from './source-offsets';
import { type UnitListener, UnitSplitter } from './unit-splitter';

/** Bytes after which separators are control characters, whatever comes. */
const MAX_HEAD_BYTES = 4_096;

/** Telecom text as it comes: bytes to units. Control characters may be visible ones, and a byte order mark may precede them. */
export class TelecomText {
  private readonly offsets = new SourceOffsets();
  private readonly splitter: UnitSplitter;
  private visible: VisibleDecoder | undefined;
  /** The first bytes, until they show the separators; undefined after that. */
  private head: Buffer | undefined = Buffer.alloc(0);

  constructor(listener: UnitListener, maxUnitBytes: number) {
    this.splitter = new UnitSplitter(listener, maxUnitBytes, this.offsets);
  }

  /** Offset in the input before which all units were emitted. */
  get readBytes(): number {
    return this.splitter.readBytes;
  }

  write(bytes: Buffer): void {
    if (this.head !== undefined) return this.begin(Buffer.concat([this.head, bytes]), false);
    this.split(this.visible?.write(bytes) ?? bytes);
  }

  end(): void {
    if (this.head !== undefined) this.begin(this.head, true);
    if (this.visible) this.split(this.visible.end());
    this.splitter.end();
  }

  private begin(head: Buffer, isWhole: boolean): void {
    const isVisible = usesVisible(head);
    this.head = isVisible === undefined && !isWhole && head.length < MAX_HEAD_BYTES ? head : undefined;
    if (this.head !== undefined) return;
    if (isVisible === true) this.visible = new VisibleDecoder(this.offsets);
    const skipped = byteOrderMarkLength(head);
    this.offsets.skip(skipped);
    this.write(head.subarray(skipped));
  }

  private split(bytes: Buffer): void {
    if (bytes.length > 0) this.splitter.write(bytes);
  }
}
