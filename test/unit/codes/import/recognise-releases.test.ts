import { EdiError } from '../../../../src/common/edi-error';
import { CODE_FORMATS, recogniseReleases } from '../../../../src/codes/import/recognise-releases';
import { isLong } from '../../../support/fuzz';
import { codeFile, messageOf, releaseOf, rowsOf } from './import-files';
import { APPENDIX_A, ICD_ORDER, MUE, NUCC, SAMPLES } from './samples';

const SETS: Readonly<Record<string, string>> = {
  'icd-order': 'ICD-10-CM 2026',
  'icd-codes': 'ICD-10-CM 2026',
  icd9: 'ICD-9-CM 2015',
  'hcpcs-fixed-width': 'HCPCS 2019',
  'hcpcs-table': 'HCPCS 2025-10',
  'ms-drg-table5': 'MS-DRG 43.0',
  'ms-drg-appendix': 'MS-DRG 40.0',
  ndc: 'NDC ',
  nucc: 'NUCC 24.0',
  'place-of-service-xml': 'PLACE-OF-SERVICE 2024-05-02',
  'place-of-service-page': 'PLACE-OF-SERVICE 2024-05-02',
  rbcs: 'RBCS 2025',
  'ncci-mue': 'NCCI-MUE-HOSPITAL 2024-04',
  'ncci-ptp': 'NCCI-PTP-PRACTITIONER 2024-07',
  'fsh-code-system': 'UB04_REVENUE_CODE/REVENUE_CODE ',
  'age-limits': 'AGE-LIMITS ',
  'plain-csv': 'DIAGNOSIS/ICD_10 ',
};

const nameOf = ({ set, release }: { readonly set: string; readonly release: string }) => `${set} ${release}`;

describe('recogniseReleases', () => {
  it.each(CODE_FORMATS.map(({ id }) => id))('finds set and release of %s, by this format alone', (id) => {
    const files = SAMPLES[id]?.() ?? [];
    expect(nameOf(releaseOf(files))).toBe(SETS[id]);
    // The last format takes what the others leave.
    const others = CODE_FORMATS.filter((format) => format.id !== id && format.id !== 'plain-csv').flatMap((format) => format.recognise(files, {}));
    expect(others).toEqual([]);
  });

  it.each(CODE_FORMATS.map(({ id }) => id))('lets the user name the release of %s', (id) => {
    const release = id.startsWith('ms-drg') ? '44.0' : '2027';
    expect(releaseOf(SAMPLES[id]?.() ?? [], { release }).release).toBe(release);
  });

  it('finds all releases among other files, those of a set in the order of their names', () => {
    const files = [
      codeFile('a/readme.pdf', Buffer.from('%PDF-1.7\n\u0000\u0001binary')),
      codeFile('a/icd10cm_order_2026.txt', ICD_ORDER),
      codeFile('b/icd10cm_order_2025.txt', ICD_ORDER),
      codeFile('b/icd10cm-order-April-1-2025.txt', ICD_ORDER),
      codeFile('nucc_taxonomy_240.csv', NUCC),
    ];
    expect(recogniseReleases(files).map(nameOf)).toEqual(['ICD-10-CM 2025', 'ICD-10-CM 2025-04', 'ICD-10-CM 2026', 'NUCC 24.0']);
  });

  it('takes April from the archive when the file does not tell it', () => {
    const { release, period } = releaseOf([codeFile('april-1-2025-code-descriptions.zip/icd10cm_order_2025.txt', ICD_ORDER)]);
    expect([release, period]).toEqual(['2025-04', { from: '2025-04-01', to: '2025-09-30' }]);
  });

  it('passes over the copy of a file in another form', () => {
    const table = MUE.replaceAll(',', '\t');
    expect(recogniseReleases([codeFile('MUE_Eff_04-01-2024.csv', MUE), codeFile('MUE_Eff_04-01-2024.xlsx', table)])).toHaveLength(1);
    expect(recogniseReleases([codeFile('MUE_Eff_04-01-2024.csv', MUE), codeFile('MUE_b_Eff_04-01-2024.xlsx', MUE)])).toHaveLength(2);
  });

  it.each([
    ['binary data', 'codes.bin', Buffer.from([0, 1, 2, 3, 255, 254])],
    ['an empty file', 'codes.csv', ''],
    ['another text', 'letter.txt', 'Dear Sir,\nhere are the codes.\n'],
    ['a CSV of something else', 'labels.csv', 'cc,label\nHCC1,Invented\n'],
    ['a CSV without a type', 'codes.csv', 'code,desc\nZ1,Invented\n'],
  ])('names the formats for %s', async (_what, name, content) => {
    const message = await messageOf(async () => recogniseReleases([codeFile(name, content)]));
    expect(message).toContain(name);
    for (const format of CODE_FORMATS) expect(message).toContain(`\n- ${format.name}`);
  });

  it('names the formats when there is no file', async () => {
    expect(await messageOf(async () => recogniseReleases([]))).toContain('There is no file');
  });

  it.each([
    ['a table', 'nucc_taxonomy_240.csv', NUCC.slice(0, NUCC.indexOf('\r\n') + 2)],
    ['a text', 'appendix_A.txt', APPENDIX_A.slice(0, APPENDIX_A.indexOf('001'))],
  ])('refuses %s with a header and no rows', async (_what, name, content) => {
    expect(await messageOf(() => rowsOf([codeFile(name, content)]))).toContain(`${name}: has no rows`);
  });
});

/** Places of the damage in each file. */
const PLACES = isLong ? 20 : 5;

/** Damages bytes as broken transfers and editors do. */
function* damage(content: Buffer): Generator<Buffer> {
  for (let step = 1; step <= PLACES; step++) {
    const at = Math.floor((content.length * step) / (PLACES + 1));
    yield content.subarray(0, at);
    yield Buffer.concat([content.subarray(0, at), content.subarray(at + 9)]);
    yield Buffer.concat([content.subarray(0, at), Buffer.from('\u0000\u0007'), content.subarray(at)]);
    yield Buffer.concat([content.subarray(0, at), Buffer.from('"\t,'), content.subarray(at)]);
    yield Buffer.concat([content.subarray(0, at), Buffer.from([0xff, 0xc3, 0x0d]), content.subarray(at)]);
  }
}

describe('damaged files', () => {
  it.each(CODE_FORMATS.map(({ id }) => id))('of %s are read or refused, and nothing else happens', async (id) => {
    const files = SAMPLES[id]?.() ?? [];
    expect(await rowsOf(files)).not.toHaveLength(0);
    let refused = 0;
    for (const [index, file] of files.entries()) {
      for (const bytes of damage(file.head)) {
        const damaged = files.with(index, codeFile(file.path, bytes, 64));
        await rowsOf(damaged).catch((error: unknown) => {
          if (!(error instanceof EdiError) || error.code !== 'EDI_CODES_FILE_INVALID') throw error;
          refused++;
        });
      }
    }
    expect(refused).toBeGreaterThan(PLACES / 2);
  });
});
