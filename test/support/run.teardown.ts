import { rmSync } from 'node:fs';
import { dropPostgresDatabases, POSTGRES_URL } from './postgres';

/** Removes the data folder and the databases of the run. */
export default async function tearDown(): Promise<void> {
  const { CLEARLOOP_DATA_DIR: folder, CLEARLOOP_TEST_RUN: run } = process.env;
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  if (POSTGRES_URL !== undefined && run !== undefined) await dropPostgresDatabases(POSTGRES_URL, run);
}
