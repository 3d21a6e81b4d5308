import type { Guide } from '../../guide/guide.types';
import type { Codec } from '../../mapping/codecs/codec';
import { integerCodec } from '../../mapping/codecs/number.codec';
import { textCodec } from '../../mapping/codecs/text.codec';
import type { Enumeration } from '../../mapping/enumeration';
import type { BoundField, RecordToWrite, Write } from '../../mapping/field';
import { type ChildLoop, slotsOf } from '../../mapping/locator';
import { parsePlace } from '../../mapping/place';
import type { OutLocation } from '../../mapping/writing/out-segments';
import { type RecordTest, type Writing, writingOf, type WrittenPlace } from '../../mapping/writing/writing';
import { BLOCK, CHAIN, CODEC, KIND, MEMBER, UNIT } from './layout';
import type { UnitToWrite } from './unit-to-write';
import { codecNumber, namedCodes, type NamedFormat } from './write-codecs';
import type { WriteKernel } from './write-kernel';
import { isNumberedByHost, type NamedCode, NotWritten, triggerOf, WriteTables } from './write-tables';

type WritingOf<K extends Writing['kind']> = Extract<Writing, { kind: K }>;

/** A child loop and how its first segment is declared. */
type Way = Pick<ChildLoop, 'def' | 'codes'>;

/**
 * Compiles the writers of bound declarations to programs of the kernel that writes. What has no program is left to the host: a record that gives a value for
 * it is written there, whole.
 */
export class WriteCompiler {
  readonly tables: WriteTables;
  private readonly blocks = new Map<RecordToWrite, number>();
  private readonly items = new Map<Write, number>();
  private readonly enumerations = new Map<Enumeration, Map<string, number>>();
  /** Members of blocks, by their keys. */
  private readonly membersOf = new Map<number, ReadonlyMap<string, number>>();

  /** Members that were not compiled yet: records have few of those that they may have. */
  private readonly later = new Map<number, { readonly write: Write; readonly beside: ReadonlyMap<string, number> }>();

  /** `ignored` gives the members of a record that may be there and are not written. */
  constructor(
    private readonly kernel: WriteKernel,
    guide: Guide,
    private readonly ignored: (record: string) => readonly string[],
  ) {
    this.tables = new WriteTables(kernel, guide.segments.length);
  }

  /** Gives the address of a unit; throws NotWritten for one whose loops the kernel cannot write. */
  unit({ chain, record, shared, keys }: UnitToWrite): number {
    if (chain.slice(1).some((loop, i) => !isNumberedByHost(loop, i === chain.length - 2))) throw new NotWritten();
    if (chain.length > MOST_LOOPS || shared.some((one) => one !== undefined && one.ordinal >= MOST_MEMBERS)) throw new NotWritten();
    const block = this.makeBlock(record, shared);
    for (const [key, member] of this.membersOf.get(block) ?? []) if (!keys.has(key)) this.kernel.set(member + MEMBER.KEY, this.tables.text(NO_KEY));
    return this.tables.row(UNIT.SIZE, {
      0: block,
      [UNIT.COUNT]: chain.length,
      [UNIT.CHAIN]: this.kernel.list(chain.map((loop) => this.tables.definition(loop))),
    });
  }

  private block(record: RecordToWrite): number {
    return this.blocks.get(record) ?? this.makeBlock(record, []);
  }

  private makeBlock(record: RecordToWrite, shared: UnitToWrite['shared']): number {
    const { keys, writers, name } = record;
    const ignored = this.ignored(name).filter((key) => !keys.includes(key));
    const address = this.kernel.allocate(BLOCK.HEAD + MEMBER.SIZE * (keys.length + ignored.length));
    if (shared.length === 0) this.blocks.set(record, address);
    const memberAt = (i: number): number => address + BLOCK.HEAD + MEMBER.SIZE * i;
    const members = new Map(keys.map((key, i): readonly [string, number] => [key, memberAt(i)]));
    this.membersOf.set(address, members);
    this.kernel.set(address, keys.length);
    this.kernel.set(address + BLOCK.ALL, keys.length + ignored.length);
    for (const [i, key] of keys.entries()) {
      const member = memberAt(i);
      this.begin(member, key);
      const one = shared[i];
      if (one?.isHead === true) this.kernel.set(member, KIND.IGNORED);
      else {
        this.fill(member, writers[i], members);
        this.kernel.set(member + MEMBER.LEVEL, one?.level ?? -1);
        this.kernel.set(member + MEMBER.ORDINAL, one?.ordinal ?? 0);
        this.kernel.set(member + MEMBER.RIVAL, one?.rival ?? 0);
      }
    }
    for (const [i, key] of ignored.entries()) {
      this.begin(memberAt(keys.length + i), key);
      this.kernel.set(memberAt(keys.length + i), KIND.IGNORED);
    }
    return address;
  }

  private begin(member: number, key: string): void {
    this.kernel.set(member + MEMBER.KEY, this.tables.text(`${JSON.stringify(key)}:`));
    this.kernel.set(member + MEMBER.LEVEL, -1);
    this.kernel.set(member + MEMBER.COMPONENT, 1);
  }

  /** Marks the days of items that a day of the record follows from. Its own days are compared with those of one list, others with those of all. */
  private markDays({ keys, own }: WritingOf<'derived day'>, beside: ReadonlyMap<string, number>): void {
    for (const [key, list] of beside) {
      const days = this.itemBlocks(list).flatMap((block) => keys.flatMap((day) => this.membersOf.get(block)?.get(day) ?? []));
      for (const day of days) this.kernel.set(day + MEMBER.DAY, 1);
      if (days.length > 0 && own !== undefined && key !== own.items) throw new NotWritten();
    }
  }

  /** The blocks of the items of a list. */
  private itemBlocks(member: number): readonly number[] {
    const { kernel } = this;
    const { write } = this.later.get(member) ?? {};
    // Other members are compiled when a record has them.
    if (write !== undefined && LISTS.has(writingOf(write)?.kind)) this.compile(member);
    const kind = this.kinds.get(member);
    if (kind === KIND.LOOPS) return this.loopRows.get(member) ?? [];
    if (kind !== KIND.SEGMENTS && kind !== KIND.GROUPS) return [];
    const item = kernel.get(member + MEMBER.ITEM);
    this.compile(item);
    return this.kinds.get(item) === KIND.OBJECT ? [kernel.get(item + MEMBER.BLOCK)] : [];
  }

  /** Kinds of the members that were compiled. */
  private readonly kinds = new Map<number, KIND>();
  /** Members that are texts, or names for texts. */
  private readonly texts = new Set<number>();
  /** Blocks of the loops that items of a list are written into. */
  private readonly loopRows = new Map<number, readonly number[]>();

  /** The address of a member without a key. */
  private item(write: Write | undefined, beside: ReadonlyMap<string, number> = new Map()): number {
    if (write === undefined) throw new NotWritten();
    let address = this.items.get(write);
    if (address !== undefined) return address;
    address = this.kernel.allocate(MEMBER.SIZE);
    this.items.set(write, address);
    this.kernel.set(address + MEMBER.COMPONENT, 1);
    this.fill(address, write, beside);
    return address;
  }

  /** Says what a member is; one without a writer is never written. */
  private fill(member: number, write: Write | undefined, beside: ReadonlyMap<string, number>): void {
    if (write === undefined) return this.kernel.set(member, KIND.IGNORED);
    if (writingOf(write) === undefined) return;
    this.kernel.set(member, KIND.LATER);
    this.later.set(member, { write, beside });
  }

  /** Compiles a member. */
  compile(member: number): void {
    const { write, beside = new Map<string, number>() } = this.later.get(member) ?? {};
    const writing = write && writingOf(write);
    if (writing === undefined) return;
    this.later.delete(member);
    try {
      const kind = this.writing(member, writing, beside);
      this.kinds.set(member, kind);
      this.kernel.set(member, kind);
    } catch (error) {
      if (!(error instanceof NotWritten)) throw error;
      this.kernel.set(member, KIND.HOST);
    }
  }

  private set(member: number, offset: MEMBER, value: number): void {
    this.kernel.set(member + offset, value);
  }

  private writing(member: number, writing: Writing, beside: ReadonlyMap<string, number>): KIND {
    switch (writing.kind) {
      case 'object':
      case 'in segment':
      case 'in loop':
      case 'segments':
      case 'groups':
      case 'loops':
        return this.ofItems(member, writing);
      case 'first of':
      case 'derived day':
      case 'where':
      case 'own day':
      case 'by list':
      case 'unless given':
        return this.ofMembers(member, writing, beside);
      default:
        return this.ofValues(member, writing);
    }
  }

  /** Values that come into segments. */
  private ofValues(
    member: number,
    writing: WritingOf<'element' | 'components' | 'component codes' | 'lines' | 'constant' | 'code' | 'code at place' | 'codes' | 'pointed'>,
  ): KIND {
    switch (writing.kind) {
      case 'element':
        if (writing.at.location.placed === null) return KIND.IGNORED;
        this.place(member, writing.at);
        this.codec(member, writing.codec);
        return KIND.ELEMENT;
      case 'components':
        this.place(member, writing.at);
        this.codec(member, writing.codec);
        if (writing.codec !== textCodec && writing.codec !== integerCodec) throw new NotWritten();
        return KIND.COMPONENTS;
      case 'component codes':
        this.place(member, writing.at);
        this.set(member, MEMBER.TABLE, this.tables.text(writing.list));
        this.set(member, MEMBER.COUNT, writing.most);
        return KIND.COMPONENT_CODES;
      case 'lines':
        if (writing.at.location.placed === undefined) throw new NotWritten();
        this.place(member, writing.at);
        return KIND.LINES;
      case 'constant':
        this.set(member, MEMBER.TABLE, this.tables.text(JSON.stringify(writing.value)));
        return KIND.CONSTANT;
      case 'code':
        this.code(member, writing);
        return KIND.CODE;
      case 'code at place':
        this.codeAtPlace(member, writing);
        return KIND.CODE_AT_PLACE;
      case 'codes':
        this.codes(member, writing);
        return KIND.CODES;
      case 'pointed':
        this.pointed(member, writing);
        return KIND.POINTED;
    }
  }

  /** Objects and lists. */
  private ofItems(member: number, writing: WritingOf<'object' | 'in segment' | 'in loop' | 'segments' | 'groups' | 'loops'>): KIND {
    switch (writing.kind) {
      case 'object':
        this.set(member, MEMBER.BLOCK, this.block(writing.record));
        return KIND.OBJECT;
      case 'in segment':
        this.location(member, writing.location);
        this.set(member, MEMBER.ITEM, this.item(writing.item));
        return KIND.IN_SEGMENT;
      case 'in loop':
        this.set(member, MEMBER.A, writing.path.up);
        this.set(member, MEMBER.LIST, writing.path.down === undefined ? 0 : this.kernel.list(this.way(writing.path.down)));
        this.set(member, MEMBER.ITEM, this.item(writing.item));
        return KIND.IN_LOOP;
      case 'segments':
        if (writing.location.placed === undefined) throw new NotWritten();
        this.location(member, writing.location);
        this.set(member, MEMBER.ITEM, this.item(writing.item));
        return KIND.SEGMENTS;
      case 'groups':
        if (writing.location !== undefined) this.location(member, writing.location);
        if (writing.location !== undefined && writing.location.placed === undefined) throw new NotWritten();
        this.list(member, writing.bases);
        this.set(member, MEMBER.A, writing.size);
        this.set(member, MEMBER.ITEM, this.item(writing.item));
        return KIND.GROUPS;
      case 'loops':
        this.loops(member, writing);
        return KIND.LOOPS;
    }
  }

  /** What depends on other members of the object. */
  private ofMembers(
    member: number,
    writing: WritingOf<'first of' | 'derived day' | 'where' | 'own day' | 'by list' | 'unless given'>,
    beside: ReadonlyMap<string, number>,
  ): KIND {
    switch (writing.kind) {
      case 'first of':
        this.list(
          member,
          writing.items.map((write) => this.item(write, beside)),
        );
        return KIND.FIRST_OF;
      case 'derived day':
        this.markDays(writing, beside);
        this.set(member, MEMBER.A, writing.isLast ? 1 : 0);
        if (writing.own !== undefined) this.set(member, MEMBER.ITEM, this.item(writing.own.write));
        return KIND.DERIVED_DAY;
      case 'where':
        this.list(member, this.tests(writing.test, beside));
        this.set(member, MEMBER.ITEM, this.item(writing.item));
        return KIND.WHERE;
      case 'own day':
        throw new NotWritten();
      case 'by list': {
        const other = beside.get(writing.member);
        // What comes later in the object is not read yet.
        if (other === undefined || other > member) throw new NotWritten();
        this.set(member, MEMBER.A, other);
        this.list(
          member,
          [...writing.items].flatMap(([name, write]) => [this.tables.text(name), this.item(write)]),
        );
        this.set(member, MEMBER.ITEM, this.item(writing.otherwise));
        return KIND.BY_LIST;
      }
      case 'unless given': {
        const other = beside.get(writing.other);
        if (other === undefined) return this.writing(member, writingOf(writing.item) ?? noWriting(), beside);
        this.set(member, MEMBER.A, other);
        this.set(member, MEMBER.ITEM, this.item(writing.item));
        return KIND.UNLESS_GIVEN;
      }
    }
  }

  /** The tests of other members: each member, and 0 for absent, 1 for given, or a text. */
  private tests({ given = [], absent = [], differs = {} }: RecordTest, beside: ReadonlyMap<string, number>): readonly number[] {
    const at = (key: string): number => beside.get(key) ?? noWriting();
    return [
      ...given.flatMap((key) => [at(key), 1]),
      ...absent.flatMap((key) => [at(key), 0]),
      ...Object.entries(differs).flatMap(([key, text]) => [at(key), this.tables.text(text)]),
    ];
  }

  private list(member: number, numbers: readonly number[]): void {
    this.set(member, MEMBER.COUNT, numbers.length);
    this.set(member, MEMBER.LIST, this.kernel.list(numbers));
  }

  /** The current segment is no place of its own; one that the guide does not have is left to the host. */
  private location(member: number, location: OutLocation): void {
    const { placed } = location;
    if (placed === null) throw new NotWritten();
    this.set(member, MEMBER.PLACED, placed === undefined ? 0 : this.tables.placed(placed));
  }

  private place(member: number, { location, element, isRelative, component }: WrittenPlace): void {
    this.location(member, location);
    this.set(member, MEMBER.ELEMENT, element);
    this.set(member, MEMBER.RELATIVE, isRelative ? 1 : 0);
    this.set(member, MEMBER.COMPONENT, component);
  }

  private codec(member: number, codec: Codec<unknown>): void {
    const { format, nameOf } = codec;
    if (format?.kind === 'named' && nameOf !== undefined) {
      this.texts.add(member);
      this.set(member, MEMBER.CODEC, CODEC.NAMED);
      return this.set(member, MEMBER.TABLE, this.names(codec, format));
    }
    const known = codecNumber(codec);
    if (known === undefined) throw new NotWritten();
    if (known === CODEC.TEXT) this.texts.add(member);
    this.set(member, MEMBER.CODEC, known);
  }

  /** Fields with one enumeration, and one name for all other codes, have one table. */
  private names({ hasSeveralCodes }: Codec<unknown>, { table, otherwise }: NamedFormat): number {
    const json = otherwise?.bytes.toString() ?? '';
    const known = this.enumerations.get(table) ?? new Map<string, number>();
    this.enumerations.set(table, known);
    const address = known.get(json) ?? this.tables.names(namedCodes(table, json === '' ? undefined : JSON.parse(json), hasSeveralCodes));
    known.set(json, address);
    return address;
  }

  /** A child loop: its definition, and how its first segment is declared, 0 where nothing but its id is. */
  private way({ def, codes }: Way): readonly [number, number] {
    return [this.tables.definition(def), codes === undefined ? 0 : this.tables.placed(triggerOf(def, codes))];
  }

  private loops(member: number, writing: WritingOf<'loops'>): void {
    const cases = writing.cases();
    if (cases === undefined) throw new NotWritten();
    const rows = cases.loops.map((loop) => {
      const record = loop.write && writingOf(loop.write);
      if (record?.kind !== 'object') throw new NotWritten();
      return { loop, block: this.block(record.record) };
    });
    const addresses = rows.map(({ loop, block }) => this.kernel.list([...this.way(loop), block]));
    this.loopRows.set(
      member,
      rows.map(({ block }) => block),
    );
    this.set(member, MEMBER.LIST, addresses[0] ?? 0);
    if (cases.keys.length === 0) return;
    const byCode = new Map<string, number>();
    for (const [i, codes] of cases.codes.entries()) for (const code of codes) if (!byCode.has(code)) byCode.set(code, addresses[i] ?? 0);
    this.set(member, MEMBER.TABLE, this.tables.table([...byCode]));
    const keys = cases.keys.map((key) => this.membersOf.get(rows[0]?.block ?? 0)?.get(key) ?? 0);
    for (const key of keys) this.compile(key);
    if (keys.some((key) => !this.texts.has(key))) throw new NotWritten();
    this.set(member, MEMBER.B, this.kernel.list(keys));
    this.set(member, MEMBER.COUNT, keys.length);
  }

  /** The lists of codes by name, with the qualifiers that are written for them. */
  private listNames(names: readonly string[], qualifierOf: (name: string) => string | undefined, owner: unknown): number {
    const rows = names.flatMap((name): readonly NamedCode[] => {
      const code = qualifierOf(name);
      return code === undefined ? [] : [{ name, code, needsCode: false, codes: [] }];
    });
    return this.tables.once(owner, () => this.tables.names(rows));
  }

  private codes(member: number, { slots, more, isOne }: WritingOf<'codes'>): void {
    const found = slots();
    const { places, lists } = found;
    this.set(
      member,
      MEMBER.TABLE,
      this.listNames([...new Set(Object.values(lists))], (name) => found.qualifierOf(name, true), found),
    );
    this.set(member, MEMBER.B, this.tables.text(found.qualifierOf('', true)));
    this.set(member, MEMBER.C, this.tables.text(found.qualifierOf('', false)));
    this.set(member, MEMBER.D, isOne ? 1 : 0);
    this.set(member, MEMBER.BLOCK, this.moreMembers(more));
    this.list(
      member,
      places.map(({ def, key, allowed }) => {
        const placed = this.tables.placed({ key, candidates: [def], codes: undefined, excluded: undefined, loop: def.loop });
        return this.kernel.list([key, placed, allowed.length, ...allowed.map((codes) => this.tables.codes(codes))]);
      }),
    );
  }

  /** The further members of a code object, as a block; 0 for none. */
  private moreMembers(more: { readonly keys: readonly string[]; readonly fields: readonly BoundField[] } | undefined): number {
    if (more === undefined || more.keys.length === 0) return 0;
    const { keys, fields } = more;
    return this.tables.once(more, () => {
      const address = this.kernel.allocate(BLOCK.HEAD + MEMBER.SIZE * keys.length);
      this.kernel.set(address, keys.length);
      this.kernel.set(address + BLOCK.ALL, keys.length);
      for (const [i, key] of keys.entries()) {
        const member = address + BLOCK.HEAD + MEMBER.SIZE * i;
        this.begin(member, key);
        this.fill(member, fields[i]?.write, new Map());
      }
      return address;
    });
  }

  private pointed(member: number, { at, path, segmentId, lists }: WritingOf<'pointed'>): void {
    if (path.down !== undefined) throw new NotWritten();
    this.place(member, at);
    this.set(member, MEMBER.A, path.up);
    const slots = slotsOf(parsePlace(segmentId), path.target).map((def) => this.tables.slot(def));
    this.set(member, MEMBER.B, this.tables.numbers(slots));
    this.set(member, MEMBER.TABLE, this.tables.table(Object.entries(lists).map(([qualifier, name]) => [qualifier, this.tables.text(name)])));
  }

  private codeAtPlace(member: number, { location, places: { code, qualifier }, lists, more }: WritingOf<'code at place'>): void {
    const { finder, allowed, names } = lists();
    this.place(member, { location, element: code.element, isRelative: code.isRelative, component: code.component ?? 1 });
    this.set(member, MEMBER.A, qualifier.element);
    this.set(member, MEMBER.B, qualifier.isRelative ? 1 : 0);
    this.set(member, MEMBER.C, qualifier.component ?? 1);
    this.set(member, MEMBER.D, this.tables.text(finder.qualifierOf('', allowed)));
    this.set(
      member,
      MEMBER.TABLE,
      this.listNames(names, (name) => finder.qualifierOf(name, allowed), finder),
    );
    this.set(member, MEMBER.BLOCK, this.moreMembers(more));
  }

  private code(member: number, { list, item }: WritingOf<'code'>): void {
    const writing = writingOf(item);
    if (writing?.kind !== 'element' || writing.codec !== textCodec) throw new NotWritten();
    const place = this.item(item);
    // The kernel reads its place, and writes the code itself.
    this.compile(place);
    this.set(member, MEMBER.TABLE, this.tables.text(list));
    this.set(member, MEMBER.ITEM, place);
  }
}

const MOST_LOOPS: number = CHAIN.LOOPS;
const MOST_MEMBERS: number = CHAIN.MEMBERS;

/** What items of lists with members of their own are. */
const LISTS: ReadonlySet<Writing['kind'] | undefined> = new Set(['loops', 'segments', 'groups'] as const);

/** Is nowhere in JSON. */
const NO_KEY = '\u0001\u0001\u0001\u0001';

function noWriting(): never {
  throw new NotWritten();
}
