import type { Element } from './element';
import { binaryOf } from './json';
import { reader } from './path';
import { keyOf, type Node, NONE, type RecordText } from './record-text';
import { SYSTEM, x12System } from '../systems';

/** The system of the codes of a list, and how a code is written there. */
interface CodingRule {
  readonly system: string;
  readonly write?: (code: string) => string;
}

/** ICD codes of diagnoses have a dot after the third character; those of ICD-9 that begin with E after the fourth. */
const dotAfter =
  (count: (code: string) => number) =>
  (code: string): string => {
    const at = count(code);
    return code.includes('.') || code.length <= at ? code : `${code.slice(0, at)}.${code.slice(at)}`;
  };

const icd10: CodingRule = { system: SYSTEM.icd10, write: dotAfter(() => 3) };
const icd9: CodingRule = { system: SYSTEM.icd9, write: dotAfter((code) => (code.startsWith('E') ? 4 : 3)) };
const icd9Procedure: CodingRule = { system: SYSTEM.icd9, write: dotAfter(() => 2) };
const icd10Procedure: CodingRule = { system: SYSTEM.icd10Procedure };
const hcpcs: CodingRule = { system: SYSTEM.hcpcs };

/** Lists of records (`subType`) and the systems of their codes. A list that is missing has no system that all readers know: its codes are written without one. */
const RULES: Readonly<Record<string, CodingRule>> = {
  ADA: { system: SYSTEM.cdt },
  CARC: { system: SYSTEM.carc },
  CPT: { system: SYSTEM.cpt },
  DRG: { system: SYSTEM.msDrg },
  FACILITY_TYPE: { system: SYSTEM.typeOfBill },
  FREQUENCY_CODE: { system: x12System('1325') },
  HCPCS: hcpcs,
  HCPCS_PRINCIPAL: hcpcs,
  HIPPS: { system: SYSTEM.hipps },
  ICD_10: icd10,
  ICD_10_ADMITTING: icd10,
  ICD_10_EXTERNAL_CAUSE_OF_INJURY: icd10,
  ICD_10_PCS: icd10Procedure,
  ICD_10_PCS_PRINCIPAL: icd10Procedure,
  ICD_10_PRINCIPAL: icd10,
  ICD_10_REASON_FOR_VISIT: icd10,
  ICD_9: icd9,
  ICD_9_ADMITTING: icd9,
  ICD_9_EXTERNAL_CAUSE_OF_INJURY: icd9,
  ICD_9_PCS: icd9Procedure,
  ICD_9_PCS_PRINCIPAL: icd9Procedure,
  ICD_9_PRINCIPAL: icd9,
  ICD_9_REASON_FOR_VISIT: icd9,
  LOINC: { system: SYSTEM.loinc },
  NDC: { system: SYSTEM.ndc },
  PLACE_OF_SERVICE: { system: SYSTEM.placeOfService },
  PROVIDER_ADJUSTMENT_REASON_CODE: { system: x12System('426') },
  PROVIDER_TAXONOMY: { system: SYSTEM.taxonomy },
  RARC: { system: SYSTEM.rarc },
  REVENUE_CODE: { system: SYSTEM.revenue },
};

/** Modifiers of two digits are of CPT, all others of HCPCS. */
const CPT_MODIFIER = /^\d\d$/;

/** A rule with the opening of its codings. */
interface CodingWriter {
  readonly opening: string;
  readonly write: ((code: string) => string) | undefined;
}

const writerOf = ({ system, write }: CodingRule): CodingWriter => ({ opening: `{"system":"${system}","code":`, write });

const WRITERS: ReadonlyMap<string, CodingWriter> = new Map(Object.entries(RULES).map(([list, rule]) => [list, writerOf(rule)]));
const CPT_CODE = writerOf({ system: SYSTEM.cpt });
const HCPCS_CODE = writerOf(hcpcs);
const WITHOUT_SYSTEM: CodingWriter = { opening: '{"code":', write: undefined };

function findWriter(list: string, code: string): CodingWriter {
  if (list === 'HCPCS_MODIFIER') return CPT_MODIFIER.test(code) ? CPT_CODE : HCPCS_CODE;
  return WRITERS.get(list) ?? WITHOUT_SYSTEM;
}

const [SUB_TYPE, CODE, DESCRIPTION] = [keyOf('subType'), keyOf('code'), keyOf('desc')];

function codingText(source: RecordText, node: Node): string {
  const shown = source.shownCode(source.member(node, CODE));
  if (shown === '') return '';
  const { opening, write } = findWriter(source.string(source.member(node, SUB_TYPE)), shown.slice(1, -1));
  const display = source.shown(source.member(node, DESCRIPTION));
  const written = write === undefined ? shown : `"${write(shown.slice(1, -1))}"`;
  return display === '' ? `${opening}${written}}` : `${opening}${written},"display":${display}}`;
}

/** Members of a code of a record that a coding shows or stands for. */
const CODE_MEMBERS = ['subType', 'qualifierCode', 'code', 'desc', 'formattedCode', 'instructionDesc'];

const codeRows = (path: string, how: string): Element['rows'] =>
  CODE_MEMBERS.map((member) => ({ element: member === 'desc' ? '.coding[].display' : '.coding[]', field: path === '' ? member : `${path}.${member}`, how }));

/** A CodeableConcept of a code of the record, in the system of its list. `textPath` is a description that the record has itself. */
export function coding(path: string, textPath?: string): Element {
  const read = reader(path);
  const readText = textPath === undefined ? undefined : reader(textPath);
  return {
    rows: [...codeRows(path, 'code in the system of its list'), ...(textPath === undefined ? [] : [{ element: '.text', field: textPath, how: 'text' }])],
    write(scope) {
      const { source } = scope;
      const node = read(scope);
      const written = node === NONE ? '' : codingText(source, node);
      if (written === '') return '';
      const label = readText === undefined ? '' : source.shown(readText(scope));
      return label === '' ? `{"coding":[${written}]}` : `{"coding":[${written}],"text":${label}}`;
    },
  };
}

/** A CodeableConcept of text that is a code of a known system. */
export function coded(path: string, system: string): Element {
  const read = reader(path);
  const opening = `{"coding":[{"system":"${system}","code":`;
  return {
    rows: [{ element: '.coding[].code', field: path, how: `code of \`${system}\`` }],
    write(scope) {
      const written = scope.source.shownCode(read(scope));
      return written === '' ? '' : `${opening}${written}}]}`;
    },
  };
}

/** A CodeableConcept of a code that only X12 has a name for. */
export const x12 = (path: string, element: string): Element => coded(path, x12System(element));

/** Codes and their names in JSON, such as an enumeration of the vocabulary. */
export interface CodeNames {
  readonly codeOf: ReadonlyMap<string, string>;
}

/** A CodeableConcept of a name in JSON, by the X12 code that it stands for. */
export function x12Named(path: string, { codeOf }: CodeNames, element: string): Element {
  const read = reader(path);
  const texts = new Map([...codeOf].map(([name, code]) => [name, binaryOf(JSON.stringify({ coding: [{ system: x12System(element), code }] }))]));
  return {
    rows: [{ element: '.coding[].code', field: path, how: `its code in \`${x12System(element)}\`` }],
    write(scope) {
      const node = read(scope);
      return node === NONE ? '' : (texts.get(scope.source.string(node)) ?? '');
    },
  };
}
