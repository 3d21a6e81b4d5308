import type { QueryRunner } from 'typeorm';
import type { CodeDriver } from '../database/code-driver';
import { CodeSetEntity } from '../entities/code-set.entity';
import type { ImportedRow, Release } from '../import/import.types';
import { RowStage } from './row-stage';
import { CodeMerge, type LoadSummary } from './code-merge';

/** How a set is loaded. */
export interface LoadOptions {
  /** Digest of a list that comes with the product: it never changes imported codes. */
  readonly digest?: string;
  readonly now: Date;
}

const NEW_SET = { release: '', source: '', loadedAt: '', rowCount: 0 };

/**
 * Loads a release. Call it inside a transaction: rows are staged, compared with the loaded ones, and merged by a few statements, so that loading a release
 * again changes nothing. A release older than the loaded one only adds missing codes.
 */
export async function loadRelease(
  runner: QueryRunner,
  driver: CodeDriver,
  release: Release,
  rows: Iterable<ImportedRow> | AsyncIterable<ImportedRow>,
  { digest = '', now }: LoadOptions,
): Promise<LoadSummary> {
  const sets = runner.manager.getRepository(CodeSetEntity);
  const known = await sets.findOneBy({ name: release.set });
  const isOlder = known !== null && release.release !== '' && release.release < known.release;
  if (known === null) await sets.insert({ ...NEW_SET, name: release.set, digest });
  const { id: setId } = known ?? (await sets.findOneByOrFail({ name: release.set }));

  const stage = new RowStage(runner, driver, setId);
  await stage.open();
  let codeRows = 0;
  for await (const row of rows) {
    if (row.kind === 'code') codeRows++;
    await stage.add(row);
  }
  await stage.flush();
  await driver.measureStage(runner);

  const merge = new CodeMerge(runner, driver, setId);
  const repeated = release.hasOneRowPerCode === true ? codeRows - (await merge.countStaged()) : 0;
  const summary = await merge.codes(release, { isOlder, isShipped: digest !== '' });
  const details = isOlder ? 0 : await merge.details(release, release.release !== '' && release.release === known?.release);
  await stage.close();

  if (!isOlder) {
    const name = release.release || (known?.release ?? '');
    await sets.update({ id: setId }, { release: name, source: release.source, digest, loadedAt: now.toISOString() });
  }
  await merge.countRows();
  return { set: release.set, release: release.release, ...summary, repeated, codes: await merge.countCodes(), details };
}
