import type { SegmentDef } from '../../guide/guide.types';
import { outKey, OutSegment, OWN_KEY } from '../../guide/out-loop';
import type { BoundField, Scope } from '../field';
import { slotsOf } from '../locator';
import { parsePlace } from '../place';
import { type GivenCode, readGivenCode } from '../writing/code-writer';
import { itemsWriter } from '../writing/items-writer';
import { JsonPath } from '../writing/json-path';
import { whenWritten } from '../writing/out-segments';
import { isGiven, type OutPlace, type WriteRun } from '../writing/write-run';
import type { CodeListsByQualifier } from './health-care-codes';

/** What a composite says beside its code. */
interface MoreToWrite {
  readonly keys: readonly string[];
  readonly fields: readonly BoundField<unknown>[];
}

type Write = NonNullable<BoundField<unknown>['write']>;

const HI = parsePlace('HI');
const CODE = 2;

/** Where codes of some lists stand in the HI segments of a loop. */
class CodeSlots {
  /** Qualifiers that the guide has a place for; all where it has none for any. */
  readonly qualifiers: readonly string[];
  private readonly defs: readonly SegmentDef[];
  /** What the segments of each are found by. */
  private readonly keys: readonly number[];

  constructor(
    private readonly lists: CodeListsByQualifier,
    scope: Scope,
  ) {
    this.defs = slotsOf(HI, scope.loop);
    this.keys = this.defs.map(({ slot }) => outKey(`HI ${slot}`));
    const all = Object.keys(lists);
    const placed = all.filter((qualifier) => this.defs.some((def) => def.elements.some((_, i) => allows(def, i + 1, qualifier))));
    this.qualifiers = placed.length > 0 ? placed : all;
  }

  /** The qualifier of a list; where none is named, the first one for the first code and the second for the others. */
  qualifierOf(subType: string, isFirst: boolean): string | undefined {
    const [first, second = first] = this.qualifiers;
    if (subType === '') return isFirst ? first : second;
    return this.qualifiers.find((one) => this.lists[one] === subType) ?? Object.keys(this.lists).find((one) => this.lists[one] === subType);
  }

  /** Finds the next free composite for a qualifier: in the last segment of its kind, or in a new one. */
  next(qualifier: string, { loop, path }: OutPlace): { readonly segment: OutSegment; readonly element: number } | undefined {
    for (const [i, def] of this.defs.entries()) {
      const segment = loop.findLast(this.keyAt(i));
      const element = (segment?.length ?? 0) + 1;
      if (segment !== undefined && allows(def, element, qualifier)) return { segment, element };
    }
    const def = this.defs.find((one) => allows(one, 1, qualifier)) ?? this.defs.find((one) => one.elements.some((_, i) => allows(one, i + 1, qualifier)));
    const chosen = def ?? this.defs[0];
    if (chosen === undefined) return undefined;
    const segment = new OutSegment(chosen, this.keyAt(this.defs.indexOf(chosen)), [], undefined, path);
    loop.segments.add(segment);
    return { segment, element: 1 };
  }

  private keyAt(index: number): number {
    return this.keys[index] ?? OWN_KEY;
  }
}

/** True where the guide allows a qualifier in a composite; where it names none, those of the segment. */
function allows({ elements, qualifiers }: SegmentDef, element: number, qualifier: string): boolean {
  const declared = elements[element - 1];
  if (declared === undefined || declared.usage === 'N') return false;
  const codes = declared.components?.[0]?.codes;
  return codes?.includes(qualifier) ?? qualifiers[0]?.codes.has(qualifier) === true;
}

/** Writes the codes of an array into the HI segments of the loop, each kind where the guide has it. */
export function healthCareCodesWriter(lists: CodeListsByQualifier, more: MoreToWrite, scope: Scope, key: string | undefined): Write {
  const slots = whenWritten(() => new CodeSlots(lists, scope));
  return (values, where, run) => {
    let isFirst = true;
    return itemsWriter(key, (value, place) => {
      const given = readGivenCode(value, place.path, run, more.keys);
      if (given === undefined) return;
      writeCode({ slots: slots(), more, isFirst }, given, place, run);
      isFirst = false;
    })(values, where, run);
  };
}

/** Writes one code into an HI segment of the loop. */
export function healthCareCodeWriter(lists: CodeListsByQualifier, scope: Scope, key: string | undefined): Write {
  const slots = whenWritten(() => new CodeSlots(lists, scope));
  return (value, where, run) => {
    const path = key === undefined ? where.path : new JsonPath(where.path, key);
    const given = readGivenCode(value, path, run);
    if (given !== undefined) writeCode({ slots: slots(), more: NOTHING_MORE, isFirst: true }, given, { ...where, path }, run);
    return true;
  };
}

const NOTHING_MORE: MoreToWrite = { keys: [], fields: [] };

interface CodeWriting {
  readonly slots: CodeSlots;
  readonly more: MoreToWrite;
  readonly isFirst: boolean;
}

function writeCode({ slots, more, isFirst }: CodeWriting, { object, subType, code, path }: GivenCode, place: OutPlace, run: WriteRun): void {
  const qualifier = slots.qualifierOf(subType, isFirst);
  if (qualifier === undefined) return run.problem(path, 'subType', 'is no list of codes of this kind');
  const found = slots.next(qualifier, place);
  if (found === undefined) return;
  const { segment, element } = found;
  segment.set(element, 1, qualifier);
  segment.set(element, CODE, code);
  more.keys.forEach((key, i) => {
    const value = object[key];
    if (isGiven(value)) more.fields[i]?.write?.(value, { ...place, segment, base: element, record: object }, run);
  });
}
