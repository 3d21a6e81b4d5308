import { Fragment } from '../common/fragment';
import type { Chunk } from '../x12/segment';
import { type CodeDescription, type CodeList, hashCode } from './code-list';

/** Where descriptions come from. */
export interface CodeDirectory {
  /**
   * Describes codes, given by the `subType` of their list. Codes that nothing is known of are absent from the answer.
   * Never throws: what cannot be looked up now is absent.
   */
  describe(codes: CodesByList): Promise<DescriptionsByList>;
}

/** Codes by the `subType` of their list. */
export type CodesByList = ReadonlyMap<string, ReadonlySet<string>>;

/** Descriptions by the `subType` of the list, then by code. */
export type DescriptionsByList = ReadonlyMap<string, ReadonlyMap<string, CodeDescription>>;

/** A code as it is kept: what stands after it in JSON, and the same as values. */
export interface DescribedCode {
  /** `,"desc":"...","formattedCode":"..."`; empty when nothing is known of the code. */
  readonly suffix: Fragment;
  readonly description: CodeDescription;
}

/** No code of any list is longer. */
const LONGEST_CODE = 48;

/** Codes that are not described yet, gathered while the records of a batch are written. */
export class MissingCodes {
  private readonly lists = new Map<string, { readonly list: CodeList; readonly codes: Set<string> }>();

  /** How often a code was met without its description; the same code counts each time. */
  size = 0;

  /** Notes a code. Codes are ASCII; anything else is damage, and its text could not be found by its bytes again. */
  add(list: CodeList, chunk: Chunk, start: number, end: number): void {
    if (end - start > LONGEST_CODE || !isAscii(chunk.bytes, start, end)) return;
    this.size++;
    const code = chunk.text(start, end);
    const known = this.lists.get(list.subType);
    if (known) known.codes.add(code);
    else this.lists.set(list.subType, { list, codes: new Set([code]) });
  }

  clear(): void {
    this.lists.clear();
    this.size = 0;
  }

  byList(): CodesByList {
    return new Map([...this.lists].map(([subType, { codes }]) => [subType, codes]));
  }

  *entries(): Generator<readonly [CodeList, string]> {
    for (const { list, codes } of this.lists.values()) for (const code of codes) yield [list, code];
  }
}

const DEFAULT_CAPACITY = 20_000;

/** After this time codes are looked up again, so that an import of another process shows. */
const DEFAULT_SECONDS = 60;

const EMPTY_SUFFIX = new Fragment('');

/** How much is kept, and for how long. */
export interface DescriptionLimits {
  /** Codes that are kept at the least; about twice as many at the most, and those of one batch. */
  readonly capacity?: number;
  readonly seconds?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly clock?: () => number;
}

/**
 * Keeps the descriptions of codes that were met, for all conversions of an engine. Codes are found by their bytes in the
 * input, without making a string. Two generations bound it: a code that is met again moves to the younger one, and when
 * that is full it becomes the older one.
 */
export class CodeDescriptions {
  private young = new Generation();
  private old = new Generation();
  private readonly capacity: number;
  private readonly milliseconds: number;
  private readonly clock: () => number;
  private since: number;
  /** Grows when everything is forgotten: what others keep of it holds until then. */
  epoch = 0;

  constructor(
    private readonly directory: CodeDirectory,
    { capacity = DEFAULT_CAPACITY, seconds = DEFAULT_SECONDS, clock = () => performance.now() }: DescriptionLimits = {},
  ) {
    this.capacity = capacity;
    this.milliseconds = seconds * 1000;
    this.clock = clock;
    this.since = clock();
  }

  /** Gives what is kept of a code; undefined when it was not looked up, or is not kept any more. */
  find(list: CodeList, bytes: Uint8Array, start: number, end: number): DescribedCode | undefined {
    const hash = hashCode(list, bytes, start, end);
    return this.young.find(hash, list, bytes, start, end) ?? this.promote(hash, list, bytes, start, end);
  }

  /** Forgets everything when its time is over. Call it before a batch: within one, what was found stays. */
  refresh(): void {
    const now = this.clock();
    if (now - this.since < this.milliseconds) return;
    this.since = now;
    this.epoch++;
    this.old = new Generation();
    this.young = new Generation();
  }

  /** Looks codes up and keeps what it learns. */
  async learn(missing: MissingCodes): Promise<void> {
    const found = await this.directory.describe(missing.byList());
    this.refresh();
    if (this.young.size >= this.capacity) {
      this.old = this.young;
      this.young = new Generation();
    }
    for (const [list, code] of missing.entries()) this.young.add(entryOf(list, code, found.get(list.subType)?.get(code) ?? {}));
  }

  private promote(hash: number, list: CodeList, bytes: Uint8Array, start: number, end: number): Entry | undefined {
    const entry = this.old.find(hash, list, bytes, start, end);
    if (entry) this.young.add(entry);
    return entry;
  }
}

interface Entry extends DescribedCode {
  readonly hash: number;
  readonly subType: string;
  readonly bytes: Uint8Array;
}

function entryOf(list: CodeList, code: string, description: CodeDescription): Entry {
  const bytes = Buffer.from(code, 'latin1');
  return { hash: hashCode(list, bytes, 0, bytes.length), subType: list.subType, bytes, description, suffix: suffixOf(description) };
}

function suffixOf({ desc, instructionDesc, formattedCode }: CodeDescription): Fragment {
  const json = JSON.stringify({ desc, instructionDesc, formattedCode });
  return json === '{}' ? EMPTY_SUFFIX : new Fragment(`,${json.slice(1, -1)}`);
}

const FIRST_SIZE = 1024;

/** A hash table with open addressing, at most half full. */
class Generation {
  size = 0;
  private slots: (Entry | undefined)[] = new Array<Entry | undefined>(FIRST_SIZE).fill(undefined);

  find(hash: number, { subType }: CodeList, bytes: Uint8Array, start: number, end: number): Entry | undefined {
    const mask = this.slots.length - 1;
    for (let i = hash & mask; ; i = (i + 1) & mask) {
      const entry = this.slots[i];
      if (entry === undefined) return undefined;
      if (entry.hash === hash && entry.subType === subType && isSame(entry.bytes, bytes, start, end)) return entry;
    }
  }

  add(entry: Entry): void {
    if (2 * ++this.size > this.slots.length) this.grow();
    this.place(entry);
  }

  private grow(): void {
    const { slots } = this;
    this.slots = new Array<Entry | undefined>(2 * slots.length).fill(undefined);
    for (const entry of slots) if (entry) this.place(entry);
  }

  private place(entry: Entry): void {
    const mask = this.slots.length - 1;
    let i = entry.hash & mask;
    while (this.slots[i] !== undefined) i = (i + 1) & mask;
    this.slots[i] = entry;
  }
}

function isSame(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if ((bytes[i] ?? 0) >= 0x80) return false;
  return true;
}
