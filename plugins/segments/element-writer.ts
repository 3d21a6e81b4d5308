import { dates, type Segment } from '../../src/plugin';
import { BYTE, type ByteWriter, type Chunk, type ElementDef, Fragment, jsonText, type TreeElement, type TreeValue } from '../../src/plugin/io';
import { codedElement, codeWriter } from './element-codes';

// Read once: a property of a re-exported module costs a call.
const { encodeDate, isJsonNumber, memberFragment, normaliseNumber, writeJsonText } = jsonText;
const { BRACE_CLOSE, BRACE_OPEN, BRACKET_CLOSE, BRACKET_OPEN, COMMA, DOT, MINUS } = BYTE;

/** Writes one element of a segment, from its first byte to the one after its last, with a comma before it. It is not empty. */
export type WriteElement = (out: ByteWriter, segment: Segment, start: number, end: number) => void;

/** How an element is written: as text under a key, as most are, or by a function. */
export interface ElementWriter {
  readonly textKey: Fragment | undefined;
  readonly write: WriteElement | undefined;
}

/** Writes the value between two positions of a chunk. */
type ValueWriter = (out: ByteWriter, chunk: Chunk, start: number, end: number) => void;

/** Data elements whose format the element before them defines: a date/time period and its qualifier. */
const PERIOD = '1251';
const PERIOD_FORMAT = '1250';

/** Data element numbers that count, as JSON integers: number of included segments. */
const COUNT = '96';

/** Names the elements of a segment or composite: a repeated name has a number from the second on. */
export class ElementNames {
  private readonly used = new Map<string, number>();

  nameOf({ treeName, name }: ElementDef): string {
    const key = treeName ?? name;
    const count = (this.used.get(key) ?? 0) + 1;
    this.used.set(key, count);
    return count === 1 ? key : `${key}_${count}`;
  }
}

/** Declares the elements of a segment. */
export function treeElements(elements: readonly ElementDef[]): readonly TreeElement[] {
  const names = new ElementNames();
  return elements.map((def, i) => {
    const key = names.nameOf(def);
    return { key: memberFragment(key), value: elementValue(def, elements[i - 1], key) };
  });
}

function elementValue(def: ElementDef, before: ElementDef | undefined, key: string): TreeValue {
  if (def.repeat !== 1) return { kind: 'list', item: valueOf(def) };
  if (def.dataElement === PERIOD && before?.dataElement === PERIOD_FORMAT) return { kind: 'period', keyTo: memberFragment(`${key}_to`) };
  return valueOf(def);
}

function valueOf(def: ElementDef): TreeValue {
  if (def.components !== undefined && def.components.length > 0) return { kind: 'composite', parts: partsOf(def.components) };
  const coded = codedElement(def.dataElement);
  if (coded !== undefined) return coded;
  if (def.type === 'DT') return { kind: 'day' };
  if (def.type === 'TM') return { kind: 'time' };
  if (def.type === 'R') return { kind: 'decimal' };
  return { kind: def.dataElement === COUNT ? 'count' : 'text' };
}

function partsOf(components: readonly ElementDef[]): readonly TreeElement[] {
  const names = new ElementNames();
  return components.map((def) => ({ key: memberFragment(names.nameOf(def)), value: valueOf(def) }));
}

/** Makes what writes declared elements. */
export function elementWriters(elements: readonly TreeElement[]): readonly ElementWriter[] {
  return elements.map(({ key, value }, i) => {
    const write = elementWriter(key, value, i + 1);
    return write === undefined ? { textKey: key, write } : { textKey: undefined, write };
  });
}

/** Writes the elements of a segment for which there are writers, in order. */
export function writeElements(elements: readonly ElementWriter[], segment: Segment, out: ByteWriter): void {
  const count = Math.min(elements.length, segment.elementCount);
  for (let i = 0; i < count; i++) {
    const start = segment.start(i + 1);
    const end = segment.end(i + 1);
    const element = elements[i];
    if (start >= end || element === undefined) continue;
    if (element.textKey === undefined) element.write?.(out, segment, start, end);
    else {
      out.raw(element.textKey);
      writeJsonText(out, segment.chunk, start, end);
    }
  }
}

/** Undefined for an element that is text. */
function elementWriter(key: Fragment, value: TreeValue, number: number): WriteElement | undefined {
  if (value.kind === 'text') return undefined;
  if (value.kind === 'list') return repeatedWriter(key, valueWriter(value.item));
  if (value.kind === 'period') return periodWriter(number, key, value.keyTo);
  const write = valueWriter(value);
  return (out, { chunk }, start, end) => {
    const mark = out.length;
    out.raw(key);
    const open = out.length;
    write(out, chunk, start, end);
    if (out.length === open) out.length = mark;
  };
}

/** A repeating element is an array, also with one value. */
function repeatedWriter(key: Fragment, value: ValueWriter): WriteElement {
  return (out, { chunk }, from, end) => {
    let start = from;
    const mark = out.length;
    out.raw(key);
    const open = out.length;
    const separator = chunk.delimiters.repetition ?? -1;
    for (let i = start; i <= end; i++) {
      if (i < end && chunk.bytes[i] !== separator) continue;
      if (start < i) {
        const item = out.length;
        out.byte(COMMA);
        value(out, chunk, start, i);
        if (out.length === item + 1) out.length = item;
      }
      start = i + 1;
    }
    if (out.length === open) {
      out.length = mark;
      return;
    }
    out.bytes[open] = BRACKET_OPEN;
    out.byte(BRACKET_CLOSE);
  };
}

/** A date, or the first and last day of a range, in the format that the element before declares; other formats are unchanged. */
function periodWriter(number: number, key: Fragment, keyTo: Fragment): WriteElement {
  return (out, segment, start, end) => {
    const { chunk } = segment;
    const isRange = segment.componentIs(number - 1, 1, 'RD8');
    const hyphen = isRange ? chunk.bytes.indexOf(MINUS, start) : -1;
    out.raw(key);
    if (hyphen > start && hyphen < end) {
      writeDay(out, chunk, start, hyphen);
      if (hyphen + 1 === end) return;
      out.raw(keyTo);
      writeDay(out, chunk, hyphen + 1, end);
    } else if (segment.componentIs(number - 1, 1, 'D8')) writeDay(out, chunk, start, end);
    else writeJsonText(out, chunk, start, end);
  };
}

function valueWriter(value: TreeValue): ValueWriter {
  switch (value.kind) {
    case 'composite':
      return compositeWriter(value.parts);
    case 'code':
      return codeWriter(value);
    case 'day':
      return writeDay;
    case 'time':
      return writeTime;
    case 'decimal':
      return writeDecimal;
    case 'count':
      return writeCount;
    default:
      return writeJsonText;
  }
}

function compositeWriter(elements: readonly TreeElement[]): ValueWriter {
  const parts = elements.map(({ key, value }) => ({ key, value: valueWriter(value) }));
  return (out, chunk, start, end) => {
    const open = out.length;
    const separator = chunk.delimiters.component;
    let from = start;
    for (const { key, value } of parts) {
      let to = from;
      while (to < end && chunk.bytes[to] !== separator) to++;
      if (from < to) {
        out.raw(key);
        value(out, chunk, from, to);
      }
      from = to + 1;
      if (from > end) break;
    }
    for (let n = parts.length + 1; from < end; n++) {
      let to = from;
      while (to < end && chunk.bytes[to] !== separator) to++;
      if (from < to) {
        out.text(`,"component_${String(n).padStart(2, '0')}":`);
        writeJsonText(out, chunk, from, to);
      }
      from = to + 1;
    }
    if (out.length === open) return;
    out.bytes[open] = BRACE_OPEN;
    out.byte(BRACE_CLOSE);
  };
}

const NO_KEY = new Fragment('');

/** A date of the calendar as yyyy-mm-dd; anything else unchanged. */
export function writeDay(out: ByteWriter, chunk: Chunk, start: number, end: number): void {
  const open = out.length;
  encodeDate(out, NO_KEY, chunk, start, end);
  if (out.length === open) writeJsonText(out, chunk, start, end);
}

/** A time as HH:mm, with seconds if present; anything else unchanged. */
export function writeTime(out: ByteWriter, chunk: Chunk, start: number, end: number): void {
  const text = dates.formatTime(chunk.text(start, end));
  if (text === undefined) writeJsonText(out, chunk, start, end);
  else out.text(`"${end - start === 4 ? text.slice(0, 5) : text}"`);
}

/** A decimal number, never without a fraction: 10 is 10.0. */
function writeDecimal(out: ByteWriter, chunk: Chunk, start: number, end: number): void {
  if (isJsonNumber(chunk.bytes, start, end)) {
    out.copy(chunk.view, start, end);
    if (!hasPoint(chunk.bytes, start, end)) out.raw(NO_FRACTION);
    return;
  }
  const text = normaliseNumber(chunk.text(start, end));
  if (text === undefined) writeJsonText(out, chunk, start, end);
  else out.text(text.includes('.') ? text : `${text}.0`);
}

const NO_FRACTION = new Fragment('.0');

function hasPoint(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === DOT) return true;
  return false;
}

/** A count or control number as a JSON integer; anything else unchanged. */
export function writeCount(out: ByteWriter, chunk: Chunk, start: number, end: number): void {
  const text = chunk.text(start, end);
  if (/^\d{1,15}$/.test(text)) out.text(String(Number(text)));
  else writeJsonText(out, chunk, start, end);
}

/** A day of YYMMDD, or of CCYYMMDD, as in ISA09; anything else unchanged. */
export function writeShortDay(out: ByteWriter, chunk: Chunk, start: number, end: number): void {
  const day = dates.readDate6(chunk.bytes, start, end);
  if (day < 0) writeDay(out, chunk, start, end);
  else out.date(day);
}
