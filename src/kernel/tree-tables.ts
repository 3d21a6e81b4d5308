import { packText, UNPACKABLE } from '../common/pack-code';
import type { Guide } from '../guide/guide.types';
import type { TreeElement, TreeLayout, TreeValue } from '../mapping/tree-layout';
import { hashTable } from './hash-table';
import type { Kernel } from './kernel';
import { ProgramTables } from './program-tables';
import { TREE, TREE_VALUE } from './tree-rows';

const INT = 4;

type ValueOf<K extends TreeValue['kind']> = Extract<TreeValue, { kind: K }>;

/** The layouts of trees in the memory of the kernel, compiled when a segment first comes. */
export class TreeTables {
  private readonly bySlot = new WeakMap<TreeLayout, number>();
  private readonly codeTables = new WeakMap<ValueOf<'code'>['suffixes'], number>();
  private readonly tables: ProgramTables;
  private layout: TreeLayout | undefined;
  private guide: Guide | undefined;
  private table = 0;

  constructor(private readonly kernel: Kernel) {
    this.tables = new ProgramTables(kernel);
  }

  /** Takes the layout of the next tree; gives the address of its rows by slot. */
  use(layout: TreeLayout, guide: Guide): number {
    this.table = this.bySlot.get(layout) ?? this.kernel.allocate(INT * guide.segments.length);
    this.bySlot.set(layout, this.table);
    this.layout = layout;
    this.guide = guide;
    return this.table;
  }

  /** Makes the row of a slot; gives its address. */
  rowOf(slot: number): number {
    const def = this.guide?.segments[slot];
    if (def === undefined || this.layout === undefined) throw new RangeError(`The guide has no segment ${slot}.`);
    const { opening, rootOpening, elements, key, isArray } = this.layout.of(def);
    const { kernel } = this;
    const rows = this.rows(elements);
    const [open, rootOpen, keyed] = [this.tables.fragment(opening), this.tables.fragment(rootOpening), this.tables.fragment(key)];
    const address = kernel.allocate(TREE.SIZE);
    const numbers = [
      [0, open],
      [TREE.ROOT_OPENING, rootOpen],
      [TREE.KEY, keyed],
      [TREE.IS_ARRAY, isArray ? 1 : 0],
      [TREE.COUNT, elements.length],
      [TREE.ELEMENTS, rows],
    ] as const;
    for (const [offset, number] of numbers) kernel.ints[(address + offset) >> 2] = number;
    kernel.ints[(this.table + INT * slot) >> 2] = address;
    return address;
  }

  private rows(elements: readonly TreeElement[]): number {
    return this.kernel.list(elements.flatMap(({ key, value }) => [this.tables.fragment(key), ...this.value(value)]));
  }

  /** The numbers of a value: its kind, and two more. */
  private value(value: TreeValue): readonly [number, number, number] {
    switch (value.kind) {
      case 'text':
        return [TREE_VALUE.TEXT, 0, 0];
      case 'day':
        return [TREE_VALUE.DAY, 0, 0];
      case 'time':
        return [TREE_VALUE.TIME, 0, 0];
      case 'decimal':
        return [TREE_VALUE.DECIMAL, 0, 0];
      case 'count':
        return [TREE_VALUE.COUNT, 0, 0];
      case 'code':
        return [TREE_VALUE.CODE, this.tables.fragment(value.opening), this.codes(value)];
      case 'period':
        return [TREE_VALUE.PERIOD, this.tables.fragment(value.keyTo), 0];
      case 'list':
        return [TREE_VALUE.LIST, this.kernel.list([0, ...this.value(value.item)]), 0];
      case 'composite':
        return [TREE_VALUE.COMPOSITE, value.parts.length, this.rows(value.parts)];
    }
  }

  /** The length of the longest code, and the table of the fragments behind those that pack. */
  private codes({ suffixes }: ValueOf<'code'>): number {
    const known = this.codeTables.get(suffixes);
    if (known !== undefined) return known;
    const longest = Math.max(0, ...[...suffixes.keys()].map(({ length }) => length));
    const short = [...suffixes].filter(([code]) => packText(code) !== UNPACKABLE);
    const rows = short.map(([code, suffix]) => [packText(code), this.tables.fragment(suffix)] as const);
    const table = hashTable(this.kernel, rows, [longest]);
    this.codeTables.set(suffixes, table);
    return table;
  }
}
