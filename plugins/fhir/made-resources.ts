import type { SharedResource } from './mapping/element';

/** Slots for resources; a slot has one. With the longest JSON they need 8 MB, with usual parties 1 MB. */
const SLOTS = 1 << 10;

/** Longer JSON is not remembered. */
const MAX_JSON_LENGTH = 4096;

/** A resource with what it was made of. */
interface Made extends SharedResource {
  readonly table: number;
  readonly json: Buffer;
}

/** Remembers resources by the JSON of values that they were made of. A new one takes the slot of an older one: memory is bounded. */
export class MadeResources {
  private readonly slots: (Made | undefined)[] = new Array<Made | undefined>(SLOTS).fill(undefined);

  get(table: number, json: Buffer): SharedResource | undefined {
    const made = this.slots[slotOf(table, json)];
    return made !== undefined && made.table === table && isEqual(made.json, json) ? made : undefined;
  }

  set(table: number, json: Buffer, { id, content }: SharedResource): void {
    if (json.length <= MAX_JSON_LENGTH) this.slots[slotOf(table, json)] = { table, json: Buffer.from(json), id, content: Buffer.from(content) };
  }
}

/** Bytes that a hash takes at most: identifiers are among the first. */
const HASHED_BYTES = 256;

function slotOf(table: number, json: Buffer): number {
  let hash = table + json.length;
  const length = Math.min(json.length, HASHED_BYTES);
  for (let i = 0; i < length; i++) hash = (Math.imul(hash, 31) + (json[i] ?? 0)) | 0;
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

function isEqual(a: Buffer, b: Buffer): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
