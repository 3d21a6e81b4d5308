import type { ByteWriter } from '../common/byte-writer';
import type { IssueListener } from '../common/issue';
import { DEFAULT_DELIMITERS, type Delimiters, type LineBreak } from './delimiters';

/** The repetitions of an element. */
export interface RepeatedElement {
  readonly repetitions: readonly (string | readonly string[])[];
}

/** A simple element, the components of a composite, or the repetitions of an element. */
export type ElementValue = string | readonly string[] | RepeatedElement;

export interface SegmentWriterOptions {
  /** Delimiters to write with; default `*`, `:`, `^` and `~`. */
  readonly delimiters?: Delimiters;
  /** What follows each terminator; default a line feed. */
  readonly lineBreak?: LineBreak;
  /** True to treat control characters, which many readers drop, as delimiters. Default false. */
  readonly refusesControls?: boolean;
  /** Told of values that hold a delimiter. */
  readonly onIssue?: IssueListener;
}

/** Characters that are one byte of UTF-8. */
const ASCII = 128;

/** The first character that is no control character, and the one behind ASCII that is. */
const FIRST_SHOWN = 0x20;
const DELETE = 0x7f;

/**
 * Writes segments as bytes of UTF-8. Empty elements and components at the end are left out, as X12 wants it.
 *
 * X12 has no escape: a delimiter inside a value would break the segment, so it is written as a blank and reported.
 */
export class SegmentWriter {
  /** Segments written so far. */
  segmentCount = 0;
  private readonly delimiters: Delimiters;
  private readonly lineBreak: string;
  /** 1 for each character of ASCII that is written as it is. */
  private readonly plain: Uint8Array;
  private readonly forbidden: ReadonlySet<number>;

  constructor(
    private readonly out: ByteWriter,
    private readonly options: SegmentWriterOptions = {},
  ) {
    const { delimiters = DEFAULT_DELIMITERS, lineBreak = '\n', refusesControls = false } = options;
    this.delimiters = delimiters;
    this.lineBreak = lineBreak;
    const { element, component, repetition = element, segment } = delimiters;
    const controls = refusesControls ? [...Array.from({ length: FIRST_SHOWN }, (_, code) => code), DELETE] : [];
    this.forbidden = new Set([element, component, repetition, segment, ...controls]);
    this.plain = Uint8Array.from({ length: ASCII }, (_, code) => (this.forbidden.has(code) ? 0 : 1));
  }

  /** Writes a segment, with terminator and line break. `elements` begin with the first one, not with the id; undefined is empty. */
  write(id: string, elements: readonly (ElementValue | undefined)[]): void {
    this.segmentCount++;
    const { out, delimiters } = this;
    out.ascii(id);
    let length = elements.length;
    while (length > 0 && isEmpty(elements[length - 1])) length--;
    for (let i = 0; i < length; i++) {
      out.byte(delimiters.element);
      const value = elements[i];
      if (typeof value === 'string') {
        if (value !== '') this.text(value, id, i + 1, 0);
      } else if (value !== undefined) this.elementValue(value, id, i + 1);
    }
    out.byte(delimiters.segment);
    if (this.lineBreak !== '') out.ascii(this.lineBreak);
  }

  /** Writes segments that are bytes already. */
  append(bytes: Uint8Array, count: number): void {
    this.segmentCount += count;
    this.out.append(bytes);
  }

  private elementValue(value: Exclude<ElementValue, string>, id: string, element: number): void {
    if (!('repetitions' in value)) return this.components(value, id, element);
    const { repetition } = this.delimiters;
    const { repetitions } = value;
    if (repetition === undefined && repetitions.length > 1) this.reportUnseparated(id, element);
    repetitions.forEach((one, i) => {
      if (i > 0) {
        if (repetition === undefined) return;
        this.out.byte(repetition);
      }
      if (typeof one === 'string') this.text(one, id, element, 0);
      else this.components(one, id, element);
    });
  }

  private reportUnseparated(id: string, element: number): void {
    const reference = referenceOf(id, element, 0);
    const message = `The interchange has no repetition separator; only the first value of ${reference} is written`;
    this.options.onIssue?.({ issueType: 'NUMBER_OF_ITEMS', message, segment: id, element: reference, maxNumberOfItems: 1 });
  }

  private components(values: readonly string[], id: string, element: number): void {
    let length = values.length;
    while (length > 0 && values[length - 1] === '') length--;
    for (let i = 0; i < length; i++) {
      if (i > 0) this.out.byte(this.delimiters.component);
      const value = values[i] ?? '';
      if (value !== '') this.text(value, id, element, i + 1);
    }
  }

  /** Writes a value, character by character as long as each is a byte that may stand there. `component` is 0 for a simple element. */
  private text(value: string, id: string, element: number, component: number): void {
    const { out, plain } = this;
    const { length } = value;
    out.reserve(length);
    const { bytes } = out;
    let position = out.length;
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code >= ASCII || plain[code] === 0) return out.text(this.cleaned(value, id, element, component));
      bytes[position++] = code;
    }
    out.length = position;
  }

  /** A value with blanks where it holds what cannot be written, which is reported. */
  private cleaned(value: string, id: string, element: number, component: number): string {
    const clean = Array.from({ length: value.length }, (_, i) => (this.forbidden.has(value.charCodeAt(i)) ? ' ' : value.charAt(i)))
      .join('')
      .replace(/\p{Surrogate}/gu, ' ');
    if (clean === value) return value;
    const reference = referenceOf(id, element, component);
    const message = `The value of ${reference} holds a delimiter, a control character or half a character, which X12 cannot carry; it is written as a blank`;
    this.options.onIssue?.({ issueType: 'INVALID', message, segment: id, element: reference, value });
    return clean;
  }
}

/** Reference of an element or component, such as SVC01-2; `component` is 0 for the element. */
const referenceOf = (id: string, element: number, component: number): string =>
  `${id}${String(element).padStart(2, '0')}${component === 0 ? '' : `-${component}`}`;

/** True for what writes nothing. */
function isEmpty(value: ElementValue | undefined): boolean {
  if (value === undefined || value === '') return true;
  if (typeof value === 'string') return false;
  if (!('repetitions' in value)) return value.every((one) => one === '');
  const [only, ...others] = value.repetitions;
  return others.length === 0 && isEmpty(only);
}
