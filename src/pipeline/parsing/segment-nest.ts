type Tree = Readonly<Record<string, unknown>>;

/** Keys of the segments of the envelope, which are nested like the trees of transactions. */
const HEADERS = ['interchange_control_header', 'functional_group_header', 'transaction_set_header'] as const;
type Header = (typeof HEADERS)[number];

const HEADER_OF: Readonly<Record<string, Header>> = { ISA: HEADERS[0], GS: HEADERS[1], ST: HEADERS[2] };

/** Trailers, by the header that they close. */
const TRAILERS: Readonly<Record<string, readonly [closes: Header, key: string]>> = {
  GE: ['functional_group_header', 'functional_group_trailer'],
  IEA: ['interchange_control_header', 'interchange_control_trailer'],
};

/** Other segments of an interchange. */
const KEYS: Readonly<Record<string, string>> = { TA1: 'interchange_acknowledgment' };

/**
 * Puts segment trees that come one after the other, ISA, GS, transactions, GE, IEA, into one object: a header holds what follows it. Headers
 * are lists, trailers are objects.
 */
export class SegmentNest {
  private readonly root: Record<string, unknown> = {};
  /** Headers that are open, the outermost first. */
  private open: { readonly header: Header; readonly node: Record<string, unknown> }[] = [];

  /** The object; undefined when nothing came. */
  get whole(): object | undefined {
    return Object.keys(this.root).length === 0 ? undefined : this.root;
  }

  add(tree: Tree): void {
    const { segment_id: id } = tree;
    if (typeof id !== 'string') return;
    const header = HEADER_OF[id];
    const trailer = TRAILERS[id];
    if (header !== undefined) this.addHeader(header, { ...tree });
    else if (trailer === undefined) append(this.innermost(), KEYS[id] ?? id, { ...tree });
    else {
      this.innermost(trailer[0])[trailer[1]] = { ...tree };
      this.closeFrom(trailer[0]);
    }
  }

  private addHeader(header: Header, node: Record<string, unknown>): void {
    this.closeFrom(header);
    append(this.innermost(), header, node);
    // A tree of a transaction is complete.
    if (header !== 'transaction_set_header') this.open.push({ header, node });
  }

  private closeFrom(header: Header): void {
    this.open = this.open.filter((one) => HEADERS.indexOf(one.header) < HEADERS.indexOf(header));
  }

  /** The open segments, down to a header. */
  private innermost(header?: Header): Record<string, unknown> {
    const found = header === undefined ? this.open.at(-1) : this.open.find((one) => one.header === header);
    return found?.node ?? this.root;
  }
}

function append(to: Record<string, unknown>, key: string, node: Tree): void {
  const known = to[key];
  if (Array.isArray(known)) known.push(node);
  else to[key] = [node];
}
