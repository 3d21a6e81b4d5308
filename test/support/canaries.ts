/** Stands in every value of a patient, with a number behind it; no other text has it. */
export const CANARY = 'ZQXCANARY';

/** A day and an amount that no sample has, in the forms that inputs and outputs have for them. */
const CANARY_DATE = '19010203';
const CANARY_AMOUNT = '86420.13';

/** Finds the value of a patient in any text. */
export const CANARIES = new RegExp(`${CANARY}|${CANARY_DATE}|1901-02-03|(?<!\\d)86420\\.?13(?!\\d)`, 'i');

/** Elements that tell of a patient, or of whom a patient deals with, by segment: texts and numbers, days, amounts. Codes are not among them. */
const TEXTS: Readonly<Record<string, readonly number[]>> = {
  NM1: [3, 4, 5, 9],
  N1: [2],
  N2: [1],
  N3: [1, 2],
  N4: [1],
  PER: [2, 4, 6, 8],
  REF: [2],
  CLP: [1, 7],
  CLM: [1],
  TRN: [2],
  SBR: [3, 4],
  NTE: [2],
  MSG: [1],
  K3: [1],
};
const DATES: Readonly<Record<string, number>> = { DMG: 2, DTP: 3, DTM: 2 };
const AMOUNTS: Readonly<Record<string, number>> = { CLM: 2, CLP: 3, SV1: 2, SVC: 2, AMT: 2, HD: 9 };

/** Gives EDI (delimiters `*` and `~`) with a canary in each of these elements that has a value. Equal input gives equal output. */
export function withCanaries(edi: string): string {
  let number = 0;
  return edi
    .split('~')
    .map((segment) => {
      const [, blanks = '', text = ''] = /^(\s*)([\s\S]*)$/.exec(segment) ?? [];
      const elements = text.split('*');
      const id = elements[0] ?? '';
      const put = (place: number | undefined, value: string): void => {
        if (place !== undefined && (elements[place] ?? '') !== '') elements[place] = value;
      };
      for (const place of TEXTS[id] ?? []) put(place, `${CANARY}${++number}`);
      put(DATES[id], CANARY_DATE);
      put(AMOUNTS[id], CANARY_AMOUNT);
      return blanks + elements.join('*');
    })
    .join('~');
}

/** Gives the input and damaged forms of it, each with what was done. The damage itself has canaries where it adds text. */
export function damagedForms(edi: string): readonly (readonly [name: string, content: string])[] {
  const segments = edi.split('~');
  return [
    ['whole', edi],
    ['truncated in a segment', edi.slice(0, Math.floor(edi.length * 0.7))],
    ['truncated after the ISA', segments.slice(0, 3).join('~')],
    ['every fifth segment missing', segments.filter((_, index) => index < 4 || index % 5 > 0).join('~')],
    ['segments in reverse', [...segments.slice(0, 4), ...segments.slice(4).reverse()].join('~')],
    ['text before the ISA', `Dear ${CANARY}0, here is\n${edi}`],
    ['text in place of EDI', `Dear ${CANARY}0, here is no EDI`],
    ['text after the IEA', `${edi}${CANARY}0 was here`],
    ['values as segments', edi.replaceAll(/~(\s*)(CLP|CLM|INS|STC)\*/g, `~$1${CANARY}0*$2*`)],
    ['values as qualifiers', edi.replaceAll(/~(\s*)(NM1|REF|DTP|DTM|HI)\*[^*~]*/g, `~$1$2*${CANARY}0`)],
    ['values in closing segments', edi.replaceAll(/~(\s*)(SE|GE)\*[^*~]*/g, `~$1$2*${CANARY}0`)],
    ['values as versions', edi.replaceAll(/\*X\*00[^~]*/g, `*X*${CANARY}0`)],
    ['a value as the kind of transaction', edi.replaceAll(/~(\s*)ST\*\d+/g, `~$1ST*${CANARY}0`)],
    ['no terminators', edi.replaceAll('~', CANARY)],
    ['a long element', edi.replace(`${CANARY}2`, `${CANARY}2`.repeat(300))],
    ['bytes that are no text', edi.replace(`${CANARY}2`, `${CANARY}2\0\u0007é\u{1f600}`)],
  ];
}
