import type { CodeType } from '../../code-type';
import { clean, codeRow } from '../code-row';
import type { CodeFile, CodeFormat, ImportedRow, ImportHints, RecognisedRelease } from '../import.types';
import { invalidLine } from '../import-error';
import { headLines, readLines } from '../read-lines';
import { monthInName } from '../release-names';

interface Target {
  readonly type: CodeType;
  readonly subType: string;
  readonly set: string;
}

/** The code systems of CMS that are code sets of ours. */
const TARGETS: Readonly<Record<string, Target>> = {
  ANSI_GRP_CD: target('CLAIM_ADJUSTMENT_GROUP_CODE', 'CLAIM_ADJUSTMENT_GROUP_CODE'),
  ANSI_RSN_CD: target('CLAIM_ADJUSTMENT_REASON_CODE', 'CARC'),
  CLM_BILL_CLSFCTN_CD: target('FACILITY_TYPE', 'FACILITY_TYPE'),
  CLM_BILL_FREQ_CD: target('UB04_TYPE_OF_BILL', 'TYPE_OF_BILL'),
  CLM_REV_CNTR_CD: target('UB04_REVENUE_CODE', 'REVENUE_CODE'),
  CLM_RLT_COND_CD: target('UB04_CONDITION_CODE', 'CONDITION'),
};

const NAME = /^CodeSystem:\s*(?<name>\w+)/;

/** `* #0001 "TOTAL CHARGE"` */
const CONCEPT = /^\* #(?<code>"[^"]+"|\S+) "(?<text>(?:[^"\\]|\\.)*)"\s*$/;
const DECLARATION = /^\s*$|^\w+:|^\* \^|^\s*\/\//;

/** Reserved numbers. */
const NO_CODE = /RESERVED.*ASSIGNMENT|NO DESCRIPTION/;

/** Code systems of the Beneficiary FHIR Data server in FHIR Shorthand; lines other than concepts are declarations. */
export const fshCodeSystemFormat: CodeFormat = {
  id: 'fsh-code-system',
  name: 'CMS code systems in FHIR Shorthand (CodeSystem-CLM-REV-CNTR-CD.fsh)',
  recognise: (files, hints) => files.flatMap((file) => recogniseCodeSystem(file, hints)),
};

function target(type: CodeType, subType: string): Target {
  return { type, subType, set: type === subType ? type : `${type}/${subType}` };
}

function recogniseCodeSystem(file: CodeFile, hints: ImportHints): readonly RecognisedRelease[] {
  const [name = ''] = headLines(file, 10).flatMap((line) => NAME.exec(line)?.groups?.['name'] ?? []);
  const found = TARGETS[name];
  if (found === undefined) return [];
  return [
    {
      set: found.set,
      release: hints.release ?? monthInName(file) ?? '',
      source: `CMS code system ${name}`,
      replacesEdits: false,
      files: [file],
      read: () => readConcepts(file, found),
    },
  ];
}

async function* readConcepts(file: CodeFile, { type, subType }: Target): AsyncGenerator<ImportedRow, void, undefined> {
  for await (const line of readLines(file)) {
    if (DECLARATION.test(line.text)) continue;
    const { code, text } = CONCEPT.exec(line.text)?.groups ?? {};
    if (code === undefined || text === undefined) throw invalidLine(line, 'is no concept: expected * #code "text"');
    if (!NO_CODE.test(text)) yield codeRow({ type, subType, code: code.replaceAll('"', ''), desc: clean(text.replace(/\\(.)/g, '$1')) });
  }
}
