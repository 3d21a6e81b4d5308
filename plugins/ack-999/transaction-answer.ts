import { type Segment } from '../../src/plugin';
import {
  type AcknowledgmentContext,
  type ElementPlace,
  type Issue,
  OutLoop,
  type OutValue,
  type ReceivedIssue,
  type ReceivedTransactionSet,
  StandardDictionary,
  type TransactionSetWriter,
} from '../../src/plugin/io';
import { findBusinessUnit } from './business-unit';
import { elementCodeOf, HAS_ELEMENT_ERRORS, isAboutSegment, SET_CODE, segmentCodeOf, setCodeOf } from './error-codes';
import { copied, fitted } from './fit';
import type { GuideParts } from './guide-parts';

/** IK501: accepted, accepted with errors, rejected. */
export type SetStatus = 'A' | 'E' | 'R';

/** Rules of these levels, the syntax and the requirements of the guide, reject a transaction set; findings of other levels are noted. */
const HIGHEST_REJECTING_LEVEL = 2;

/** IK502 to IK506. */
const MAX_CODES = 5;

const MIN_CONTROL_NUMBER_LENGTH = 4;
const MAX_CONTROL_NUMBER_LENGTH = 9;

/** Replaces an id that the standard does not have: element 721 is a code of the standard, so the id cannot be repeated. */
const NO_SEGMENT_ID = 'UNK';

const TRAILER = 'SE';

const OUTSIDE_LOOPS = '0000';

/** CTX01-2. */
const MAX_REFERENCE_LENGTH = 35;

/** Errors of one element, as IK4 reports them. */
interface ElementError {
  readonly at: ElementPlace;
  readonly code: string;
  readonly values: readonly OutValue[];
}

/** Errors of one segment. */
interface SegmentError {
  readonly id: string;
  /** False for an id that the standard does not have. */
  readonly isKnown: boolean;
  readonly position: number;
  readonly loop: string;
  readonly code: string;
  readonly elements: Map<string, ElementError>;
  /** One of its issues, which names the object that the segment is in. */
  readonly received: ReceivedIssue;
}

const dictionary = new StandardDictionary();

/** The answer to one transaction set: loop 2000, written while its issues come. */
export class TransactionAnswer {
  private readonly loop: OutLoop;
  private readonly codes = new Set<string>();
  private status: SetStatus = 'A';

  constructor(
    private readonly received: ReceivedTransactionSet,
    private readonly writer: TransactionSetWriter,
    private readonly parts: GuideParts,
    private readonly context: AcknowledgmentContext,
  ) {
    const { id, controlNumber, conventionReference } = received;
    this.loop = new OutLoop(parts.response);
    this.loop.add(parts.ak2, [id, controlNumberOf(controlNumber), copied(conventionReference, 35)]);
    if (controlNumberOf(controlNumber) !== controlNumber) this.reject(SET_CODE.controlNumber);
    writer.open(this.loop, false);
  }

  /** Writes the errors: a loop 2100 for each segment and kind of error, with its elements in loops 2110. */
  report(issues: readonly ReceivedIssue[]): void {
    let errors = new Map<string, SegmentError>();
    let last = 0;
    for (const received of issues) {
      const number = received.issue.place?.segmentNumber ?? 0;
      if (number !== last) {
        this.write(errors);
        errors = new Map();
        last = number;
      }
      this.take(received, errors);
    }
    this.write(errors);
  }

  /** Writes IK5. */
  close(se: Segment | undefined): SetStatus {
    if (se === undefined) this.reject(SET_CODE.noTrailer);
    this.loop.add(this.parts.ik5, [this.status, ...[...this.codes].slice(0, MAX_CODES)]);
    this.writer.close();
    return this.status;
  }

  private reject(code: string): void {
    this.codes.add(code);
    this.status = 'R';
  }

  private take(received: ReceivedIssue, errors: Map<string, SegmentError>): void {
    const { issue } = received;
    // Without a place it is about our own work, such as a rule that failed.
    if (this.positionOf(issue) < 1) return;
    // IK5 reports a missing SE.
    if (issue.missing?.segment === TRAILER) return;
    const level = issue.dataLoss === true ? undefined : this.context.levelOf(issue);
    if (level === undefined || level <= HIGHEST_REJECTING_LEVEL) this.status = 'R';
    else if (this.status === 'A') this.status = 'E';
    const ofSet = setCodeOf(issue);
    if (ofSet !== undefined) this.codes.add(ofSet);
    else if (issue.segment === undefined && issue.ruleId !== 'segment-unknown') this.codes.add(SET_CODE.hasErrors);
    else this.addError(received, errors);
  }

  /** The position in the transaction set, ST is 1; below that for an issue that is not about it. */
  private positionOf({ place }: Issue): number {
    return (place?.segmentNumber ?? 0) - this.received.st.segmentNumber + 1;
  }

  private addError(received: ReceivedIssue, errors: Map<string, SegmentError>): void {
    const { issue } = received;
    const { missing, segment = '', loop = '' } = issue;
    const id = missing?.segment ?? segment;
    const isSegment = isAboutSegment(issue);
    const isOfStandard = dictionary.elementsOf(id).length > 0;
    const code = isSegment ? segmentCodeOf(issue, isOfStandard) : HAS_ELEMENT_ERRORS;
    // Guides know all ids but those that this rule finds.
    const isKnown = isOfStandard || issue.ruleId !== 'segment-unknown';
    const position = this.positionOf(issue);
    const loopId = missing?.loop ?? loop;
    // Elements may be reported with the loop that was open, and with the one that the segment opens.
    const key = isSegment ? `${code} ${id} ${loopId}` : code;
    const error = errors.get(key) ?? { id, isKnown, position, loop: loopId, code, elements: new Map<string, ElementError>(), received };
    errors.set(key, error);
    if (isSegment) return;
    const element = this.elementError(issue, issue.at ?? numbersOf(issue.element));
    error.elements.set(JSON.stringify(element.values), element);
  }

  private elementError(issue: Issue, at: ElementPlace): ElementError {
    const { element, component, repetition } = at;
    const code = elementCodeOf(issue);
    const dataElement = at.dataElement ?? dataElementOf(issue.segment ?? '', at);
    const place = [element, component, repetition].map((number) => (number === undefined ? '' : String(number)));
    const most = this.parts.ik4.elements[3]?.max ?? 0;
    return { at, code, values: [place, /^\d{1,4}$/.test(dataElement) ? dataElement : '', code, copied(issue.value ?? '', most)] };
  }

  private write(errors: ReadonlyMap<string, SegmentError>): void {
    for (const error of errors.values()) this.writeError(error);
  }

  private writeError({ id, isKnown, position, loop, code, elements, received }: SegmentError): void {
    const { ik3, ik4, error, note, businessUnit } = this.parts;
    const codes = elements.size === 0 ? [code] : [...elements.values()].map((element) => element.code);
    for (const one of codes) this.codes.add(one.startsWith('I') ? SET_CODE.hasImplementationErrors : SET_CODE.hasErrors);
    const out = new OutLoop(error);
    const loopId = loop === OUTSIDE_LOOPS ? '' : copied(loop, ik3.elements[2]?.max ?? 0);
    out.add(ik3, [isKnown ? segmentIdOf(id) : NO_SEGMENT_ID, String(position), loopId, code]);
    const [name, number = ''] = findBusinessUnit(this.received.id, received.unit, received.issue.place?.segmentNumber ?? 0) ?? [];
    if (name !== undefined && copied(number, MAX_REFERENCE_LENGTH) !== '') out.add(businessUnit, [[name, copied(number, MAX_REFERENCE_LENGTH)]]);
    for (const { values } of [...elements.values()].sort(compareElements)) out.addLoop(note).add(ik4, values);
    this.writer.write(out);
  }
}

function compareElements({ at: a }: ElementError, { at: b }: ElementError): number {
  return a.element - b.element || (a.repetition ?? 0) - (b.repetition ?? 0) || (a.component ?? 0) - (b.component ?? 0);
}

/** ST02 as AK202 holds it. */
const controlNumberOf = (text: string): string => fitted(text, MAX_CONTROL_NUMBER_LENGTH).padStart(MIN_CONTROL_NUMBER_LENGTH, '0');

const segmentIdOf = (id: string): string => (/^[A-Z][A-Z0-9]{1,2}$/.test(id) ? id : NO_SEGMENT_ID);

/** Reads a reference such as CLM05-1. */
function numbersOf(reference = ''): ElementPlace {
  const [, element = '1', component] = /(\d\d)(?:-(\d+))?$/.exec(reference) ?? [];
  return { element: Number(element), ...(component === undefined ? {} : { component: Number(component) }) };
}

function dataElementOf(segment: string, { element, component }: ElementPlace): string {
  const def = dictionary.elementsOf(segment)[element - 1];
  return (component === undefined ? def : def?.components?.[component - 1])?.dataElement ?? '';
}
