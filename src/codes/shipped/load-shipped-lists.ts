import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryRunner } from 'typeorm';
import { packageRoot } from '../../common/package-root';
import type { CodeRecord } from '../code.types';
import type { CodeDriver } from '../database/code-driver';
import { locked } from '../database/locked';
import { CodeSetEntity } from '../entities/code-set.entity';
import type { ImportedRow } from '../import/import.types';
import { loadRelease } from '../load/code-loader';
import { SHIPPED_LISTS, SHIPPED_RELEASE, TYPE_OF_BILL } from './shipped-lists';

/** A list, the digest of its source, and its codes on request. */
interface List {
  readonly set: string;
  readonly source: string;
  readonly digest: string;
  readonly codes: () => Promise<readonly CodeRecord[]>;
}

/**
 * Loads the lists that come with the product where the database has none of them, or another version. Costs a few
 * milliseconds when all are there.
 */
export async function loadShippedLists(runner: QueryRunner, driver: CodeDriver, folder = join(packageRoot(), 'schemas/codes')): Promise<void> {
  const lists = listsOf(folder);
  if ((await outdated(runner, lists)).length === 0) return;
  await locked(runner, driver, async () => {
    // Another process may have loaded them while this one waited.
    for (const { set, source, digest, codes } of await outdated(runner, lists)) {
      const release = { set, source, release: SHIPPED_RELEASE, replacesEdits: false };
      await loadRelease(runner, driver, release, rowsOf(await codes()), { digest, now: new Date() });
    }
  });
}

function listsOf(folder: string): readonly List[] {
  const digests = new Map<string, string>();
  const digestOf = (...files: readonly string[]): string =>
    files.map((file) => digests.get(file) ?? remember(digests, file, digestFile(join(folder, file)))).join(' ');
  const { set, source, file, facilityTypes, frequencies } = TYPE_OF_BILL;
  return [
    ...SHIPPED_LISTS.map((list) => ({
      set: setName(list.set),
      source: list.source,
      digest: digestOf(list.file),
      codes: async () => (await import('./read-shipped-list.js')).readShippedList(folder, list),
    })),
    {
      set: setName(set),
      source,
      digest: digestOf(file, facilityTypes, frequencies),
      codes: async () => (await import('./read-shipped-list.js')).composeTypesOfBill(folder),
    },
  ];
}

/** Name of the set of a loaded list. No import has a name with this beginning, so a list never replaces imported codes. */
export function setName(list: string): string {
  return `shipped:${list}`;
}

function remember(digests: Map<string, string>, file: string, digest: string): string {
  digests.set(file, digest);
  return digest;
}

function digestFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
}

async function outdated(runner: QueryRunner, lists: readonly List[]): Promise<readonly List[]> {
  const known = new Map((await runner.manager.find(CodeSetEntity)).map(({ name, digest }) => [name, digest]));
  return lists.filter(({ set, digest }) => known.get(set) !== digest);
}

function* rowsOf(codes: readonly CodeRecord[]): Generator<ImportedRow> {
  for (const code of codes) yield { kind: 'code', code };
}
