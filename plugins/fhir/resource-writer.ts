import { type ByteWriter, Fragment } from '../../src/plugin/io';
import type { ResourceType } from './mapping/element';

const AFTER_ID = new Fragment('",');
const LINE_END = new Fragment('\n');
const [BUNDLE, NEXT_ENTRY, BUNDLE_END] = [
  new Fragment('{"resourceType":"Bundle","type":"transaction","entry":[{"resource":'),
  new Fragment(',{"resource":'),
  new Fragment(']}\n'),
];

/** Writes resources as lines, or those of one record as the entries of a Bundle. */
export class ResourceWriter {
  /** Resources of the current Bundle. */
  private readonly urls = new Set<string>();

  constructor(private readonly isBundled: boolean) {}

  /** Writes a resource with the JSON of its members, which begins with a brace at `start`. A Bundle has a resource once. */
  write(out: ByteWriter, type: ResourceType, id: string, members: Buffer, start: number): void {
    if (this.isBundled && this.urls.has(`${type.name}/${id}`)) return;
    this.begin(out, type, id, members, start);
    this.end(out, type, id);
  }

  /** Writes a resource to whose end a caller adds. */
  begin(out: ByteWriter, type: ResourceType, id: string, members: Buffer, start: number): void {
    if (this.isBundled) out.raw(this.urls.size === 0 ? BUNDLE : NEXT_ENTRY);
    out.raw(type.opening);
    out.ascii(id);
    out.raw(AFTER_ID);
    out.append(members, start + 1);
  }

  /** Ends a resource. */
  end(out: ByteWriter, type: ResourceType, id: string): void {
    if (!this.isBundled) return out.raw(LINE_END);
    const url = `${type.name}/${id}`;
    this.urls.add(url);
    out.ascii(`,"request":{"method":"PUT","url":"${url}"}}`);
  }

  /** Ends the Bundle of a record. */
  endRecord(out: ByteWriter): void {
    if (this.urls.size > 0) out.raw(BUNDLE_END);
    this.clear();
  }

  /** Gives up a Bundle whose bytes are removed. */
  clear(): void {
    this.urls.clear();
  }
}
