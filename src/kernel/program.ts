import type { Fragment } from '../common/fragment';
import type { CodeList } from '../mapping/code-list';
import type { Codec, ElementFormat } from '../mapping/codecs/codec';
import { integerCodec, numberCodec } from '../mapping/codecs/number.codec';
import { periodFromCodec, periodToCodec } from '../mapping/codecs/date.codec';
import type { BoundCondition } from '../mapping/condition';
import type { BoundField, BoundSummands, LoopItem, StepData } from '../mapping/field';
import { keyFragment } from '../mapping/json-text';
import type { ChildLoop, Location } from '../mapping/locator';
import type { Kernel } from './kernel';
import { BLOCK, CONDITION, FORMAT, GUARD, LOCATION, OP, OPERATION, SHARED } from './layout';
import { NoOperation, ProgramTables } from './program-tables';
import { isAlwaysPresent, isRead, type ReadKeys } from './reads';

type DataOf<K extends StepData['kind']> = Extract<StepData, { kind: K }>;

/** A field that is one of several. */
interface Variant {
  readonly choose: DataOf<'variant'>['choose'];
  readonly names: readonly string[];
}

/** Where operations have the same kind, and these numbers, their segment is the same. */
const SAME_SEGMENT = [0, OP.GUARD, OP.LOCATION, OP.SELECTION, OP.SLOT, OP.CODE_ELEMENT, OP.CODE];

/** The kernel counts with 32 bits. */
const ANY_NUMBER = 0x7fffffff;

/** Programs of records, with all members or with those that an output reads. */
interface Programs {
  /** Undefined for all members. */
  readonly keys: ReadKeys | undefined;
  readonly records: Map<BoundField, number>;
  readonly blocks: Map<readonly BoundField[], number>;
  readonly items: Map<BoundField, number>;
}

const programsOf = (keys: ReadKeys | undefined): Programs => ({ keys, records: new Map(), blocks: new Map(), items: new Map() });

/**
 * Compiles bound declarations to programs of the kernel. Blocks, fragments and tables are made once for each declaration; the numbers of fields,
 * codecs, keys and lists are what the kernel calls the host with.
 */
export class ProgramCompiler {
  readonly fields: BoundField[] = [];
  /** By the number of their field. */
  readonly variants: (Variant | undefined)[] = [];
  readonly codecs: Codec<unknown>[] = [];
  readonly keys: Fragment[] = [];
  readonly lists: readonly CodeList[];
  private readonly whole = programsOf(undefined);
  private readonly parts = new Map<string, Programs>();
  private readonly byKeys = new WeakMap<ReadKeys, Programs>();
  /** What is compiled now. */
  private programs = this.whole;
  private readonly tables: ProgramTables;

  constructor(private readonly kernel: Kernel) {
    this.tables = new ProgramTables(kernel);
    this.lists = this.tables.lists;
  }

  /** Gives the address of the program of a record; 0 for a record that writes itself. With `keys` it leaves out members that have none of them. */
  programOf(record: BoundField, keys?: ReadKeys): number {
    this.programs = keys === undefined ? this.whole : this.partsOf(keys);
    const { records } = this.programs;
    let program = records.get(record);
    if (program === undefined) records.set(record, (program = record.step?.kind === 'object' ? this.block([record]) : 0));
    return program;
  }

  /** Programs with some keys: equal sets have the same programs, because those are never removed. */
  private partsOf(keys: ReadKeys): Programs {
    let programs = this.byKeys.get(keys);
    if (programs !== undefined) return programs;
    const name = JSON.stringify([...keys].sort());
    programs = this.parts.get(name) ?? programsOf(keys);
    this.parts.set(name, programs);
    this.byKeys.set(keys, programs);
    return programs;
  }

  private set(address: number, offset: number, value: number): void {
    this.kernel.ints[(address + offset) >> 2] = value;
  }

  private block(all: readonly BoundField[], takes = (field: BoundField) => this.isRead(field)): number {
    const { blocks } = this.programs;
    const known = blocks.get(all);
    if (known !== undefined) return known;
    const fields = all.filter(takes);
    const address = this.kernel.allocate(BLOCK.HEAD + OP.SIZE * fields.length);
    blocks.set(all, address);
    this.set(address, 0, fields.length);
    for (const [i, field] of fields.entries()) this.operation(address + BLOCK.HEAD + OP.SIZE * i, field);
    this.join(address + BLOCK.HEAD, fields.length);
    return address;
  }

  /** What follows an operation and needs the same segment is skipped with it; values of the same segment are written together. */
  private join(operations: number, count: number): void {
    const at = (i: number): number => operations + OP.SIZE * i;
    const isSame = (i: number, offsets: readonly number[]): boolean =>
      offsets.every((offset) => this.kernel.ints[(at(i) + offset) >> 2] === this.kernel.ints[(at(i + 1) + offset) >> 2]);
    for (let i = count - 1, skip = 0, same = 0; i >= 0; i--) {
      const isLast = i + 1 === count;
      skip = OP.SIZE + (isLast || !isSame(i, [OP.GUARD]) ? 0 : skip);
      same = OP.SIZE + (isLast || this.kernel.ints[at(i) >> 2] !== OPERATION.VALUE || !isSame(i, SAME_SEGMENT) ? 0 : same);
      this.set(at(i), OP.SKIP, skip);
      this.set(at(i), OP.SAME, same);
    }
  }

  private isRead(field: BoundField): boolean {
    const { keys } = this.programs;
    return keys === undefined || isRead(field, keys);
  }

  /** The block of the members that an object is written with when it has none that are read: an object that is not empty stays one. 0 for none. */
  private unread(fields: readonly BoundField[]): number {
    const { programs } = this;
    if (programs.keys === undefined || fields.some((field) => isAlwaysPresent(field) && this.isRead(field))) return 0;
    const others = fields.filter((field) => !this.isRead(field));
    if (others.length === 0) return 0;
    this.programs = this.whole;
    const address = this.block(others);
    this.programs = programs;
    return address;
  }

  private operation(op: number, field: BoundField): void {
    this.set(op, OP.GUARD, field.position ?? GUARD.NONE);
    this.set(op, OP.FIELD, this.fields.push(field) - 1);
    if (field.step === undefined) return this.set(op, 0, OPERATION.FIELD);
    try {
      this.set(op, 0, this.step(op, field.step));
    } catch (error) {
      if (!(error instanceof NoOperation)) throw error;
      this.set(op, 0, OPERATION.FIELD);
    }
  }

  /** Writes the numbers of an operation; gives its kind. */
  private step(op: number, step: StepData): OPERATION {
    if ('key' in step) this.key(op, step.key);
    if ('location' in step) this.locate(op, step.location);
    if ('element' in step) this.set(op, OP.ELEMENT, step.element);
    if ('selection' in step && step.selection !== undefined) this.set(op, OP.SELECTION, this.tables.selection(step.selection));
    switch (step.kind) {
      case 'element':
        this.place(op, step);
        this.format(op, step.format);
        return OPERATION.VALUE;
      case 'value':
        this.place(op, step);
        this.codec(op, step.codec);
        return OPERATION.VALUE;
      case 'object':
        this.guardBySegment(op, step);
        this.set(op, OP.BLOCK, this.block(step.fields));
        this.set(op, OP.LIST, this.unread(step.fields));
        return OPERATION.OBJECT;
      case 'each':
        this.set(op, OP.EXCEPT, step.except === undefined ? 0 : this.tables.selection(step.except));
        this.set(op, OP.BLOCK, this.item(step.item));
        return OPERATION.EACH;
      case 'groups':
        this.list(op, step.bases);
        this.set(op, OP.A, step.size);
        this.set(op, OP.BLOCK, this.item(step.item));
        return OPERATION.GROUPS;
      case 'loops':
        this.set(op, OP.COUNT, step.items.length);
        this.set(op, OP.LIST, this.children(step.items));
        this.set(op, OP.A, step.keepsEmpty ? 1 : 0);
        if (!step.keepsEmpty) this.set(op, OP.GUARD, GUARD.LOOPS);
        return OPERATION.LOOPS;
      default:
        return this.further(op, step);
    }
  }

  private further(op: number, step: Exclude<StepData, DataOf<'element' | 'value' | 'object' | 'each' | 'groups' | 'loops'>>): OPERATION {
    switch (step.kind) {
      case 'constant':
      case 'of transaction':
      case 'record id':
      case 'validation issues':
      case 'item number':
      case 'joined text':
      case 'if there':
        return WITHOUT_DATA[step.kind];
      case 'first of':
        this.set(op, OP.BLOCK, this.all(step.fields));
        return OPERATION.FIRST_OF;
      case 'variant':
        this.variant(op, step);
        return OPERATION.VARIANT;
      case 'choice':
        this.choice(op, step);
        return OPERATION.CHOICE;
      case 'elsewhere':
      case 'shared':
      case 'pointed codes':
      case 'along':
        return this.ofOthers(op, step);
      case 'first segment':
        this.set(op, OP.BLOCK, this.item(step.field));
        return OPERATION.FIRST_SEGMENT;
      case 'if top level':
        this.set(op, OP.BLOCK, this.item(step.field));
        return step.isTopLevel ? OPERATION.IF_TOP_LEVEL : OPERATION.UNLESS_TOP_LEVEL;
      case 'qualified code':
        this.qualifiedCode(op, step);
        return OPERATION.QUALIFIED_CODE;
      case 'composites':
        this.set(op, OP.LIST, this.tables.composites(step.composites));
        this.set(op, OP.A, step.isFirst ? 1 : 0);
        this.set(op, OP.BLOCK, step.members.length === 0 ? 0 : this.block(step.members));
        return OPERATION.COMPOSITES;
      case 'components':
        this.components(op, step);
        return OPERATION.COMPONENTS;
      case 'sum':
        this.summands(op, step.summands);
        return OPERATION.SUM;
      case 'day of range':
        this.set(op, OP.A, step.isLast ? 1 : 0);
        this.set(op, OP.B, step.children === undefined ? 0 : step.children.position + 1);
        return OPERATION.DAY_OF_RANGE;
    }
  }

  /** What is in other loops. */
  private ofOthers(op: number, step: DataOf<'elsewhere' | 'shared' | 'pointed codes' | 'along'>): OPERATION {
    if (step.kind === 'along') {
      const ways = step.steps.flatMap((one) => this.tables.childOf(one));
      this.list(op, ways);
      this.set(op, OP.BLOCK, this.item(step.item));
      this.set(op, OP.GUARD, GUARD.LOOPS);
      return OPERATION.ALONG;
    }
    this.way(op, step);
    if (step.kind === 'pointed codes') {
      this.set(op, OP.LIST, this.tables.composites(step.composites));
      return OPERATION.POINTED_CODES;
    }
    this.set(op, OP.BLOCK, this.item(step.field));
    if (step.up === 0 && step.down !== undefined) this.set(op, OP.GUARD, GUARD.LOOPS);
    if (step.kind === 'elsewhere') return OPERATION.ELSEWHERE;
    this.set(op, OP.LIST, this.kernel.allocate(SHARED.SIZE));
    return OPERATION.SHARED;
  }

  private item(field: BoundField): number {
    const { items } = this.programs;
    let address = items.get(field);
    if (address === undefined) items.set(field, (address = this.all([field])));
    return address;
  }

  private all(fields: readonly BoundField[]): number {
    return this.block(fields, () => true);
  }

  private key(op: number, key: Fragment): void {
    this.set(op, OP.KEY, this.tables.fragment(key));
    this.set(op, OP.KEY_NUMBER, this.keys.push(key) - 1);
  }

  private place(
    op: number,
    { element, isRelative, component }: { readonly element: number; readonly isRelative: boolean; readonly component?: number | undefined },
  ): void {
    this.set(op, OP.ELEMENT, element);
    this.set(op, OP.RELATIVE, isRelative ? 1 : 0);
    this.set(op, OP.COMPONENT, component ?? 0);
  }

  private locate(op: number, location: Location): void {
    switch (location.kind) {
      case 'current':
        return this.set(op, OP.LOCATION, LOCATION.CURRENT);
      case 'first':
        this.set(op, OP.GUARD, location.position);
        return this.set(op, OP.LOCATION, LOCATION.FIRST);
      case 'coded':
        this.set(op, OP.GUARD, location.position);
        this.set(op, OP.SLOT, location.slot);
        this.set(op, OP.CODE_ELEMENT, location.element);
        this.set(op, OP.CODE, location.code);
        return this.set(op, OP.LOCATION, LOCATION.CODED);
      case 'search':
        this.set(op, OP.SELECTION, this.tables.selection(location.selection));
        return this.set(op, OP.LOCATION, LOCATION.SELECTED);
    }
  }

  /** An object whose fields are all of one segment is not begun when the segment is absent. */
  private guardBySegment(op: number, { location, fields }: DataOf<'object'>): void {
    const [first] = fields;
    if (location.kind === 'current' && first?.position !== undefined && fields.every(({ position }) => position === first.position))
      this.set(op, OP.GUARD, first.position);
  }

  private format(op: number, format: ElementFormat): void {
    this.set(op, OP.FORMAT, FORMATS[format.kind]);
    if (format.kind === 'code') this.set(op, OP.TABLE, this.tables.codeList(format.list));
    if (format.kind === 'number') this.set(op, OP.CODEC, this.codecs.push(numberCodec) - 1);
    if (format.kind !== 'named') return;
    this.set(op, OP.TABLE, this.tables.names(format.table));
    this.set(op, OP.OTHERWISE, format.otherwise === undefined ? 0 : this.tables.fragment(format.otherwise));
  }

  private codec(op: number, codec: Codec<unknown>): void {
    if (codec.format !== undefined) return this.format(op, codec.format);
    this.set(op, OP.CODEC, this.codecs.push(codec) - 1);
    this.set(op, OP.FORMAT, KNOWN_CODECS.get(codec) ?? FORMAT.CODEC);
  }

  private list(op: number, numbers: readonly number[]): void {
    this.set(op, OP.COUNT, numbers.length);
    this.set(op, OP.LIST, this.kernel.list(numbers));
  }

  private children(items: readonly LoopItem[]): number {
    const rows = items.flatMap((item) => [...this.tables.childOf(item), this.item(item.item)]);
    return this.kernel.list(rows);
  }

  private way(op: number, { up, down }: { readonly up: number; readonly down: ChildLoop | undefined }): void {
    this.set(op, OP.A, up);
    if (down === undefined) return;
    this.set(op, OP.B, this.kernel.list(this.tables.childOf(down)));
  }

  private variant(op: number, { choose, variants }: DataOf<'variant'>): void {
    this.variants[this.fields.length - 1] = { choose, names: [...variants.keys()] };
    this.list(
      op,
      [...variants.values()].map((field) => this.item(field)),
    );
  }

  private choice(op: number, { cases }: DataOf<'choice'>): void {
    const rows = cases.flatMap(({ condition, field }) => [condition === undefined ? 0 : this.condition(condition), field === undefined ? 0 : this.item(field)]);
    this.set(op, OP.COUNT, cases.length);
    this.set(op, OP.LIST, this.kernel.list(rows));
  }

  /** A condition has the places of an operation. */
  private condition(condition: BoundCondition): number {
    const address = this.kernel.allocate(OP.SIZE);
    this.set(address, OP.GUARD, GUARD.NONE);
    switch (condition.kind) {
      case 'element': {
        const table = condition.codes === undefined ? 0 : this.tables.codes(condition.codes);
        this.locate(address, condition.location);
        this.place(address, { ...condition, isRelative: false });
        this.set(address, OP.TABLE, table);
        this.set(address, 0, table === 0 ? CONDITION.HAS : CONDITION.IS);
        break;
      }
      case 'not':
        this.set(address, OP.LIST, this.condition(condition.condition));
        this.set(address, 0, CONDITION.NOT);
        break;
      case 'in loops':
        this.set(address, OP.LIST, this.condition(condition.condition));
        this.set(address, OP.A, condition.loop.position + 1);
        this.set(address, 0, CONDITION.IN_LOOPS);
        break;
      default:
        this.set(address, OP.LIST, this.kernel.list(condition.conditions.map((one) => this.condition(one))));
        this.set(address, OP.COUNT, condition.conditions.length);
        this.set(address, 0, condition.kind === 'any' ? CONDITION.ANY : CONDITION.ALL);
    }
    return address;
  }

  private qualifiedCode(op: number, { places: { code, qualifier }, lists, members }: DataOf<'qualified code'>): void {
    this.place(op, code);
    this.set(op, OP.A, qualifier.element);
    this.set(op, OP.B, qualifier.isRelative ? 1 : 0);
    this.set(op, OP.C, qualifier.component ?? 0);
    this.set(op, OP.TABLE, this.tables.finder(lists));
    this.set(op, OP.BLOCK, members.length === 0 ? 0 : this.block(members));
  }

  private summands(op: number, summands: readonly BoundSummands[]): void {
    const rows = summands.flatMap(({ selection, elements, children }) => [
      this.tables.selection(selection),
      children === undefined ? 0 : children.position + 1,
      elements.length,
      this.kernel.list(elements),
    ]);
    this.set(op, OP.COUNT, summands.length);
    this.set(op, OP.LIST, this.kernel.list(rows));
  }

  private components(op: number, { element, isRelative, first, most, codec }: DataOf<'components'>): void {
    const comma = keyFragment(undefined);
    this.place(op, { element, isRelative, component: first });
    this.codec(op, codec);
    this.set(op, OP.COUNT, Math.min(most, ANY_NUMBER));
    this.set(op, OP.A, this.tables.fragment(comma));
    this.set(op, OP.KEY_NUMBER, this.keys.push(comma) - 1);
  }
}

/** Operations that need key, location, selection and element at most. */
const WITHOUT_DATA = {
  constant: OPERATION.CONSTANT,
  'of transaction': OPERATION.OF_TRANSACTION,
  'record id': OPERATION.ID,
  'validation issues': OPERATION.ISSUES,
  'item number': OPERATION.ITEM_NUMBER,
  'joined text': OPERATION.JOINED_TEXT,
  'if there': OPERATION.IF_THERE,
} as const;

const FORMATS = { text: FORMAT.TEXT, number: FORMAT.NUMBER, date: FORMAT.DATE, named: FORMAT.NAMED, code: FORMAT.CODE } as const;

const KNOWN_CODECS: ReadonlyMap<Codec<unknown>, FORMAT> = new Map<Codec<unknown>, FORMAT>([
  [integerCodec, FORMAT.INTEGER],
  [periodFromCodec, FORMAT.PERIOD_FROM],
  [periodToCodec, FORMAT.PERIOD_TO],
]);
