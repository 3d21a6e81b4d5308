import { GuideLoader, productGuideFolder } from '../../src/guide/guide-loader';
import type { Guide, LoopDef } from '../../src/guide/guide.types';
import type { Scope } from '../../src/mapping/field';
import type { TableLayout } from '../../src/mapping/columns/table';
import { PluginRegistry } from '../../src/plugin/plugin.registry';
import type { Emission, TransactionSetPlugin } from '../../src/plugin/transaction-set.plugin';

/** A table of a plugin of the product, and the places of guides that its records are made at. */
export interface ProductTable {
  /** Such as 837P Main. */
  readonly title: string;
  readonly layout: TableLayout;
  readonly scopes: readonly Scope[];
}

const loader = new GuideLoader([productGuideFolder()]);

/** Every table of every plugin of the product. */
export function productTables(): readonly ProductTable[] {
  const registry = PluginRegistry.ofProduct();
  return registry.transactionSetPlugins.flatMap(({ plugin, options: { guides = [] } }) => tablesOf(plugin, guides));
}

function tablesOf({ emits, transactionTable }: TransactionSetPlugin, guides: readonly string[]): ProductTable[] {
  const load = (ids: readonly string[]): Guide[] => ids.map((id) => loader.load(id));
  const ofRecords = emits.flatMap((emission) => {
    if (!('table' in emission) || emission.table === undefined) return [];
    const { table } = emission;
    return [
      tableOf(
        table,
        load(emission.guides ?? guides).flatMap((guide) => scopesOf(guide, emission)),
      ),
    ];
  });
  return transactionTable === undefined ? ofRecords : [...ofRecords, tableOf(transactionTable, load(guides).map(rootOf))];
}

const tableOf = (layout: TableLayout, scopes: readonly Scope[]): ProductTable => ({ title: `${layout.transactionType} ${layout.list}`, layout, scopes });

const rootOf = (guide: Guide): Scope => ({ guide, loop: guide.root, segments: undefined });

/** Where a guide has the records of an emission: its loops, or segments of the transaction. */
function scopesOf(guide: Guide, emission: Emission): Scope[] {
  if ('unit' in emission) {
    return loopsBelow(guide.root)
      .filter(({ id }) => [emission.unit].flat().includes(id))
      .map((loop) => ({ guide, loop, segments: undefined }));
  }
  if (!('each' in emission)) return [rootOf(guide)];
  const segments = guide.segments.filter(({ id }) => id === emission.each);
  return [{ ...rootOf(guide), segments }];
}

const loopsBelow = (loop: LoopDef): LoopDef[] => [loop, ...loop.children.flatMap((child) => (child.kind === 'loop' ? loopsBelow(child) : []))];
