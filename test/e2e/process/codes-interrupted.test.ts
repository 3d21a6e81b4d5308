import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Database } from 'sqlite3';
import { until } from '../../support/until';
import { outputOf, startBuilt } from '../built-process';

const ROWS = Array.from({ length: 20_000 }, (_, i) => `Z${i},Invented code ${i}\n`).join('');

/** A gzip file of many members, which is minutes of work: whenever it is interrupted, it is in the middle. */
function endlessCsv(): Buffer {
  const member = gzipSync(ROWS);
  return Buffer.concat([gzipSync('code,desc\n'), ...Array.from({ length: 500 }, () => member)]);
}

/** True while another process changes the database. */
async function isLocked(file: string): Promise<boolean> {
  const database = new Database(file);
  const run = async (sql: string): Promise<Error | null> => new Promise((resolve) => database.exec(sql, resolve));
  try {
    const refusal = await run('BEGIN IMMEDIATE');
    if (refusal === null) await run('ROLLBACK');
    return refusal?.message.includes('SQLITE_BUSY') === true;
  } finally {
    await new Promise((resolve) => database.close(resolve));
  }
}

describe('clearloop codes import, interrupted with ctrl-C', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'clearloop-interrupted-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('ends with 130, and nothing of the file stays', async () => {
    const environment = { CLEARLOOP_DATA_DIR: folder };
    const file = join(folder, 'endless.csv.gz');
    writeFileSync(file, endlessCsv());
    const sets = async (): Promise<string> => outputOf(startBuilt(['codes', 'sets', '--json'], environment).stdout);
    const before = await sets();
    const child = startBuilt(['codes', 'import', file, '--type', 'PROCEDURE', '--sub-type', 'CPT'], environment);
    const exit = once(child, 'exit');
    await until(() => isLocked(join(folder, 'codes.sqlite')));
    child.kill('SIGINT');
    expect(await exit).toEqual([130, null]);
    expect(await sets()).toBe(before);
  });
});
