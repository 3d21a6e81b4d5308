import { genericGuide } from '../guide/generic-guide';
import type { ElementDef } from '../guide/guide.types';
import { StandardDictionary } from '../guide/standard-dictionary';
import type { Segment } from '../x12/segment';
import { NO_SEGMENT_KEY } from '../x12/segment-key';
import { compileSegmentCheck, type SegmentCheck } from './element-check';

/** Releases that the dictionary of the standard describes: lengths and the number of elements differ in others. */
const DESCRIBED = /^00(?:40[1-9]0|50[01]0)/;

/** True when the dictionary describes the release of a version such as 005010X307 or 004010. */
export const isDescribedRelease = (version: string): boolean => DESCRIBED.test(version);

/**
 * Requirements of the X12 standard for segments, whatever the guide: their elements with types and lengths. Compiled when a segment first comes, and cached for
 * all files of an engine.
 */
export class StandardChecks {
  private readonly dictionary = new StandardDictionary();
  private readonly described = new Map<number, SegmentCheck | undefined>();
  private readonly other = new Map<number, SegmentCheck | undefined>();

  /** The check of a segment; undefined for one that the dictionary does not have. Releases that it does not describe have no lengths. */
  of(segment: Segment, isDescribed: boolean): SegmentCheck | undefined {
    const { key, id } = segment;
    if (key === NO_SEGMENT_KEY) return undefined;
    const kept = isDescribed ? this.described : this.other;
    if (!kept.has(key)) kept.set(key, this.compile(key, id, isDescribed));
    return kept.get(key);
  }

  private compile(key: number, id: string, isDescribed: boolean): SegmentCheck | undefined {
    const elements = this.dictionary.elementsOf(id);
    if (elements.length === 0) return undefined;
    const def = genericGuide('', () => (isDescribed ? elements : elements.map(withoutLengths))).root.candidates.get(key)?.only?.def;
    return def && compileSegmentCheck(def);
  }
}

function withoutLengths(element: ElementDef): ElementDef {
  const { components } = element;
  return { ...element, min: 0, max: Infinity, ...(components ? { components: components.map(withoutLengths) } : {}) };
}
