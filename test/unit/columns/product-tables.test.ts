import type { Field, Scope } from '../../../src/mapping/field';
import { columnsOf, nameColumns } from '../../../src/mapping/columns/column-tree';
import { resolveTable, type TableNode } from '../../../src/mapping/columns/table-node';
import type { Where } from '../../../src/mapping/columns/table';
import { ALONE } from '../../../src/mapping/json-text';
import { repeatedColumn } from '../../../src/plugin/table-declarations';
import { productTables } from '../../support/product-tables';

const tables = productTables();

/** Keys of a choice that no place can answer, so that it would accept nothing. */
function isAnswered(where: Where | undefined, item: NonNullable<Field<unknown>['inside']>['item'], scopes: readonly Scope[]): boolean {
  if (where === undefined) return true;
  return Object.keys(where).every((key) => 'fields' in item && scopes.some((scope) => item.fields[key]?.bind(scope, ALONE) !== undefined));
}

/** The paths of listed columns that no scope has a place for. Columns that are always empty do not count. */
function unboundOf(nodes: readonly TableNode[], scopes: readonly Scope[], path: string): string[] {
  return nodes.filter(({ isListed }) => isListed).flatMap((node) => unboundNode(node, scopes, `${path}${node.name}`));
}

function unboundNode(node: TableNode, scopes: readonly Scope[], path: string): string[] {
  const { source } = node;
  // A key of a value that a field gives whole: it is as good as the field.
  if (source === undefined || 'key' in source) return [];
  const { field } = source;
  const isBound = scopes.some((scope) => field.bind(scope, ALONE) !== undefined);
  if (node.kind === 'column' || field.inside === undefined) return isBound ? [] : [path];
  const inner = scopes.flatMap((scope) => field.inside?.bind(scope)?.scopes ?? []);
  if (inner.length === 0 || !isAnswered(node.where, field.inside.item, inner)) return [path];
  return unboundOf(node.nodes, inner, path);
}

/** Columns as they were published that no guide has a place for. */
const CONDITIONS = ['Subscriber', 'Patient'].flatMap((who) => ['DeathDate', 'Weight', 'PregnancyIndicator'].map((name) => who + name));
const WITHOUT_PLACE: Readonly<Record<string, readonly string[]>> = {
  '834 Main': ['SchoolsIdentifier'],
  '837I Main': ['BillingProviderFirstName', 'BillingProviderMiddleName', ...CONDITIONS],
  '837D Main': [...CONDITIONS, 'ServiceFacilityContacts'],
};

describe('the tables of the product', () => {
  it('are those of eligibility, statuses, payments, claims and coverages', () => {
    expect(tables.map(({ title }) => title).sort()).toEqual([
      '270 Main',
      '271 Main',
      '271 Rejections',
      '276 Main',
      '277 Main',
      '277CA Main',
      '277CA Patients',
      '277CA Providers',
      '277CA Receivers',
      '278 Main',
      '278 Persons',
      '278 Requesters',
      '278 Reviewers',
      '820 Main',
      '834 Main',
      '835 Main',
      '835 ProviderAdjustmentMain',
      '835 Transactions',
      '837D Main',
      '837I Main',
      '837P Main',
    ]);
  });

  it.each(tables)('name fields that there are: $title', ({ layout }) => {
    expect(resolveTable(layout).length).toBeGreaterThanOrEqual(layout.entries.length);
  });

  it.each(tables)('name each listed column once: $title', ({ layout }) => {
    expect(repeatedColumn(layout)).toBeUndefined();
  });

  it.each(tables)('have a place for each listed column in a guide: $title', ({ title, layout, scopes }) => {
    expect(scopes.length).toBeGreaterThan(0);
    expect(unboundOf(resolveTable(layout), scopes, '')).toEqual(WITHOUT_PLACE[title] ?? []);
  });

  it.each([1, 2, 3])('name every column once, whatever the case of its letters, with %d of each list', (repeats) => {
    for (const { title, layout } of tables) {
      const columns = [...columnsOf(nameColumns(resolveTable(layout), () => ({ repeats, isRows: false })))].filter(({ isListed }) => isListed);
      const names = columns.map(({ name }) => name.toLowerCase());
      expect({ title, twice: names.filter((name, i) => names.indexOf(name) !== i) }).toEqual({ title, twice: [] });
    }
  });

  it('list no description of a code', () => {
    for (const { title, layout } of tables) {
      const names = [...columnsOf(nameColumns(resolveTable(layout), () => ({ repeats: 1, isRows: false })))].map(({ name }) => name);
      expect({ title, descriptions: names.filter((name) => /(?<!Plan|Language)Desc$|FormattedCode$/.test(name)) }).toEqual({ title, descriptions: [] });
    }
  });
});
