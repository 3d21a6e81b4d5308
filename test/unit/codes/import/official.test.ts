import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { CodeRecord } from '../../../../src/codes/code.types';
import { openCodeFiles } from '../../../../src/codes/import/code-files';
import { recogniseReleases } from '../../../../src/codes/import/recognise-releases';
import { type DataFile, filesBelow, sharedFolder } from '../../../support/shared-data';

const folder = sharedFolder('codes');

/** How many rows of each kind SOURCES.md and the layouts in README.md lead to. */
const COUNTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  // 98,186 lines; 630 additions (143 of headers) and 28 deletions in the addenda.
  'icd10cm/2026-code-descriptions-tabular-order.zip': { 'ICD-10-CM 2026 ICD_10_HEADER': 23_467 + 143, 'ICD-10-CM 2026 ICD_10': 74_719 + 487 + 28 },
  // 80,029 lines, of which 914 headers; 156 additions and 27 deletions of codes.
  'icd10pcs/2026-icd-10-pcs-order-file.zip': { 'ICD-10-PCS 2026 ICD_10_PCS': 79_115 + 156 + 27 },
  // Long and short descriptions in parts.
  'icd9/ICD-9-CM-v32-master-descriptions.zip': { 'ICD-9-CM 2015 ICD_9': 2 * 14_567, 'ICD-9-CM 2015 ICD_9_PCS': 2 * 3_882 },
  'hcpcs/HCPC2025_OCT_ANWEB.xlsx': { 'HCPCS 2025-10 HCPCS': 8_463, 'HCPCS 2025-10 HCPCS_MODIFIER': 383 },
  // 11,622 records, of which 4,656 + 166 continue others.
  'hcpcs/HCPC2019_CONTR_ANWEB.zip': { 'HCPCS 2019 HCPCS': 6_440, 'HCPCS 2019 HCPCS_MODIFIER': 360 },
  'msdrg/appendix_A_v40.txt': { 'MS-DRG 40.0 DRG': 767, 'MS-DRG 40.0 category': 1_507 },
  'msdrg/msdrg_v41_1_appendix_A.csv': { 'MS-DRG 41.1 DRG': 766, 'MS-DRG 41.1 category': 1_505 },
  'msdrg/CMS-1833-F Table 5 (6 rows).txt': { 'MS-DRG 43.0 DRG': 6, 'MS-DRG 43.0 category': 8 },
  'ndc/ndctext_rebuilt_2014.zip': { 'NDC 2014 NDC': 44_262 + 103_796 },
  'ndc/ndc_unfinished_2018.zip': { 'NDC 2018 NDC': 21_478 + 35_321 },
  'ndc/product_trimmed.txt': { 'NDC  NDC': 3 },
  'ndc/package_trimmed.txt': { 'NDC  NDC': 3 },
  'ndc/unfinished_product_trimmed.txt': { 'NDC  NDC': 3 },
  'ndc/unfinished_package_trimmed.txt': { 'NDC  NDC': 3 },
  'nucc/nucc_taxonomy_240.csv': { 'NUCC 24.0 PROVIDER_TAXONOMY': 874, 'NUCC 24.0 category': 2_381 },
  'pos/cs-CMS-PlaceofServiceCodes.xml': { 'PLACE-OF-SERVICE 2024-05-02 PLACE_OF_SERVICE': 52 },
  // 5,126 rows of 4,511 procedures.
  'rbcs/rbcs_2024_hcpcs_level2_only.csv': {
    'RBCS 2024 RBCS_CATEGORY': 7,
    'RBCS 2024 RBCS_SUB_CATEGORY': 48,
    'RBCS 2024 RBCS_FAMILY': 162,
    'RBCS 2024 category': 2 * 4_511,
  },
  'ncci/MUE_PractitionerServices_HCPCS2_2024-06.csv': { 'NCCI-MUE-PRACTITIONER 2024-06 unit limit': 4_387 },
  'ncci/MUE_OutpatientHospitalServices_HCPCS2_2024-06.csv': { 'NCCI-MUE-HOSPITAL 2024-06 unit limit': 4_339 },
  'ncci/MUE_DMESupplierServices_HCPCS2_2024-06.csv': { 'NCCI-MUE-DME-SUPPLIER 2024-06 unit limit': 2_928 },
  'ncci/PTP_Practitioner_HCPCS2_2024-06.txt': { 'NCCI-PTP-PRACTITIONER 2024-06 pair': 3_158 },
  'ncci/PTP_OutpatientHospital_HCPCS2_2024-06.txt': { 'NCCI-PTP-HOSPITAL 2024-06 pair': 2_200 },
  'bfd/CodeSystem-ANSI-GRP-CD.fsh': { 'CLAIM_ADJUSTMENT_GROUP_CODE  CLAIM_ADJUSTMENT_GROUP_CODE': 5 },
  'bfd/CodeSystem-ANSI-RSN-CD.fsh': { 'CLAIM_ADJUSTMENT_REASON_CODE/CARC  CARC': 407 },
  'bfd/CodeSystem-CLM-BILL-CLSFCTN-CD.fsh': { 'FACILITY_TYPE  FACILITY_TYPE': 65 },
  'bfd/CodeSystem-CLM-BILL-FREQ-CD.fsh': { 'UB04_TYPE_OF_BILL/TYPE_OF_BILL  TYPE_OF_BILL': 1_234 },
  'bfd/CodeSystem-CLM-REV-CNTR-CD.fsh': { 'UB04_REVENUE_CODE/REVENUE_CODE  REVENUE_CODE': 539 },
  'bfd/CodeSystem-CLM-RLT-COND-CD.fsh': { 'UB04_CONDITION_CODE/CONDITION  CONDITION': 273 },
};

/** Files that are code sets of no type of ours, or no code sets. */
const UNKNOWN = /^hcc\/|^bfd\/(LICENSE|codebook|CodeSystem-(BENE-PTNT|CLM-ADMSN|CLM-BILL-FAC|CLM-POS|CLM-PRVDR))/;

/** The files of `normalized` for the sub types of `official`, and what is compared. */
const ORACLES: readonly (readonly [file: string, official: string, subType: string, keys: readonly (keyof CodeRecord)[]])[] = [
  // Codes that ended before FY2026 are in normalized only; dates there come from comparing years.
  ['diagnosis_icd10cm_fy2016_2026.csv.gz', 'icd10cm/2026-code-descriptions-tabular-order.zip', 'ICD_10', ['formattedCode', 'desc', 'shortDesc']],
  ['diagnosis_icd10cm_headers.csv.gz', 'icd10cm/2026-code-descriptions-tabular-order.zip', 'ICD_10_HEADER', ['formattedCode', 'desc', 'shortDesc']],
  ['procedure_icd10pcs_fy2016_2026.csv.gz', 'icd10pcs/2026-icd-10-pcs-order-file.zip', 'ICD_10_PCS', ['formattedCode', 'desc', 'shortDesc']],
  ['diagnosis_icd9cm_v32.csv.gz', 'icd9/ICD-9-CM-v32-master-descriptions.zip', 'ICD_9', ['formattedCode', 'desc', 'shortDesc', 'endDate']],
  ['procedure_icd9_v32.csv', 'icd9/ICD-9-CM-v32-master-descriptions.zip', 'ICD_9_PCS', ['formattedCode', 'desc', 'shortDesc', 'endDate']],
  ['procedure_hcpcs_2025q4.csv.gz', 'hcpcs/HCPC2025_OCT_ANWEB.xlsx', 'HCPCS', ['desc', 'shortDesc', 'startDate', 'endDate']],
  ['modifier_hcpcs_2025q4.csv', 'hcpcs/HCPC2025_OCT_ANWEB.xlsx', 'HCPCS_MODIFIER', ['desc', 'shortDesc', 'startDate', 'endDate']],
  ['drg_msdrg_v41_1.csv', 'msdrg/msdrg_v41_1_appendix_A.csv', 'DRG', ['desc']],
  ['drug_ndc_2014.csv.gz', 'ndc/ndctext_rebuilt_2014.zip', 'NDC', ['desc']],
  ['provider_taxonomy_nucc_24_0.csv', 'nucc/nucc_taxonomy_240.csv', 'PROVIDER_TAXONOMY', ['desc']],
  ['facility_type_place_of_service.csv', 'pos/cs-CMS-PlaceofServiceCodes.xml', 'PLACE_OF_SERVICE', ['desc']],
  ['facility_type_ub04.csv', 'bfd/CodeSystem-CLM-BILL-CLSFCTN-CD.fsh', 'FACILITY_TYPE', ['desc']],
  ['ub04_type_of_bill.csv', 'bfd/CodeSystem-CLM-BILL-FREQ-CD.fsh', 'TYPE_OF_BILL', ['desc']],
  ['ub04_revenue_code.csv', 'bfd/CodeSystem-CLM-REV-CNTR-CD.fsh', 'REVENUE_CODE', ['desc']],
  ['ub04_condition_code.csv', 'bfd/CodeSystem-CLM-RLT-COND-CD.fsh', 'CONDITION', ['desc']],
  ['claim_adjustment_reason_code.csv', 'bfd/CodeSystem-ANSI-RSN-CD.fsh', 'CARC', ['desc']],
];

/** The large ones would take a minute and show nothing else. */
const isSmall = ({ name, path }: DataFile): boolean => !name.endsWith('.json') && statSync(path).size < 300_000;

type Parts = Readonly<Record<string, string | undefined>>;

const pathOf = (name: string): string => resolve(folder ?? '', name);

/** What a file gave: rows of each kind, and the codes of each sub type with their parts joined, as loading does. */
interface Content {
  readonly counts: Readonly<Record<string, number>>;
  readonly codes: ReadonlyMap<string, ReadonlyMap<string, Parts>>;
}

const contents = new Map<string, Content>();

async function contentOf(path: string): Promise<Content> {
  const known = contents.get(path);
  if (known !== undefined) return known;
  const counts: Record<string, number> = {};
  const codes = new Map<string, Map<string, Parts>>();
  for (const release of recogniseReleases(await openCodeFiles(path))) {
    for await (const row of release.read()) {
      const key = `${release.set} ${release.release} ${row.kind === 'code' ? row.code.subType : row.kind}`;
      counts[key] = (counts[key] ?? 0) + 1;
      if (row.kind === 'code') joinParts(codes, row.code);
    }
  }
  contents.set(path, { counts, codes });
  return { counts, codes };
}

function joinParts(codes: Map<string, Map<string, Parts>>, code: CodeRecord): void {
  const ofSubType = codes.get(code.subType) ?? new Map<string, Parts>();
  codes.set(code.subType, ofSubType.set(code.code, { ...ofSubType.get(code.code), ...code }));
}

async function codesOf(official: string, subType: string): Promise<ReadonlyMap<string, Parts>> {
  return (await contentOf(pathOf(`official/${official}`))).codes.get(subType) ?? new Map<string, Parts>();
}

/** Normalized keeps the doubled blanks of some descriptions and not those of others. */
const singleBlanks = (text = ''): string => text.replace(/\s+/g, ' ').trim();

function readNormalized(name: string): readonly Parts[] {
  const bytes = readFileSync(pathOf(`normalized/${name}`));
  return parse(name.endsWith('.gz') ? gunzipSync(bytes) : bytes, { columns: true });
}

(folder === undefined ? describe.skip : describe)('official files', () => {
  it.each(Object.entries(COUNTS))('gives the rows of %s', async (name, counts) => {
    expect((await contentOf(pathOf(`official/${name}`))).counts).toEqual(counts);
  });

  it('leaves no file untried', () => {
    const names = filesBelow(pathOf('official')).map((file) => file.name);
    expect(names.filter((name) => !UNKNOWN.test(name)).toSorted()).toEqual(Object.keys(COUNTS).toSorted());
  });

  it.each(filesBelow(pathOf('official')).filter(({ name }) => UNKNOWN.test(name)))('refuses $name', async ({ path }) => {
    await expect(contentOf(path)).rejects.toMatchObject({ code: 'EDI_CODES_FILE_INVALID' });
  });

  it.each(ORACLES)('agrees with normalized/%s', async (name, official, subType, keys) => {
    const codes = await codesOf(official, subType);
    const normalized = readNormalized(name);
    const isHistory = normalized.some(({ endDate }) => endDate !== '') && !keys.includes('endDate');
    const expected = normalized.filter(({ endDate }) => !isHistory || endDate === '');
    const missing = expected.filter(({ code }) => !codes.has(code ?? '')).map(({ code }) => code);
    const differing = expected.flatMap((row) => {
      const code = codes.get(row['code'] ?? '');
      return keys
        .filter((key) => code !== undefined && singleBlanks(code[key]) !== singleBlanks(row[key]))
        .map((key) => `${String(row['code'])} ${key}: ${String(code?.[key])} <> ${String(row[key])}`);
    });
    expect({ missing, differing }).toEqual({ missing: [], differing: [] });
    const known = new Set(normalized.map(({ code }) => code));
    const ours = [...codes.values()].filter(({ code, endDate }) => !known.has(code) && !(isHistory && endDate !== undefined));
    expect(ours.filter(({ code }) => subType !== 'NDC' || code?.split('-').length === 2)).toEqual([]);
  });

  it('agrees with normalized/rbcs_taxonomy.csv in the codes that the HCPCS rows have', async () => {
    const descriptions = new Map(readNormalized('rbcs_taxonomy.csv').map(({ code, subType, desc }) => [`${subType ?? ''} ${code ?? ''}`, desc]));
    const { codes } = await contentOf(pathOf('official/rbcs/rbcs_2024_hcpcs_level2_only.csv'));
    const ours = [...codes.values()].flatMap((ofSubType) => [...ofSubType.values()]);
    expect(ours).toHaveLength(217);
    for (const { subType, code, desc } of ours) expect(descriptions.get(`${String(subType)} ${String(code)}`)).toBe(desc);
  });

  it('dates ICD-10-CM codes as the comparison of years does', async () => {
    const codes = await codesOf('icd10cm/2026-code-descriptions-tabular-order.zip', 'ICD_10');
    const normalized = readNormalized('diagnosis_icd10cm_fy2016_2026.csv.gz');
    const dated = (key: 'startDate' | 'endDate', day: string) => normalized.filter((row) => row[key] === day).map(({ code }) => code ?? '');
    expect([...codes.values()].flatMap(({ code, startDate }) => (startDate === undefined ? [] : [code])).toSorted()).toEqual(
      dated('startDate', '2025-10-01').toSorted(),
    );
    expect([...codes.values()].flatMap(({ code, endDate }) => (endDate === undefined ? [] : [code])).toSorted()).toEqual(
      dated('endDate', '2025-09-30').toSorted(),
    );
  });

  it('dates taxonomy codes from their notes', async () => {
    const codes = await codesOf('nucc/nucc_taxonomy_240.csv', 'PROVIDER_TAXONOMY');
    const normalized = new Map(readNormalized('provider_taxonomy_nucc_24_0.csv').map(({ code, startDate }) => [code, startDate]));
    const dated = [...codes.values()].filter(({ startDate }) => startDate !== undefined);
    // Normalized has 19 more, which had a new definition then, and lacks the one with a capital N.
    expect(dated).toHaveLength(213 - 19 + 1);
    expect(dated.filter(({ code, startDate }) => normalized.get(code) !== startDate).map(({ code, startDate }) => [code, startDate])).toEqual([
      ['207SG0207X', '2023-10-01'],
    ]);
    expect(codes.get('246YC3301X')?.['endDate']).toBe('2023-03-31');
    expect([...codes.values()].filter(({ endDate }) => endDate !== undefined)).toHaveLength(23);
  });

  it('dates places of service from their definitions', async () => {
    const codes = await codesOf('pos/cs-CMS-PlaceofServiceCodes.xml', 'PLACE_OF_SERVICE');
    // A changed description, which normalized takes for the start.
    const differing = readNormalized('facility_type_place_of_service.csv').filter(
      ({ code, startDate }) => (codes.get(code ?? '')?.['startDate'] ?? '') !== startDate,
    );
    expect(differing.map(({ code }) => code)).toEqual(['22']);
  });

  it('reads the smaller normalized files as plain CSV, row by row', async () => {
    for (const { name, path } of filesBelow(pathOf('normalized')).filter(isSmall)) {
      const counts = Object.values((await contentOf(path)).counts);
      expect([name, counts.reduce((sum, count) => sum + count, 0)]).toEqual([name, readNormalized(name).length]);
    }
  });
});
