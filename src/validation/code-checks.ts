import { formatDate } from '../common/dates';
import type { LoopNode } from '../guide/loop-node';
import { type CodeDescriptions, MissingCodes } from '../mapping/code-descriptions';
import type { CodeValidity } from '../mapping/code-list';
import type { Segment } from '../x12/segment';
import { type CheckedList, listByShape, listOfQualifier } from './code-source';
import type { CodedPlace, SegmentCheck } from './element-check';
import type { Findings } from './findings';
import type { Reporter, ValuePlace } from './reporter';
import { reportInvalidCode } from './rules/code-list';

/** The owner of a code check: a transaction. */
export interface CodeHost {
  /** Receives findings at their current place. */
  openFindings(): Findings;
  reporterFor(findings: Findings): Reporter;
  /** False when codes of a list may be of any day. */
  asksForDay(list: string): boolean;
  /** The days, yyyymmdd, between which those of `dayOf` lie: codes that are valid all the time between them need no question. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** The day on which a code of a loop must be valid, yyyymmdd; 0 when there is none. Called when the loop is complete. */
  dayOf(loop: LoopNode, list: string): number;
}

/** A code that is checked later: after its look-up, or when the day is known on which it must be valid. */
interface OpenQuestion {
  readonly place: ValuePlace;
  readonly list: CheckedList;
  readonly loop: LoopNode;
  readonly host: CodeHost;
  readonly findings: Findings;
}

/** Bounds of a value. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Checks the codes of a file. Known codes are cached for all files of an engine; unknown codes are gathered and looked up together by `settle`. */
export class CodeChecks {
  private readonly missing = new MissingCodes();
  private open: OpenQuestion[] = [];

  /** Without descriptions, only the form of codes is checked. */
  constructor(private readonly descriptions: CodeDescriptions | undefined) {}

  /** True when codes wait to be judged. */
  get isOpen(): boolean {
    return this.open.length > 0;
  }

  /** Checks the codes of a segment. */
  check(check: SegmentCheck, segment: Segment, loop: LoopNode, host: CodeHost): void {
    const { bytes } = segment.chunk;
    for (const coded of check.coded) {
      const span = spanOf(coded, segment);
      const { start, end } = span;
      const named = start < end ? listOf(coded, bytes, qualifierOf(coded, segment)) : undefined;
      if (named === undefined) continue;
      const list = named.byShape ? listByShape(bytes, start, end) : named;
      if (list !== undefined && this.isKnownGood(list, host, bytes, start, end)) continue;
      this.ask({ check, segment, loop, host }, coded, list, named, span);
    }
  }

  /** True where nothing is to be reported of a code, whatever its loop; `by` is the span of its qualifier. */
  isGood(coded: CodedPlace, bytes: Uint8Array, { start, end }: Span, by: Span, host: CodeHost): boolean {
    const named = listOf(coded, bytes, by);
    if (named === undefined) return true;
    const list = named.byShape ? listByShape(bytes, start, end) : named;
    return list !== undefined && this.isKnownGood(list, host, bytes, start, end);
  }

  /** As `isGood` for all codes of a segment. */
  areGood({ coded }: SegmentCheck, segment: Segment, host: CodeHost): boolean {
    return coded.every((one) => {
      const value = spanOf(one, segment);
      return value.start >= value.end || this.isGood(one, segment.chunk.bytes, value, qualifierOf(one, segment), host);
    });
  }

  /** Where codes are known from, and for how long: other values when good codes may be so no more. */
  get source(): readonly unknown[] {
    return [this.descriptions, this.descriptions?.epoch];
  }

  /** True for a code that is valid on every possible day, and for a code of an unknown list. */
  private isKnownGood({ list }: CheckedList, host: CodeHost, bytes: Uint8Array, start: number, end: number): boolean {
    if (this.descriptions === undefined) return true;
    const known = this.descriptions.find(list, bytes, start, end);
    if (known === undefined) return false;
    const { validity } = known.description;
    return validity === undefined || (validity.isKnown && (isAlwaysValid(validity, host) || !host.asksForDay(list.subType)));
  }

  private ask(at: CodePlace, { check }: CodedPlace, list: CheckedList | undefined, named: CheckedList, span: Span): void {
    const { segment, loop, host } = at;
    const place: ValuePlace = { check: at.check, segment, loop: loop.def.id, element: check, ...span };
    const findings = host.openFindings();
    if (list === undefined) return reportInvalidCode(place, named, undefined, host.reporterFor(findings));
    const isLookedUp = this.descriptions?.find(list.list, segment.chunk.bytes, span.start, span.end) !== undefined;
    if (!isLookedUp) this.missing.add(list.list, segment.chunk, span.start, span.end);
    findings.isAwaited = true;
    this.open.push({ place, list, loop, host, findings });
  }

  /** Looks up unknown codes, and reports those that are not valid. Called when the loops of the codes are complete. */
  async settle(): Promise<void> {
    const { open, descriptions, missing } = this;
    if (open.length === 0 || descriptions === undefined) return;
    this.open = [];
    if (missing.size > 0) await descriptions.learn(missing);
    missing.clear();
    for (const question of open) {
      const { place, list } = question;
      const validity = descriptions.find(list.list, place.segment.chunk.bytes, place.start, place.end)?.description.validity;
      if (validity !== undefined) judge(question, validity);
    }
  }
}

interface CodePlace {
  readonly check: SegmentCheck;
  readonly segment: Segment;
  readonly loop: LoopNode;
  readonly host: CodeHost;
}

function judge({ place, list, loop, host, findings }: OpenQuestion, { isKnown, from = 0, to = Infinity }: CodeValidity): void {
  if (!isKnown) return reportInvalidCode(place, list, undefined, host.reporterFor(findings));
  const day = host.dayOf(loop, list.list.subType);
  if (day === 0 || (day >= from && day <= to)) return;
  const when = `on ${formatDate(day)}: it is valid ${day < from ? `from ${formatDate(from)}` : `until ${formatDate(to)}`}`;
  reportInvalidCode(place, list, when, host.reporterFor(findings));
}

function isAlwaysValid({ from = 0, to = Infinity }: CodeValidity, { firstDay, lastDay }: CodeHost): boolean {
  return from <= firstDay && to >= lastDay;
}

const NOWHERE: Span = { start: 0, end: 0 };

/** The span of a code; empty where it is absent. */
function spanOf({ element, component }: CodedPlace, segment: Segment): Span {
  return component === 0 ? { start: segment.start(element), end: segment.end(element) } : componentSpan(segment, element, component);
}

function componentSpan(segment: Segment, element: number, component: number): Span {
  const start = segment.componentStart(element, component);
  return start < 0 ? NOWHERE : { start, end: segment.componentEnd(element, start) };
}

/** The span of the qualifier that names the list of a code; empty for none. */
function qualifierOf({ source, element, component }: CodedPlace, segment: Segment): Span {
  if (source.kind === 'list') return NOWHERE;
  return component === 0 ? { start: segment.start(source.by), end: segment.end(source.by) } : componentSpan(segment, element, source.by);
}

function listOf({ check, source }: CodedPlace, bytes: Uint8Array, { start, end }: Span): CheckedList | undefined {
  if (source.kind === 'list') return source.list;
  return start >= end ? source.usual : listOfQualifier(check.def.dataElement, bytes, start, end);
}
