import { EdiError } from '../../src/common/edi-error';
import { ediErrorOf, sourceOf } from '../support/conversion';
import { convertCsvFiles } from '../support/csv';
import { sharedFolder } from '../support/shared-data';
import { compareWithCsv } from '../support/tables';
import { readCorpusIndex } from './corpus-index';

const folder = sharedFolder('corpus');
const files = folder === undefined ? [] : readCorpusIndex(folder).filter(({ family }) => /^(834|835|837|277)/.test(family));

describe('Parquet', () => {
  it('has the rows, sums and checksums of CSV for every file of the corpus, or is refused as CSV is', async () => {
    let values = 0;
    for (const file of files) {
      const sources = [sourceOf('in.edi', file.read())];
      try {
        values += await compareWithCsv(sources);
      } catch (error) {
        if (!(error instanceof EdiError)) throw new Error(`${file.name} differs`, { cause: error });
        // CSV has rows of notices alone where no record has columns.
        if (error.code === 'EDI_NO_COLUMNS') continue;
        expect([file.name, (await ediErrorOf(() => convertCsvFiles(sources))).code]).toEqual([file.name, error.code]);
      }
    }
    expect(values).toBeGreaterThan(files.length);
  });
});
