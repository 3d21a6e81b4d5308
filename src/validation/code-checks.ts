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
  /** False when codes may be of any day. */
  readonly asksForDays: boolean;
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
interface Span {
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
      const { element, component } = coded;
      const start = component === 0 ? segment.start(element) : segment.componentStart(element, component);
      if (start < 0) continue;
      const end = component === 0 ? segment.end(element) : segment.componentEnd(element, start);
      const named = start < end ? listOf(coded, segment) : undefined;
      if (named === undefined) continue;
      const list = named.byShape ? listByShape(bytes, start, end) : named;
      if (list !== undefined && this.isKnownGood(list, host, bytes, start, end)) continue;
      this.ask({ check, segment, loop, host }, coded, list, named, { start, end });
    }
  }

  /** True for a code that is valid on every possible day, and for a code of an unknown list. */
  private isKnownGood({ list }: CheckedList, { asksForDays, firstDay, lastDay }: CodeHost, bytes: Uint8Array, start: number, end: number): boolean {
    if (this.descriptions === undefined) return true;
    const known = this.descriptions.find(list, bytes, start, end);
    if (known === undefined) return false;
    const { validity } = known.description;
    return validity === undefined || (validity.isKnown && (!asksForDays || ((validity.from ?? 0) <= firstDay && (validity.to ?? Infinity) >= lastDay)));
  }

  private ask(at: CodePlace, { check }: CodedPlace, list: CheckedList | undefined, named: CheckedList, span: Span): void {
    const { segment, loop, host } = at;
    const place: ValuePlace = { check: at.check, segment, loop: loop.def.id, element: check, ...span };
    const findings = host.openFindings();
    if (list === undefined) return reportInvalidCode(place, named, undefined, host.reporterFor(findings));
    const isLookedUp = this.descriptions?.find(list.list, segment.chunk.bytes, span.start, span.end) !== undefined;
    if (!isLookedUp) this.missing.add(list.list, segment.chunk, span.start, span.end);
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

function listOf({ check, source, element, component }: CodedPlace, segment: Segment): CheckedList | undefined {
  if (source.kind === 'list') return source.list;
  const start = component === 0 ? segment.start(source.by) : segment.componentStart(element, source.by);
  if (start < 0) return source.usual;
  const end = component === 0 ? segment.end(source.by) : segment.componentEnd(element, start);
  if (start >= end) return source.usual;
  return listOfQualifier(check.def.dataElement, segment.chunk.bytes, start, end);
}
