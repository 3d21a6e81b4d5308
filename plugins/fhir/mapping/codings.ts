import { OPERATION } from '../machine-layout';
import { concept, SYSTEM, x12System } from '../systems';
import { type Element, firstName } from './element';
import { found } from './elements';
import { operation, type Program } from './program';

/** The system of the codes of a list. */
interface CodingRule {
  readonly system: string;
  /** Characters before the dot of a code; `icd9` for four before it in codes that begin with E, and three in all others. Absent for a list without dots. */
  readonly dotAfter?: number | 'icd9';
  /** The system of codes that are two digits. */
  readonly systemOfTwoDigits?: string;
}

/** The number of the form of dots in the machine, where ICD-9 has one of its own. */
const ICD9_DOT = 4;

const icd10: CodingRule = { system: SYSTEM.icd10, dotAfter: 3 };
const icd9: CodingRule = { system: SYSTEM.icd9, dotAfter: 'icd9' };
const icd9Procedure: CodingRule = { system: SYSTEM.icd9, dotAfter: 2 };
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
  HCPCS_MODIFIER: { system: SYSTEM.hcpcs, systemOfTwoDigits: SYSTEM.cpt },
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

const openingOf = (system: string): string => `{"coding":[{"system":"${system}","code":`;

const ruleIn = (program: Program, opening: string, { dotAfter = 0, systemOfTwoDigits }: Partial<CodingRule>): number =>
  program.words([
    program.text(opening),
    dotAfter === 'icd9' ? ICD9_DOT : dotAfter,
    systemOfTwoDigits === undefined ? 0 : program.text(openingOf(systemOfTwoDigits)),
  ]);

/** Adds the rules of all lists, and that of codes of other lists. Returns their addresses. */
export const codingRules = (program: Program): readonly [lists: number, other: number] => [
  program.index(Object.entries(RULES).map(([name, rule]) => [name, ruleIn(program, openingOf(rule.system), rule)] as const)),
  ruleIn(program, '{"coding":[{"code":', {}),
];

/** Members of a code of a record that a coding shows or stands for. */
const CODE_MEMBERS = ['subType', 'qualifierCode', 'code', 'desc', 'formattedCode', 'instructionDesc'];

const codeRows = (path: string, how: string): Element['rows'] =>
  CODE_MEMBERS.map((member) => ({ element: member === 'desc' ? '.coding[].display' : '.coding[]', field: path === '' ? member : `${path}.${member}`, how }));

/** A CodeableConcept of a code of the record, in the system of its list. `textPath` is a description that the record has itself. */
export const coding = (path: string, textPath?: string): Element => ({
  rows: [...codeRows(path, 'code in the system of its list'), ...(textPath === undefined ? [] : [{ element: '.text', field: textPath, how: 'text' }])],
  needs: path === '' ? 'code' : firstName(path),
  write: operation(OPERATION.CONCEPT, (program) => [
    program.path(path),
    textPath === undefined ? 0 : program.path(textPath),
    textPath === undefined || textPath.startsWith(`${path}.`) ? 1 : 0,
  ]),
});

/** A CodeableConcept of text that is a code of a known system. */
export const coded = (path: string, system: string): Element => ({
  rows: [{ element: '.coding[].code', field: path, how: `code of \`${system}\`` }],
  needs: firstName(path),
  write: operation(OPERATION.CODE, (program) => [program.path(path), program.text(openingOf(system)), program.text('}]}')]),
});

/** A CodeableConcept of a code that only X12 has a name for. */
export const x12 = (path: string, element: string): Element => coded(path, x12System(element));

/** Codes and their names in JSON, such as an enumeration of the vocabulary. */
export interface CodeNames {
  readonly codeOf: ReadonlyMap<string, string>;
}

/** A CodeableConcept of a name in JSON, by the X12 code that it stands for. */
export function x12Named(path: string, { codeOf }: CodeNames, element: string): Element {
  const system = x12System(element);
  const concepts = [...codeOf].map(([name, code]) => [name, concept(system, code)] as const);
  return { rows: [{ element: '.coding[].code', field: path, how: `its code in \`${system}\`` }], needs: firstName(path), write: found(path, concepts) };
}
