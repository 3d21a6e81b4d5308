import type { IssueListener } from '../common/issue';
import { DEFAULT_DELIMITERS, type Delimiters } from './delimiters';

/** A simple element, the components of a composite, or the repetitions of an element. */
export type ElementValue = string | readonly string[] | { readonly repetitions: readonly (string | readonly string[])[] };

export interface SegmentWriterOptions {
  /** Delimiters to write with; default `*`, `:`, `^` and `~`. */
  readonly delimiters?: Delimiters;
  /** What follows each terminator; default a line feed. */
  readonly lineBreak?: '' | '\n' | '\r\n';
  /** True to treat control characters, which many readers drop, as delimiters. Default false. */
  readonly refusesControls?: boolean;
  /** Told of values that hold a delimiter. */
  readonly onIssue?: IssueListener;
}

/**
 * Writes segments as text. Empty elements and components at the end are left out, as X12 wants it.
 *
 * X12 has no escape: a delimiter inside a value would break the segment, so it is written as a blank and reported.
 */
export class SegmentWriter {
  /** Segments written so far. */
  segmentCount = 0;
  private readonly element: string;
  private readonly component: string;
  private readonly repetition: string;
  private readonly end: string;
  private readonly forbidden: RegExp;
  private readonly everyForbidden: RegExp;

  constructor(private readonly options: SegmentWriterOptions = {}) {
    const { delimiters = DEFAULT_DELIMITERS, lineBreak = '\n', refusesControls = false } = options;
    this.element = String.fromCharCode(delimiters.element);
    this.component = String.fromCharCode(delimiters.component);
    this.repetition = delimiters.repetition === undefined ? '' : String.fromCharCode(delimiters.repetition);
    this.end = String.fromCharCode(delimiters.segment) + lineBreak;
    const all = [this.element, this.component, this.repetition, String.fromCharCode(delimiters.segment)];
    const forbidden = `[${refusesControls ? '\\x00-\\x1f\\x7f' : ''}${all.map((one) => one.replace(/[\\\]^-]/g, '\\$&')).join('')}]`;
    this.forbidden = new RegExp(forbidden);
    this.everyForbidden = new RegExp(forbidden, 'g');
  }

  /** Gives the text of a segment, with terminator and line break. `elements` begin with the first one, not with the id. */
  write(id: string, elements: readonly ElementValue[]): string {
    this.segmentCount++;
    const texts = withoutEmptyEnd(elements.map((value, i) => this.elementText(id, i + 1, value)));
    return [id, ...texts].join(this.element) + this.end;
  }

  private elementText(id: string, element: number, value: ElementValue): string {
    if (typeof value === 'string') return this.clean(id, element, value);
    if ('repetitions' in value) return value.repetitions.map((one) => this.componentsText(id, element, one)).join(this.repetition);
    return this.componentsText(id, element, value);
  }

  private componentsText(id: string, element: number, value: string | readonly string[]): string {
    if (typeof value === 'string') return this.clean(id, element, value);
    return withoutEmptyEnd(value.map((component, i) => this.clean(id, element, component, i + 1))).join(this.component);
  }

  private clean(id: string, element: number, value: string, component?: number): string {
    if (!this.forbidden.test(value)) return value;
    const reference = `${id}${String(element).padStart(2, '0')}${component === undefined ? '' : `-${component}`}`;
    const message = `The value of ${reference} holds a delimiter or a control character, which X12 cannot carry; it is written as a blank`;
    this.options.onIssue?.({ issueType: 'INVALID', message, segment: id, element: reference, value });
    return value.replace(this.everyForbidden, ' ');
  }
}

function withoutEmptyEnd(texts: readonly string[]): readonly string[] {
  let length = texts.length;
  while (length > 0 && texts[length - 1] === '') length--;
  return texts.slice(0, length);
}
