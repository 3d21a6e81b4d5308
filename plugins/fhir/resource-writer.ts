import { ByteWriter, Fragment } from '../../src/plugin/io';
import { ID_LENGTH } from './shared-ids';

/** A type of resource. */
export class ResourceType {
  /** What is before the id of a resource. */
  readonly opening: Fragment;
  /** Bytes of the line with the name, which is the first of its content. */
  readonly lineLength: number;

  constructor(readonly name: string) {
    this.opening = new Fragment(`{"resourceType":"${name}","id":"`);
    this.lineLength = name.length + 1;
  }
}

const AFTER_ID = new Fragment('",');
const LINE_END = new Fragment('\n');
const [BUNDLE, NEXT_ENTRY, BUNDLE_END] = [
  new Fragment('{"resourceType":"Bundle","type":"transaction","entry":[{"resource":'),
  new Fragment(',{"resource":'),
  new Fragment(']}\n'),
];

/** Writes resources as lines, or those of one record as the entries of a Bundle. */
export class ResourceWriter {
  /** Where resources are written. */
  out = new ByteWriter(0);
  /** Resources of the current Bundle. */
  private readonly urls = new Set<string>();

  constructor(private readonly isBundled: boolean) {}

  /** Writes a resource with the JSON of its members in braces. A Bundle has a resource once. */
  write(type: ResourceType, id: string, members: Buffer): void {
    if (this.isBundled && this.urls.has(`${type.name}/${id}`)) return;
    this.begin(type, id, members);
    this.end(type, id);
  }

  /** Writes a shared resource by its content, with the id at the place `id` of the same bytes. */
  writeShared(type: ResourceType, bytes: Buffer, start: number, end: number, id: number): void {
    const members = start + type.lineLength;
    if (this.isBundled) return this.write(type, bytes.toString('latin1', id, id + ID_LENGTH), bytes.subarray(members, end));
    const { out } = this;
    out.raw(type.opening);
    out.range(bytes, id, id + ID_LENGTH);
    out.raw(AFTER_ID);
    out.append(bytes, members + 1, end);
    out.raw(LINE_END);
  }

  /** Writes a resource to whose end a caller adds. */
  begin(type: ResourceType, id: string, members: Buffer): void {
    const { out } = this;
    if (this.isBundled) out.raw(this.urls.size === 0 ? BUNDLE : NEXT_ENTRY);
    out.raw(type.opening);
    out.ascii(id);
    out.raw(AFTER_ID);
    out.append(members, 1);
  }

  /** Ends a resource. */
  end(type: ResourceType, id: string): void {
    if (!this.isBundled) return this.out.raw(LINE_END);
    const url = `${type.name}/${id}`;
    this.urls.add(url);
    this.out.ascii(`,"request":{"method":"PUT","url":"${url}"}}`);
  }

  /** Ends the Bundle of a record. */
  endRecord(): void {
    if (this.urls.size > 0) this.out.raw(BUNDLE_END);
    this.clear();
  }

  /** Gives up a Bundle whose bytes are removed. */
  clear(): void {
    this.urls.clear();
  }
}
