import { type ByteWriter, Fragment } from '../../../src/plugin/io';
import type { Element, Scope } from './element';
import { TextTable, writeFound } from './elements';
import { firstKey, reader } from './path';
import { keyOf, type Node, NONE } from './record-text';
import { TextIndex } from './text-index';
import { concept, SYSTEM, x12System } from '../systems';

const [QUOTE, DOT, ZERO, NINE, LETTER_E, CLOSE_BRACE] = [0x22, 0x2e, 0x30, 0x39, 0x45, 0x7d];

/** The system of the codes of a list. */
interface CodingRule {
  readonly system: string;
  /** Characters before the dot that the list has in its codes, by the first character of the code; absent for a list without dots. */
  readonly dotAfter?: (first: number) => number;
}

/** ICD codes of diagnoses have a dot after the third character; those of ICD-9 that begin with E after the fourth. */
const icd10: CodingRule = { system: SYSTEM.icd10, dotAfter: () => 3 };
const icd9: CodingRule = { system: SYSTEM.icd9, dotAfter: (first) => (first === LETTER_E ? 4 : 3) };
const icd9Procedure: CodingRule = { system: SYSTEM.icd9, dotAfter: () => 2 };
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

/** A rule with the opening of its concepts. */
interface CodingWriter extends Pick<CodingRule, 'dotAfter'> {
  readonly opening: Fragment;
}

const openingOf = (system: string): Fragment => new Fragment(`{"coding":[{"system":"${system}","code":`);
const writerOf = ({ system, ...rule }: CodingRule): CodingWriter => ({ ...rule, opening: openingOf(system) });

const WRITERS = new TextTable(Object.entries({ ...RULES, HCPCS_MODIFIER: hcpcs }).map(([list, rule]) => [list, writerOf(rule)] as const));
const WITHOUT_SYSTEM: CodingWriter = { opening: new Fragment('{"coding":[{"code":') };

/** Modifiers of two digits are of CPT, all others of HCPCS. */
const MODIFIER = new TextIndex(['HCPCS_MODIFIER']);
const CPT_OPENING = openingOf(SYSTEM.cpt);

const [DISPLAY, CODING_END, TEXT, CONCEPT_END] = [new Fragment(',"display":'), new Fragment('}]'), new Fragment(',"text":'), new Fragment('}]}')];
const [SUB_TYPE, CODE, DESCRIPTION] = [keyOf('subType'), keyOf('code'), keyOf('desc')];

/** Writes a CodeableConcept of the code at a node, without its last brace. */
function writeConcept({ source, out }: Scope, node: Node): boolean {
  const start = out.length;
  const list = source.member(node, SUB_TYPE);
  const code = source.member(node, CODE);
  const { opening, dotAfter } = WRITERS.get(source, list) ?? WITHOUT_SYSTEM;
  out.raw(opening);
  const codeStart = out.length + 1;
  if (!source.writeCode(code, out)) {
    out.length = start;
    return false;
  }
  if (dotAfter !== undefined) insertDot(out, codeStart, dotAfter(out.bytes[codeStart] ?? 0));
  if (source.find(list, MODIFIER) > 0 && hasTwoDigits(out, codeStart)) {
    out.length = start;
    out.raw(CPT_OPENING);
    source.writeCode(code, out);
  }
  const end = out.length;
  out.raw(DISPLAY);
  if (!source.writeText(source.member(node, DESCRIPTION), out)) out.length = end;
  out.raw(CODING_END);
  return true;
}

const isDigit = (byte = 0): boolean => byte >= ZERO && byte <= NINE;

const hasTwoDigits = ({ bytes, length }: ByteWriter, start: number): boolean => length === start + 3 && isDigit(bytes[start]) && isDigit(bytes[start + 1]);

/** Puts a dot into the code at the end, before its closing quote, unless it has one or is too short. */
function insertDot(out: ByteWriter, start: number, place: number): void {
  const end = out.length - 1;
  if (end - start <= place) return;
  for (let i = start; i < end; i++) if (out.bytes[i] === DOT) return;
  out.byte(QUOTE);
  out.bytes.copyWithin(start + place + 1, start + place, end);
  out.bytes[start + place] = DOT;
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
    needs: path === '' ? CODE : firstKey(path),
    write(scope) {
      const { source, out } = scope;
      const node = read(scope);
      if (node === NONE || !writeConcept(scope, node)) return false;
      const end = out.length;
      if (readText !== undefined) {
        out.raw(TEXT);
        if (!source.writeText(readText(scope), out)) out.length = end;
      }
      out.byte(CLOSE_BRACE);
      return true;
    },
  };
}

/** A CodeableConcept of text that is a code of a known system. */
export function coded(path: string, system: string): Element {
  const read = reader(path);
  const opening = openingOf(system);
  return {
    rows: [{ element: '.coding[].code', field: path, how: `code of \`${system}\`` }],
    needs: firstKey(path),
    write(scope) {
      const { source, out } = scope;
      const start = out.length;
      out.raw(opening);
      const isWritten = source.writeCode(read(scope), out);
      if (isWritten) out.raw(CONCEPT_END);
      else out.length = start;
      return isWritten;
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
  const concepts = [...codeOf].map(([name, code]) => [name, new Fragment(JSON.stringify(concept(x12System(element), code)))] as const);
  return {
    rows: [{ element: '.coding[].code', field: path, how: `its code in \`${x12System(element)}\`` }],
    needs: firstKey(path),
    write: writeFound(path, new TextTable(concepts)),
  };
}
