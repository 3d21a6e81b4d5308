import type { ElementPlace, Issue } from '../common/issue';
import type { ElementDef, SegmentDef } from '../guide/guide.types';
import type { Segment } from '../x12/segment';
import { type ElementCheck, KIND, type SegmentCheck } from './element-check';
import type { RuleFacts } from './rule';
import type { RuleSwitches } from './rule-switches';

/** The object and field of JSON that an element is read as. */
export interface FieldName {
  /** Such as Claim. */
  readonly issueObjectClass: string;
  readonly fieldName: string;
}

/** Which part of an element a field holds: all of it, or the first or last day of a period. */
export type FieldPart = 'whole' | 'from' | 'to';

/** Finds the field of an element in a segment with the qualifier; undefined when no record shows it. */
export type FieldNames = (def: SegmentDef, element: string, part: FieldPart, qualifier: string) => FieldName | undefined;

/** A segment and its place. */
export interface SegmentPlace {
  readonly check: SegmentCheck;
  readonly segment: Segment;
  /** Id of the loop. */
  readonly loop: string;
}

/** A value of a segment: an element, a component, or one of the repetitions of either. */
export interface ValuePlace extends SegmentPlace {
  readonly element: ElementCheck;
  readonly start: number;
  readonly end: number;
}

/** Checks of valid segments, for rules of higher levels that are switched on. */
export interface FurtherCheck {
  readonly rule: RuleFacts;
  readonly run: (place: SegmentPlace, reporter: Reporter) => void;
}

/** Facts about a finding in addition to its place. */
export type Finding = Omit<Issue, 'issueType' | 'ruleId' | 'place' | 'loop' | 'segment' | 'ediString'>;

/** A value longer than this is cut in issues. */
const MAX_VALUE_LENGTH = 1_000;

/** The value as issues show it. */
export function valueOf({ segment, start, end }: ValuePlace): string {
  return end - start > MAX_VALUE_LENGTH ? `${segment.chunk.ownText(start, start + MAX_VALUE_LENGTH)}...` : segment.chunk.ownText(start, end);
}

/** Makes issues of what rules find, unless the rule is switched off. */
export class Reporter {
  constructor(
    private readonly switches: RuleSwitches,
    private readonly names: FieldNames | undefined,
    private readonly sink: (issue: Issue) => void,
  ) {}

  isOn(rule: RuleFacts): boolean {
    return this.switches.isOn(rule);
  }

  /** Reports an element or component, by its name in the guide. */
  element(rule: RuleFacts, place: SegmentPlace, { def }: ElementCheck, finding: Finding): void {
    if (!this.isOn(rule)) return;
    const fieldName = def.treeName ?? def.name;
    this.segment(rule, place, { fieldName, element: def.ref, ...atOf(place, def), ...codeOf(place, def.ref), ...finding });
  }

  /** Reports a value that is not one of its codes, by the field that it is read as. */
  code(rule: RuleFacts, place: ValuePlace, finding: Finding): void {
    if (!this.isOn(rule)) return;
    const named = this.names?.(place.check.def, place.element.def.ref, 'whole', qualifierOf(place));
    const shown = named === undefined ? finding : { issueObjectClass: named.issueObjectClass, fieldName: named.fieldName, ...finding };
    this.element(rule, place, place.element, shown);
  }

  /** Reports a date, by the field that it is read as. A period that its qualifier names has no element then, as in the interface. */
  date(rule: RuleFacts, place: ValuePlace, part: FieldPart, finding: Finding): void {
    if (!this.isOn(rule)) return;
    const { def, kind } = place.element;
    const named = this.names?.(place.check.def, def.ref, part, qualifierOf(place))?.fieldName;
    const fieldName = named === undefined ? def.name : snakeCase(named);
    const { qualifier, elements } = place.check;
    const isByQualifier = qualifier > 0 && elements[qualifier - 1]?.isFormat === false;
    if (!isByQualifier || kind !== KIND.period || named === undefined) this.element(rule, place, place.element, { fieldName, ...finding });
    else this.segment(rule, place, { fieldName, ...atOf(place, place.element.def), ...codeOf(place), ...finding });
  }

  /** Reports a segment. */
  segment(rule: RuleFacts, { segment, loop, check }: SegmentPlace, finding: Finding): void {
    if (!this.isOn(rule)) return;
    const { id, place, ediString } = segment;
    this.sink({ issueType: rule.issueType, ruleId: rule.id, fieldName: check.def.name, place, loop, segment: id, ediString, ...finding });
  }

  /** Passes on an issue that was made by itself. */
  issue(rule: RuleFacts, issue: Omit<Issue, 'issueType' | 'ruleId'> & { readonly issueType?: Issue['issueType'] }): void {
    if (this.isOn(rule)) this.sink({ issueType: rule.issueType, ruleId: rule.id, ...issue });
  }
}

const REFERENCE = /(\d\d)(?:-(\d+))?$/;

/** The numbers of an element, by its reference, such as CLM05-1. */
function atOf(place: SegmentPlace | ValuePlace, { ref, dataElement }: ElementDef): { readonly at?: ElementPlace } {
  const [, element, component] = REFERENCE.exec(ref) ?? [];
  if (element === undefined) return {};
  // Components belong to the repetitions of their element.
  const isRepeated = (place.check.elements[Number(element) - 1]?.maxRepeats ?? 1) > 1;
  const at = {
    element: Number(element),
    ...(component === undefined ? {} : { component: Number(component) }),
    ...('start' in place && isRepeated ? { repetition: repetitionOf(place, Number(element)) } : {}),
    ...(dataElement === '' ? {} : { dataElement }),
  };
  return { at };
}

/** Which of the repetitions of an element the value is, from 1. */
function repetitionOf({ segment, start }: ValuePlace, element: number): number {
  const { bytes, delimiters } = segment.chunk;
  let repetition = 1;
  for (let i = segment.start(element); i < start; i++) if (bytes[i] === delimiters.repetition) repetition++;
  return repetition;
}

function qualifierOf({ check, segment }: SegmentPlace): string {
  return check.qualifier === 0 ? '' : segment.element(check.qualifier);
}

/** The qualifier, if it identifies the segment, or if it is wrong. */
function codeOf(place: SegmentPlace, element?: string): { readonly ediCode?: string } {
  const { check } = place;
  const isQualifier = check.elements[check.qualifier - 1]?.def.ref === element;
  const ediCode = check.needsQualifier || isQualifier || element === undefined ? qualifierOf(place) : '';
  return ediCode === '' ? {} : { ediCode };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
