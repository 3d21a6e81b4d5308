import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CodeDetails } from '../../../../src/codes/code-details';
import { type CodeStore, openCodeStore } from '../../../../src/codes/code-store';
import type { CodeType } from '../../../../src/codes/code-type';
import { importCodes } from '../../../../src/codes/import-codes';
import { openCodeFiles } from '../../../../src/codes/import/code-files';
import { recogniseReleases } from '../../../../src/codes/import/recognise-releases';

/** Types whose only shipped list has the name of the type, and one whose list has a name of its own. */
const CASES: readonly (readonly [type: CodeType, code: string, subType: string | undefined])[] = [
  ['CLAIM_ADJUSTMENT_GROUP_CODE', 'CO', undefined],
  ['FACILITY_TYPE', '11', 'FACILITY_TYPE'],
  ['X12_AMOUNT_QUALIFIER_CODE', 'AU', undefined],
  ['CLAIM_ADJUSTMENT_REASON_CODE', '1', undefined],
];

describe('a list that somebody imported', () => {
  let folder: string;
  const open = (): Promise<CodeStore> => openCodeStore({ CLEARLOOP_DATA_DIR: folder });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-imports-'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(CASES)('keeps its words and its own codes of %s when the program starts again', async (type, code, subType) => {
    const file = join(folder, 'own.csv');
    writeFileSync(file, `code,desc\n${code},Words of our own\nZZ9,A code of our own\n`);
    const first = await open();
    await importCodes(first, recogniseReleases(await openCodeFiles(file), { type, ...(subType === undefined ? {} : { subType }) }), { now: new Date() });
    await first.close();

    const second = await open();
    try {
      const details = new CodeDetails(second);
      const own = await details.find('ZZ9', { types: [type] });
      expect(own.desc).toBe('A code of our own');
      const known = await details.find(code, { types: [type], subType: own.subType });
      expect(known.desc).toBe('Words of our own');
    } finally {
      await second.close();
    }
  });
});
