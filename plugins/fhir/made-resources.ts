/** Slots for resources; a slot has one. With the longest JSON they need 8 MB, with usual parties 1 MB. */
const SLOTS = 1 << 10;

/** Longer JSON is not remembered. */
const MAX_JSON_LENGTH = 4096;

/** A resource with the JSON that it was made of. */
export interface MadeResource {
  readonly table: number;
  readonly json: Buffer;
  /** '' for a value that gives no resource. */
  readonly id: string;
  /** A line with its type, and the JSON of its members in braces. */
  readonly content: Buffer;
  /** The generation of ids in which it was written. */
  generation: number;
}

/** Remembers resources by the JSON of values that they were made of. A new one takes the slot of an older one: memory is bounded. */
export class MadeResources {
  private readonly slots: (MadeResource | undefined)[] = new Array<MadeResource | undefined>(SLOTS).fill(undefined);

  get(table: number, json: Buffer): MadeResource | undefined {
    const made = this.slots[slotOf(table, json)];
    return made?.table === table && made.json.equals(json) ? made : undefined;
  }

  /** Remembers a resource with copies of the bytes. */
  set({ table, json, content, ...made }: MadeResource): void {
    if (json.length <= MAX_JSON_LENGTH) this.slots[slotOf(table, json)] = { table, json: Buffer.from(json), content: Buffer.from(content), ...made };
  }
}

/** Bytes between those that a hash takes: two values that differ elsewhere alone are in one slot. */
const STRIDE = 11;

function slotOf(table: number, json: Buffer): number {
  let hash = table + json.length;
  for (let i = 0; i < json.length; i += STRIDE) hash = (Math.imul(hash, 31) + (json[i] ?? 0)) | 0;
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}
