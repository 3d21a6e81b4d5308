import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** The PostgreSQL server of tests, if there is one. */
export const POSTGRES_URL = process.env['CLEARLOOP_TEST_POSTGRES_URL'] || undefined;

/** Prefix of the names of all databases of this run, which run.teardown.ts drops. */
const RUN = process.env['CLEARLOOP_TEST_RUN'] ?? 'clearloop_test';

/** Returns a name that no other database, schema or queue has. */
export const uniqueName = (): string => `${RUN}_${randomBytes(6).toString('hex')}`;

/** Creates an empty database and returns its address. The teardown of the run drops it. */
export async function createPostgresDatabase(url: string): Promise<URL> {
  const name = uniqueName();
  // What a test loses when the server dies does not matter.
  await administer(url, `CREATE DATABASE ${name}`, `ALTER DATABASE ${name} SET synchronous_commit = off`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address;
}

/** Runs statements one after the other. */
export async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Drops all databases of a run. */
export async function dropPostgresDatabases(url: string, run: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [`${run}_`]);
    for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}
