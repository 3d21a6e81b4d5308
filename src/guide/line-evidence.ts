import type { Segment } from '../x12/segment';
import type { Guide, LoopDef } from './guide.types';

/**
 * Finds which guide of a transaction set and release a transaction follows, from a segment that the guide requires right after the one that
 * opens a loop, such as SV3 after LX, and that another guide does not have.
 */
export class LineEvidence {
  /** Guides that require the second segment of a pair after the first, by the keys of both. */
  private readonly leads = new Map<number, Map<number, Guide[]>>();
  /** False where the guides differ in no such pair. */
  readonly isDecisive: boolean;

  constructor(
    private readonly own: Guide,
    rivals: readonly Guide[],
  ) {
    const guides = [own, ...rivals];
    for (const guide of guides) this.addLoop(guide.root, guide, guides);
    this.isDecisive = this.leads.size > 0;
  }

  private addLoop(loop: LoopDef, guide: Guide, guides: readonly Guide[]): void {
    const lead = loop.children.find((child, i) => i > 0 && child.usage === 'R');
    if (lead?.kind === 'segment' && guides.some(({ segmentIds }) => !segmentIds.has(lead.id))) {
      const after = this.leads.get(loop.trigger.key) ?? new Map<number, Guide[]>();
      const ofPair = after.get(lead.key) ?? [];
      if (!ofPair.includes(guide)) ofPair.push(guide);
      this.leads.set(loop.trigger.key, after.set(lead.key, ofPair));
    }
    for (const child of loop.children) if (child.kind === 'loop') this.addLoop(child, guide, guides);
  }

  /** The guide that two segments in a row are of: the own one wherever it has them. Undefined where they could be of any. */
  guideOf(first: Segment, second: Segment): Guide | undefined {
    const guides = this.leads.get(first.key)?.get(second.key);
    if (guides === undefined || guides.includes(this.own)) return guides && this.own;
    return this.own.segmentIds.has(second.id) ? undefined : guides[0];
  }
}
