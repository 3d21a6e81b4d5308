import { EdiError } from '../../src/common/edi-error';
import { ediErrorOf, sourceOf } from '../support/conversion';
import { convertCsvFiles } from '../support/csv';
import { sharedFolder } from '../support/shared-data';
import { compareWithCsv } from '../support/tables';
import { type CorpusFile, readCorpusIndex } from './corpus-index';

const folder = sharedFolder('corpus');
const files = folder === undefined ? [] : readCorpusIndex(folder).filter(({ family }) => /^(834|835|837|277)/.test(family));

/** Files that are compared together: a comparison takes about as long for many rows as for few. */
const GROUP = 12;

const itOnCorpus = folder === undefined ? it.skip : it;

describe('Parquet', () => {
  itOnCorpus('has the rows, sums and checksums of CSV for every file of the corpus, or is refused as CSV is', async () => {
    let values = 0;
    for (let first = 0; first < files.length; first += GROUP) values += await compareGroup(files.slice(first, first + GROUP));
    expect(values).toBeGreaterThan(files.length);
  });
});

/** Returns how many values were compared. One file that is refused refuses the group, which is then compared file by file. */
async function compareGroup(group: readonly CorpusFile[]): Promise<number> {
  const sources = group.map((file) => sourceOf(`${file.name}.edi`, file.read()));
  try {
    return await compareWithCsv(sources);
  } catch (error) {
    let values = 0;
    for (const file of group.length > 1 ? group : []) values += await compareGroup([file]);
    if (!(error instanceof EdiError)) throw new Error(`${group.map(({ name }) => name).join(', ')} differ`, { cause: error });
    if (group.length > 1) return values;
    // CSV has rows of notices alone where no record has columns.
    if (error.code !== 'EDI_NO_COLUMNS') expect((await ediErrorOf(() => convertCsvFiles(sources))).code).toBe(error.code);
    return 0;
  }
}
