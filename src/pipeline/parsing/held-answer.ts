import { ByteWriter } from '../../common/byte-writer';
import { BYTE } from '../../common/bytes';
import { EdiError } from '../../common/edi-error';

/** Size of the pages of a list. */
const PAGE_BYTES = 1 << 16;

/** The JSON of the records of a list, in pages: a buffer for each record would take more than a small record does. */
class JsonList {
  private readonly full: Buffer[] = [];
  private page: ByteWriter | undefined;

  add(json: Uint8Array): void {
    const { page } = this;
    if (page === undefined) this.page = new ByteWriter(PAGE_BYTES);
    else {
      page.byte(BYTE.COMMA);
      if (page.length + json.length >= PAGE_BYTES) this.full.push(page.take());
    }
    this.page?.append(json);
  }

  /** The items, with commas between them. */
  get pages(): readonly Buffer[] {
    return this.page === undefined ? [] : [...this.full, this.page.copyFrom(0)];
  }
}

/** An answer in memory, counted in bytes of JSON, with a limit. */
export class HeldAnswer {
  private bytes = 0;
  private readonly lists = new Map<string, JsonList>();

  constructor(
    names: readonly string[],
    private readonly maxBytes: number,
  ) {
    for (const name of names) this.lists.set(name, new JsonList());
  }

  /** Counts bytes that are held elsewhere. Throws EDI_BODY_TOO_LARGE. */
  count(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes <= this.maxBytes) return;
    throw new EdiError(
      'EDI_BODY_TOO_LARGE',
      `The answer, which is held in memory, would be larger than ${this.maxBytes} bytes. Convert the file with /api/edi/json.`,
    );
  }

  /** Adds the JSON of a record to a list. Throws EDI_BODY_TOO_LARGE. */
  add(name: string, json: Uint8Array): void {
    this.count(json.length);
    let list = this.lists.get(name);
    if (list === undefined) this.lists.set(name, (list = new JsonList()));
    list.add(json);
  }

  /** The lists as objects. */
  objects(): Record<string, object[]> {
    return Object.fromEntries([...this.lists].map(([name, { pages }]) => [name, parseRecords(pages)]));
  }

  /** The members of a JSON object: each list by its name. */
  *members(): Generator<string | Buffer, void, undefined> {
    for (const [name, { pages }] of this.lists) {
      yield `${JSON.stringify(name)}:[`;
      yield* pages;
      yield '],';
    }
  }
}

/** Records are written as JSON objects. */
function parseRecords(pages: readonly Buffer[]): object[] {
  return JSON.parse(`[${Buffer.concat(pages).toString('utf8')}]`) as object[];
}

/** Returns the object of a record. */
export function parseRecord(json: Buffer): Readonly<Record<string, unknown>> {
  return JSON.parse(json.toString('utf8')) as Readonly<Record<string, unknown>>;
}
