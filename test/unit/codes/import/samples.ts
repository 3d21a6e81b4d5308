import { type CodeFile } from '../../../../src/codes/import/import.types';
import { codeFile } from './import-files';

const lines = (...texts: readonly string[]): string => texts.map((text) => `${text}\r\n`).join('');

/** A line of an order file. */
export function orderLine(number: number, code: string, flag: 0 | 1, short: string, long: string): string {
  return `${String(number).padStart(5, '0')} ${code.padEnd(7)} ${flag} ${short.padEnd(60)} ${long}`;
}

/** A change in the addenda of an order file; those of PCS have no flag. */
export function change(action: string, flag: '0 ' | '1 ' | '', code: string, short: string, long: string): string {
  return `${`${action}:`.padEnd(13)}${flag}${code.padEnd(7)} ${short.padEnd(60)} ${long}`;
}

/** A record of the fixed width HCPCS file. */
export function hcpcsRecord(
  code: string,
  sequence: string,
  record: 3 | 4 | 7 | 8,
  long: string,
  rest: { short?: string; added?: string; ended?: string } = {},
): string {
  const head = `${code.padStart(5)}${sequence}${record}${long.padEnd(80)}${(rest.short ?? '').padEnd(28)}`;
  return `${head.padEnd(268)}${(rest.added ?? '').padEnd(8)}${(rest.added ?? '').padEnd(8)}${(rest.ended ?? '').padEnd(8)}${record === 3 || record === 7 ? 'N' : ' '}`;
}

export const ICD_ORDER = lines(
  orderLine(1, 'Q00', 0, 'Invented troubles', 'Invented troubles of the sample'),
  orderLine(2, 'Q000', 1, 'Invented trouble of the left sample', 'Invented trouble of the left sample'),
  orderLine(3, 'Q001XXA', 1, 'Inv trouble, init', 'Invented trouble, initial encounter'),
);

export const ICD_ADDENDA = lines(
  change('Add', '1 ', 'Q001XXA', 'Inv trouble, init', 'Invented trouble, initial encounter'),
  change('Delete', '1 ', 'Q00', 'Invented troubles', 'Invented troubles of old'),
  change('Add', '0 ', 'Q00', 'Invented troubles', 'Invented troubles of the sample'),
  change('Revise from', '1 ', 'Q000', 'Old', 'Old words'),
  change('Revise to', '1 ', 'Q000', 'Invented trouble of the left sample', 'Invented trouble of the left sample'),
  '',
  'Headers',
  '  23324 headers in icd10cm_order_2025.txt',
  'of which',
  '      6 revisions to both long and short titles',
);

export const PCS_ORDER = lines(
  orderLine(1, '0ZZ', 0, 'Invented System, Mending', 'Invented System, Mending'),
  orderLine(2, '0ZZ0000', 1, 'Mending of Sample, Open Approach', 'Mending of Sample, Open Approach'),
);

export const PCS_ADDENDA = lines(
  change('Add', '', '0ZZ0000', 'Mending of Sample, Open Approach', 'Mending of Sample, Open Approach'),
  change('Delete', '', '0ZZ0ZZZ', 'Mending of Samp, Perc', 'Mending of Sample, Percutaneous'),
  change('Add', '', '0ZZ', 'Invented System, Mending', 'Invented System, Mending'),
  '',
  'Codes',
  '    156 additions',
);

export const HCPCS_FIXED = lines(
  '***Disclaimers\t\t',
  '*Inclusion or exclusion of an item does not imply coverage.',
  '',
  hcpcsRecord('Z1', '00100', 7, 'Invented modifier', { short: 'Inv modifier', added: '20020701' }),
  hcpcsRecord('Z0001', '00100', 3, 'Invented supply, of a kind that needs words', { short: 'Inv supply', added: '19950101', ended: '20181231' }),
  hcpcsRecord('Z0001', '00200', 4, 'on a second line'),
  hcpcsRecord('Z0001', '00300', 4, 'and a third'),
  hcpcsRecord('Z0002', '00400', 3, 'Invented service', { short: 'Inv service', added: '20190101' }),
);

export const TABLE_5 = lines(
  '"TABLE 5.—LIST OF MS-DRGS, \r\nAND LENGTH OF STAY—FY 2026 Final Rule"\t\t\t\t\t',
  'MS-DRG \tFY 2026 Final Post-Acute DRG\tMDC\tTYPE\tMS-DRG Title\tWeights',
  '001\tNo\tPRE\tSURG\tINVENTED  TRANSPLANT\t28.0',
  '871\tYes\t18\tMED\tINVENTED FEVER\t1.9',
  '999\tNo\t \t**\tUNGROUPABLE\t.',
  'MS-DRG 999 contains cases that could not be grouped.',
);

export const APPENDIX_A = lines(
  ':===:',
  '|     Appendix A List of MS-DRGs Version 40.0     |',
  ':===:',
  '',
  'Appendix A contains a list of each MS-DRG.',
  '',
  'DRG MDC MS Description',
  '001     P  INVENTED TRANSPLANT',
  '020 01  M  INVENTED HEADACHE',
  '999        UNGROUPABLE',
);

export const APPENDIX_A_CSV = lines('drg,mdc,drg_abb,drg_description', '001,,P,INVENTED TRANSPLANT', '020,01,M,"INVENTED HEADACHE, STRONG"');

export const NDC_PRODUCT = lines(
  'PRODUCTID\tPRODUCTNDC\tPROPRIETARYNAME\tPROPRIETARYNAMESUFFIX\tNONPROPRIETARYNAME\tSTARTMARKETINGDATE\tENDMARKETINGDATE',
  '0001-0001_a\t0001-0001\tInventol\tForte\tInventamine "x"\t20120601\t20180910',
  '0001-0002_b\t0001-0002\t\t\tWater\t19501231\t',
);

export const NDC_PACKAGE = lines(
  'PRODUCTID\tPRODUCTNDC\tNDCPACKAGECODE\tPACKAGEDESCRIPTION\tSTARTMARKETINGDATE\tENDMARKETINGDATE',
  '0001-0001_a\t0001-0001\t0001-0001-10\t1 VIAL in 1 CAN (0001-0001-10)  > 10 mL in 1 VIAL\t20120601\t',
  '0001-0002_b\t0001-0002\t02\t1 BOTTLE (02)\t\t',
);

export const NUCC = lines(
  'Code,Grouping,Classification,Specialization,Definition,Notes,Display Name,Section',
  '101Z00000X,Group,Invented,,"Two words, and\nmore.",[7/1/2003: new],Invented Group,Individual',
  '101ZA0000X,Group,Invented,Very,,"[1/1/2007: new, 7/1/2008: title modified] [1/1/2023: marked inactive]<br/>Deactivation Date: 3/31/2023",Very Invented,Individual',
  '102ZA0000X,Group,Other,,,[7/1/2009: new definition; 1/1/2007: marked inactive],Other Group,Individual',
);

export const POS_XML = `<?xml version="1.0" encoding="UTF-8"?>
<CodeSystem xmlns="http://hl7.org/fhir">
  <version value="20240502"/>
  <title value="CMS Place of Service Codes (POS)"/>
  <concept>
    <code value="01"/>
    <display value="Invented&#39;s Pharmacy"/>
    <definition value="Sells. (Effective October 1, 2003) (Revised, effective October 1, 2005)"/>
  </concept>
  <concept><code value="22"/><display value="Campus"/><definition value="Near. (Description change effective January 1, 2016)"/></concept>
</CodeSystem>
`;

export const POS_PAGE = `<!DOCTYPE html>
<html lang="en"><head><title>Place of Service Code Set | CMS</title></head><body>
<p>Page Last Modified: <span>05/02/2024 06:04 PM</span></p>
<table><thead><tr><th>Code</th><th>Name</th><th>Description</th></tr></thead>
<tbody><tr><td>01</td>
<td><p>Invented Pharmacy &amp; Co&nbsp;</p></td><td>Sells. (Effective October 1, 2003)</td></tr>
<tr><td>28-30</td><td>Unassigned</td><td>N/A</td></tr>
<tr><td>31</td><td>Patient&#8217;s Home</td><td>At home.</td></tr></tbody></table></body></html>
`;

export const RBCS = lines(
  'HCPCS_Cd,RBCS_ID,RBCS_Cat,RBCS_Cat_Desc,RBCS_Cat_Subcat,RBCS_Subcat_Desc,RBCS_FamNumb,RBCS_Family_Desc,RBCS_Latest_Assignment,RBCS_Assignment_Eff_Dt',
  'Z0001,OA002N,O,Other,OA,Rides,002,Invented Rides,0,01/01/2021',
  'Z0001,DB000N,D,Things,DB,Invented Beds,000,No RBCS Family,1,01/01/2020',
  'Z0002,OA002N,O,Other,OA,Rides,002,Invented Rides,1,01/01/2014',
);

export const MUE = lines(
  '"CPT codes are copyright of the AMA.\r\nAll rights, ""reserved""."',
  '"HCPCS/\nCPT Code",Outpatient Hospital Services MUE Values,MUE Adjudication Indicator,MUE Rationale',
  'Z0001,2,3 Date of Service Edit: Clinical,CMS Policy',
  'Z0002,0,1 Line Edit,"Nature, of Service"',
);

export const PTP = lines(
  'CPT only copyright of the AMA. All rights reserved.',
  'Column1/Column2 Edits',
  'Column 1\tColumn 2\t*=in existence\tEffective\tDeletion\tModifier\tPTP Edit Rationale',
  '\t\tprior to 1996\tDate\tDate\t0=not allowed\t',
  '\t\t\t\t*=no data\t1=allowed\t',
  '\t\t\t\t\t9=not applicable\t',
  'Z0001\tZ0002\t*\t19960101\t*\t1\tMisuse of Column Two code',
  'Z0001\tZ0003\t\t20240101\t20240331\t0\tMore extensive procedure',
);

export const FSH = `CodeSystem: CLM_REV_CNTR_CD
Title: "Invented"
* ^status = #active

* #0001 "TOTAL \\"CHARGE\\""
* #0002 "RESERVED FOR NATIONAL ASSIGNMENT"
* #0003 "ROOM  - WARD"
`;

export const AGE_LIMITS = lines('code,type,minAge,maxAge', 'Q00.0,DIAGNOSIS,,17', 'Z0001,procedure,18,');

export const PLAIN_CSV = lines(
  'startDate,code,desc,type,subType,formattedCode,shortDesc,enumName,endDate',
  '1995-01-01,Q00.0,"Invented, trouble",DIAGNOSIS,ICD_10,,Trouble,INVENTED,',
);

/** A file set of every format that reads without an error; the key is the id of the format. */
export const SAMPLES: Readonly<Record<string, () => readonly CodeFile[]>> = {
  'icd-order': () => [codeFile('icd10cm_order_2026.txt', ICD_ORDER), codeFile('icd10cm_order_addenda_2026.txt', ICD_ADDENDA)],
  'icd-codes': () => [codeFile('icd10cm_codes_2026.txt', lines('Q000    Invented trouble', 'Q001XXA Invented trouble, initial encounter'))],
  icd9: () => [codeFile('CMS32_DESC_LONG_DX.txt', '0010  Invented\nE0001 Invented cause\n'), codeFile('CMS32_DESC_SHORT_SG.txt', '0001 Inv mending\n')],
  'hcpcs-fixed-width': () => [codeFile('HCPC2019_CONTR_ANWEB.txt', HCPCS_FIXED)],
  'hcpcs-table': () => [codeFile('HCPC2025_OCT_ANWEB.xlsx', 'HCPC\tLONG DESCRIPTION\tSHORT DESCRIPTION\tADD DT\tTERM DT\n   Z1\tInvented\tInv\t20020701\t\n')],
  'ms-drg-table5': () => [codeFile('Table 5.txt', TABLE_5)],
  'ms-drg-appendix': () => [codeFile('appendix_A.txt', APPENDIX_A)],
  ndc: () => [codeFile('product.txt', NDC_PRODUCT), codeFile('package.txt', NDC_PACKAGE)],
  nucc: () => [codeFile('nucc_taxonomy_240.csv', NUCC)],
  'place-of-service-xml': () => [codeFile('pos.xml', POS_XML)],
  'place-of-service-page': () => [codeFile('pos.html', POS_PAGE)],
  rbcs: () => [codeFile('RBCS_RY_2025.csv', RBCS)],
  'ncci-mue': () => [codeFile('MCR_MUE_Eff_04-01-2024.csv', MUE)],
  'ncci-ptp': () => [codeFile('ccipra-v302r0-f1.TXT', PTP)],
  'fsh-code-system': () => [codeFile('CodeSystem.fsh', FSH)],
  'age-limits': () => [codeFile('ages.csv', AGE_LIMITS)],
  'plain-csv': () => [codeFile('codes.csv', PLAIN_CSV)],
};
