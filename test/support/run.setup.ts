import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePreparedGuides } from './prepared-guides';

/** Gives all tests of a run one data folder of their own, so that none touches that of the user, names its databases, and prepares the guides. */
export default function setUp(): void {
  ensurePreparedGuides();
  process.env['CLEARLOOP_DATA_DIR'] = mkdtempSync(join(tmpdir(), 'clearloop-test-data-'));
  process.env['CLEARLOOP_TEST_RUN'] = `clearloop_test_${randomBytes(4).toString('hex')}`;
  delete process.env['CLEARLOOP_DB_URL'];
}
