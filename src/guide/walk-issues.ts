import type { IssueListener } from '../common/issue';
import type { Segment } from '../x12/segment';
import { NO_SEGMENT_KEY } from '../x12/segment-key';
import type { Guide, LoopDef } from './guide.types';
import type { LoopNode } from './loop-node';
import { nameOfSegment } from './segment-name';

/** Reports segments that stand where the guide has no place for them, and triggers that are missing. */
export class WalkIssues {
  constructor(
    private readonly guide: Guide,
    private readonly onIssue: IssueListener,
  ) {}

  /** A segment of a loop that stands inside a later child loop of it: it is read. */
  outOfOrder(node: LoopNode, current: LoopNode, segment: Segment): void {
    const message = `Segment '${segment.id}' of loop ${node.def.id} stands inside loop ${current.def.id}`;
    this.report('segment-order', message, current.def.id, segment);
  }

  /** A segment of a loop whose records may have been written already. */
  late({ def }: LoopNode, segment: Segment): void {
    const message = `Segment '${segment.id}' of loop ${def.id} comes after the records that it belongs to; it is in none of them`;
    this.report('segment-late', message, def.id, segment);
  }

  /** A segment that the guide has elsewhere, or one that the standard has here and the guide does not use. */
  notAllowed({ def }: LoopNode, segment: Segment): void {
    this.report('segment-not-allowed', `Segment '${segment.id}' is not allowed in loop ${def.id}`, def.id, segment);
  }

  /** What cannot be a segment id is not repeated in the message: it may be anything, a patient's name too. */
  unknown({ def }: LoopNode, segment: Segment): void {
    const { place, ediString } = segment;
    const isText = segment.key === NO_SEGMENT_KEY;
    const where = { place, loop: def.id, ediString, ...(isText ? {} : { segment: segment.id }), fieldName: '' };
    const set = this.guide.transactionSet;
    const message = isText ? `Text that is no segment, in transaction set ${set}` : `Unknown segment '${segment.id}' for the transaction set ${set}`;
    this.onIssue({ issueType: 'INVALID', ruleId: 'segment-unknown', message, ...where });
  }

  /** A loop that is opened without its trigger, because of a segment in it. */
  missingTrigger({ id: loop, trigger }: LoopDef, { place, id: segment }: Segment): void {
    const message = `Required segment ${trigger.id} (${trigger.name}) is missing in loop ${loop}`;
    const missing = { segment: trigger.id, loop };
    this.onIssue({ issueType: 'REQUIRED', ruleId: 'segment-required', message, missing, place, loop, segment });
  }

  /** A level (HL) whose number, parent or code is wrong, with the loop that it opens. */
  level(hl: Segment, { id: loop }: LoopDef, what: string, element: string): void {
    const message = `HL ${numberOr(hl.element(1))} ${what}`;
    const where = { place: hl.place, loop, segment: 'HL', element, ediString: hl.ediString };
    this.onIssue({ issueType: 'INVALID', ruleId: 'level-parent', message, ...where });
  }

  private report(ruleId: string, message: string, loop: string, { id: segment, place, ediString }: Segment): void {
    this.onIssue({ issueType: 'NOT_ALLOWED', ruleId, message, place, loop, segment, ediString, fieldName: nameOfSegment(this.guide, segment) });
  }
}

/** Level numbers may be shown; what is no number may be anything. */
export const numberOr = (text: string): string => (/^\d{1,12}$/.test(text) ? text : '(no number)');
