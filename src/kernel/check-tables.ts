import type { SegmentDef } from '../guide/guide.types';
import { type CodedPlace, type ElementCheck, KIND, type SegmentCheck, type SyntaxNote } from '../validation/element-check';
import type { Span } from '../validation/code-checks';
import type { GuideChecks } from '../validation/guide-checks';
import type { JudgedValue, PlainValidation } from '../validation/plain-validation';
import type { Chunk } from '../x12/segment';
import { hashTable } from './hash-table';
import type { Kernel } from './kernel';
import { CHECK, GOOD, VALUE_TRAIT } from './check-layout';

const INT = 4;
const ANY_NUMBER = 0x7fffffff;

/** The requirements of guides in the memory of the kernel, compiled when a segment first comes; and the values that were found good. */
export class CheckTables {
  private readonly bySlot = new WeakMap<GuideChecks, number>();
  /** What the host checks, by number; the kernel calls it with these numbers. */
  private readonly judged: (JudgedValue | undefined)[] = [undefined];
  private validation: PlainValidation | undefined;
  private codeFacts: readonly unknown[] = [];
  private good = 0;

  constructor(private readonly kernel: Kernel) {}

  /** Takes the validation of a walk; gives the address of its checks by slot. */
  use(validation: PlainValidation): number {
    const { kernel } = this;
    const { checks, guide, codeFacts } = validation;
    const table = this.bySlot.get(checks) ?? kernel.allocate(INT * guide.segments.length);
    this.bySlot.set(checks, table);
    const isFirst = this.good === 0;
    if (isFirst) this.good = kernel.allocate(GOOD.ROWS * GOOD.SIZE);
    if (isFirst) kernel.run.rememberIn(this.good);
    else if (codeFacts.some((fact, i) => fact !== this.codeFacts[i])) kernel.bytes.fill(0, this.good, this.good + GOOD.ROWS * GOOD.SIZE);
    this.codeFacts = codeFacts;
    this.validation = validation;
    return table;
  }

  /** Makes the check of a slot; gives its address. */
  checkOf(slot: number): number {
    const def: SegmentDef | undefined = this.validation?.guide.segments[slot];
    return def === undefined || def.usage === 'N' || this.validation === undefined ? CHECK.NONE : this.compile(this.validation.checks.segment(def));
  }

  /** 1 for a value about which nothing is to be reported; `by` is its format, or the qualifier of its list. */
  isGood(number: number, chunk: Chunk, value: Span, by: Span): number {
    const judged = this.judged[number];
    if (judged === undefined || this.validation === undefined) return 0;
    return this.validation.isGood(judged, chunk, value, by) ? 1 : 0;
  }

  private compile({ elements, lastRequired, notes, coded }: SegmentCheck): number {
    const { kernel } = this;
    const [rows, noteList, codedList] = [this.rowsOf(elements), this.list(notes.map(noteOf)), this.list(coded.map((one) => this.codedOf(one)))];
    const head = [elements.length, lastRequired, notes.length, noteList, coded.length, codedList];
    return kernel.list([...head, ...rows]);
  }

  private rowsOf(elements: readonly ElementCheck[]): readonly number[] {
    return elements.flatMap((element) => this.rowOf(element));
  }

  private rowOf(element: ElementCheck): readonly number[] {
    const { kind, min, max, isRequired, isUnused, isFormat, maxRepeats, codes, components, longCodes, pattern } = element;
    const isByHost = longCodes !== undefined || (pattern !== undefined && (kind === KIND.text || kind === KIND.period));
    const traits =
      (isRequired ? VALUE_TRAIT.REQUIRED : 0) |
      (isUnused ? VALUE_TRAIT.UNUSED : 0) |
      (isFormat ? VALUE_TRAIT.FORMAT : 0) |
      (isByHost ? VALUE_TRAIT.BY_HOST : 0) |
      (isUnused || kind === KIND.composite || maxRepeats > 1 ? VALUE_TRAIT.ODD : 0);
    const table =
      codes === undefined
        ? 0
        : hashTable(
            this.kernel,
            codes.keyList().map((key) => [key, 1] as const),
          );
    const list = components.length === 0 ? 0 : this.kernel.list(this.rowsOf(components));
    return [kind, min, Math.min(max, ANY_NUMBER), traits, Math.min(maxRepeats, ANY_NUMBER), table, components.length, list, this.numberOf(element)];
  }

  private codedOf(coded: CodedPlace): readonly number[] {
    const { source, element, component } = coded;
    return [element, component, source.kind === 'list' ? 0 : source.by, this.numberOf(coded)];
  }

  private numberOf(judged: JudgedValue): number {
    return this.judged.push(judged) - 1;
  }

  private list(rows: readonly (readonly number[])[]): number {
    return rows.length === 0 ? 0 : this.kernel.list(rows.flat());
  }
}

/** One of the elements of an R note has to be there; the others are about elements that are there. */
const noteOf = ({ kind, elements }: SyntaxNote): readonly number[] => [
  kind.charCodeAt(0),
  elements.length,
  kind === 'R' ? 0 : Math.min(...elements),
  ...elements,
];
