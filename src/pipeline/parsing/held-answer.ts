import { EdiError } from '../../common/edi-error';

/** What an answer in memory holds, in bytes of JSON; bounded. */
export class HeldAnswer {
  private bytes = 0;
  private readonly lists = new Map<string, Buffer[]>();

  constructor(
    names: readonly string[],
    private readonly maxBytes: number,
  ) {
    for (const name of names) this.lists.set(name, []);
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
  add(list: string, json: Buffer): void {
    this.count(json.length);
    const records = this.lists.get(list);
    if (records === undefined) this.lists.set(list, [json]);
    else records.push(json);
  }

  /** The lists as objects. */
  objects(): Record<string, object[]> {
    return Object.fromEntries([...this.lists].map(([name, records]) => [name, records.map(parseRecord)]));
  }

  /** The members of a JSON object: each list by its name. */
  *members(): Generator<string | Buffer, void, undefined> {
    for (const [name, records] of this.lists) {
      yield `${JSON.stringify(name)}:[`;
      for (const [i, record] of records.entries()) {
        if (i > 0) yield ',';
        yield record;
      }
      yield '],';
    }
  }
}

/** Gives the object that a record is. */
export function parseRecord(json: Buffer): Readonly<Record<string, unknown>> {
  return JSON.parse(json.toString('utf8')) as Readonly<Record<string, unknown>>;
}
