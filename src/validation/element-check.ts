import { IntTable } from '../common/int-table';
import { packText, UNPACKABLE } from '../common/pack-code';
import type { ElementDef, SegmentDef } from '../guide/guide.types';
import { type CodeSource, codeSourceOf } from './code-source';

/** Kind of check of a value; numbers, because each value of the input is switched on. */
export const KIND = { text: 0, code: 1, longCode: 2, whole: 3, decimal: 4, date: 5, time: 6, period: 7, any: 8, composite: 9 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** Data element 1250 declares the format of a date or period (1251) next to it. */
const FORMAT_ELEMENT = '1250';
const PERIOD_ELEMENT = '1251';

/** Requirements of the guide for one element or component, in the flat order of reading. */
export interface ElementCheck {
  readonly def: ElementDef;
  readonly kind: Kind;
  readonly min: number;
  readonly max: number;
  readonly isRequired: boolean;
  readonly isUnused: boolean;
  readonly maxRepeats: number;
  /** Allowed codes, packed, for short ones. */
  readonly codes: IntTable<true> | undefined;
  /** Allowed codes where one is too long to pack. */
  readonly longCodes: ReadonlySet<string> | undefined;
  readonly pattern: RegExp | undefined;
  readonly components: readonly ElementCheck[];
  /** True for the code that declares the format of the date after it. */
  readonly isFormat: boolean;
  /** The code list that the value is from. */
  readonly source: CodeSource | undefined;
}

/** Requirements of the guide for a segment. */
export interface SegmentCheck {
  readonly def: SegmentDef;
  readonly elements: readonly ElementCheck[];
  /** Number of the last element that has to be there. */
  readonly lastRequired: number;
  readonly notes: readonly SyntaxNote[];
  /** The element that distinguishes the segment from others; 0 for none. */
  readonly qualifier: number;
  /** True when the qualifier distinguishes the segment from others of its id; else the id alone identifies it. */
  readonly needsQualifier: boolean;
  /** Values that have to be found in code lists. */
  readonly coded: readonly CodedPlace[];
}

/** A value of a segment that is from a code list. */
export interface CodedPlace {
  readonly check: ElementCheck;
  readonly source: CodeSource;
  readonly element: number;
  /** 0 for a simple element. */
  readonly component: number;
}

/** A relational note such as P0304: a condition between the elements that it names. */
export interface SyntaxNote {
  readonly kind: 'P' | 'R' | 'C' | 'L' | 'E';
  readonly elements: readonly number[];
  /** As the guide writes it. */
  readonly text: string;
}

/** Compiles the requirements of the guide for a segment. */
export function compileSegmentCheck(def: SegmentDef): SegmentCheck {
  const elements = def.elements.map((element) => compileElement(element));
  const [qualifier] = def.qualifiers;
  return {
    def,
    elements,
    lastRequired: elements.findLastIndex(({ isRequired }) => isRequired) + 1,
    notes: def.syntax.flatMap(readNote),
    qualifier: qualifier !== undefined && qualifier.component === undefined ? qualifier.element : 0,
    needsQualifier: hasSiblings(def),
    coded: elements.flatMap((check, i) => codedPlaces(check, i + 1)),
  };
}

/** True for a segment with others of its id next to it; for a trigger, those of neighbouring loops count. */
function hasSiblings(def: SegmentDef): boolean {
  const { loop } = def;
  const around = loop.trigger === def && loop.parent !== undefined ? loop.parent : loop;
  return around.children.filter((child) => (child.kind === 'loop' ? child.trigger : child).id === def.id).length > 1;
}

function codedPlaces(check: ElementCheck, element: number): CodedPlace[] {
  if (check.kind !== KIND.composite) return check.source ? [{ check, source: check.source, element, component: 0 }] : [];
  return check.components.flatMap((one, i) => (one.source ? [{ check: one, source: one.source, element, component: i + 1 }] : []));
}

function compileElement(def: ElementDef): ElementCheck {
  const { codes, min, max, usage, repeat, components, pattern } = def;
  const packed = codes?.map(packText);
  const isShort = packed !== undefined && !packed.includes(UNPACKABLE);
  return {
    def,
    kind: kindOf(def, isShort),
    min,
    max,
    isRequired: usage === 'R',
    isUnused: usage === 'N',
    maxRepeats: repeat,
    codes: isShort ? new IntTable(packed.map((code) => [code, true] as const)) : undefined,
    longCodes: codes === undefined || isShort ? undefined : new Set(codes),
    pattern: pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`),
    components: (components ?? []).map(compileElement),
    isFormat: def.dataElement === FORMAT_ELEMENT,
    source: codeSourceOf(def),
  };
}

const KIND_OF_TYPE: Readonly<Record<string, Kind>> = { DT: KIND.date, TM: KIND.time, R: KIND.decimal, B: KIND.any };

function kindOf(def: ElementDef, hasShortCodes: boolean): Kind {
  if (def.components !== undefined) return def.components.length > 0 ? KIND.composite : KIND.any;
  if (def.codes !== undefined) return hasShortCodes ? KIND.code : KIND.longCode;
  if (def.dataElement === PERIOD_ELEMENT) return KIND.period;
  if (/^N\d?$/.test(def.type)) return KIND.whole;
  return KIND_OF_TYPE[def.type] ?? KIND.text;
}

const NOTE = /^([PRCLE])((?:\d\d){2,})$/;

/** Notes of another form are none that can be checked; the lint of guides reports them. */
function readNote(text: string): readonly SyntaxNote[] {
  const match = NOTE.exec(text);
  const kind = readKind(match?.[1]);
  return kind === undefined ? [] : [{ kind, elements: (match?.[2]?.match(/\d\d/g) ?? []).map(Number), text }];
}

function readKind(letter: string | undefined): SyntaxNote['kind'] | undefined {
  return (['P', 'R', 'C', 'L', 'E'] as const).find((kind) => kind === letter);
}
