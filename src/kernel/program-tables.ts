import { Fragment } from '../common/fragment';
import { packText } from '../common/pack-code';
import type { CodeList } from '../mapping/code-list';
import type { ListFinder } from '../mapping/code-qualifier';
import type { ElementFormat } from '../mapping/codecs/codec';
import type { CompositeCodes } from '../mapping/field';
import type { ChildLoop, CodeTest, Selection } from '../mapping/locator';
import { hashTable } from './hash-table';
import type { Kernel } from './kernel';

type NameTable = Extract<ElementFormat, { kind: 'named' }>['table'];

/** In tables of lists: a qualifier whose list is not meant. */
const NOT_MEANT = 1;

/** A declaration that the kernel has no operation for: its field writes itself. */
export class NoOperation extends Error {}

/**
 * Writes what the operations of programs refer to: fragments, selections, codes and their lists. Nearly all are made once for their
 * declaration. The methods give addresses; `childOf` gives the two numbers of a child.
 */
export class ProgramTables {
  /** By the number of a list. */
  readonly lists: CodeList[] = [];
  private readonly made = new Map<unknown, number>();

  constructor(private readonly kernel: Kernel) {}

  /** Bytes behind their number. */
  fragment(fragment: Fragment): number {
    return this.once(fragment, () => {
      const address = this.kernel.allocate(4 + fragment.length);
      this.kernel.ints[address >> 2] = fragment.length;
      this.kernel.bytes.set(fragment.bytes, address + 4);
      return address;
    });
  }

  /** A table of names by their code. */
  names(table: NameTable): number {
    return this.once(table, () =>
      hashTable(
        this.kernel,
        [...table.nameOf].map(([code, name]) => [packText(code), this.name(name)]),
      ),
    );
  }

  private name(name: string): number {
    return this.once(`name ${name}`, () => this.fragment(new Fragment(JSON.stringify(name))));
  }

  /** Position, number of slots, and for each the slot and its test. */
  selection(selection: Selection): number {
    return this.once(selection, () => {
      const tests = selection.slots.map(({ slot, test }) => [slot, test === undefined ? 0 : this.test(test)]);
      return this.kernel.list([selection.position, tests.length, ...tests.flat()]);
    });
  }

  /** A child loop: its definition, and the test of its first segment. */
  childOf({ def, test }: ChildLoop): readonly [number, number] {
    return [def.position + 1, test === undefined ? 0 : this.test(test)];
  }

  private test({ element, codes, isExcluding, texts }: CodeTest): number {
    if (texts !== undefined) throw new NoOperation();
    return this.codes(codes, [element, isExcluding ? 1 : 0]);
  }

  /** A table that has 1 for each of some codes, behind the numbers of a head. */
  codes(codes: ReadonlySet<number>, head: readonly number[] = []): number {
    return hashTable(
      this.kernel,
      [...codes].map((code) => [code, 1]),
      head,
    );
  }

  /** The number of a list, and the fragment before its codes. */
  codeList(list: CodeList): number {
    // Equal lists are one, so that what is known of their codes holds for all programs.
    const name = `list ${list.opening.bytes.toString('latin1')}`;
    return this.once(name, () => this.kernel.list([this.lists.push(list) - 1, this.fragment(list.opening)]));
  }

  /** Finds the list of a code by its qualifier. */
  finder(lists: ListFinder): number {
    return this.once(lists, () => {
      const { byQualifier, unqualified, mixed, splitList, shape, readsOthers } = lists.data;
      const addressOf = (list: CodeList | undefined): number => (list === undefined ? 0 : this.codeList(list));
      const table = hashTable(
        this.kernel,
        byQualifier.map(([qualifier, list]) => [qualifier, list === undefined ? NOT_MEANT : this.codeList(list)]),
      );
      const others = [unqualified, mixed, splitList].map(addressOf);
      return this.kernel.list([table, ...others, readsOthers ? 1 : 0, this.fragment(new Fragment(shape))]);
    });
  }

  /** The codes of composites: their selection, finder and positions. */
  composites(composites: CompositeCodes): number {
    const { selection, positions, lists } = composites;
    return this.kernel.list([this.selection(selection), this.finder(lists), positions.length, ...positions]);
  }

  /** Gives what was made for an owner, or makes it. */
  private once(owner: unknown, make: () => number): number {
    let address = this.made.get(owner);
    if (address === undefined) this.made.set(owner, (address = make()));
    return address;
  }
}
