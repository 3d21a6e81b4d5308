import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../docs/project-files';
import { sourceOf } from '../../support/conversion';
import { convertCsvFiles, readCsv } from '../../support/csv';
import { convertToFiles, temporaryFolder } from '../../support/tables';

const SAMPLES = join(ROOT, 'samples');
const samples = readdirSync(SAMPLES).filter((name) => name.endsWith('.edi') || name.startsWith('ncpdp'));

/** Commas, quotation marks, UTF-8, header row, values instead of what is shown, and a file for each sheet. */
const CSV_OF_ALL_SHEETS = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';

/** Debian: libreoffice-calc. */
const hasOffice = spawnSync('soffice', ['--version']).status === 0;
if (!hasOffice) {
  console.warn('soffice is not installed: workbooks are not compared with what LibreOffice reads.');
}

/** The cells of CSV as lines, without rows of notices. LibreOffice writes a blank between date and time. */
const cellsOf = (text: string): string => {
  const { header, rows } = readCsv(text);
  const whole = rows.filter(({ length }) => length === header.length);
  return [header, ...whole].map((row) => row.map((cell) => cell.replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ')).join('|')).join('\n');
};

(hasOffice ? describe : describe.skip)('LibreOffice', () => {
  it.each(samples)('reads the cells of CSV from a workbook: %s', async (name) => {
    const folder = temporaryFolder();
    const source = sourceOf(name, readFileSync(join(SAMPLES, name)));
    const workbook = (await convertToFiles([source], { output: 'xlsx', objects: 'all' })).get('') ?? Buffer.alloc(0);
    writeFileSync(join(folder, 'out.xlsx'), workbook);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    execFileSync('soffice', [profile, '--headless', '--convert-to', CSV_OF_ALL_SHEETS, '--outdir', folder, join(folder, 'out.xlsx')], { stdio: 'ignore' });
    const read = readdirSync(folder)
      .filter((file) => file.endsWith('.csv') && !file.endsWith('-About.csv'))
      .map((file) => cellsOf(readFileSync(join(folder, file), 'utf8')));
    const written = Object.values(await convertCsvFiles([source], { objects: 'all' })).map(({ text }) => cellsOf(text));
    expect(read.sort()).toEqual(written.sort());
  });
});
