import type { Issue } from '../../common/issue';
import type { ElementDef, SegmentDef } from '../../guide/guide.types';
import type { Segment } from '../../x12/segment';
import { whatItIsNot } from './element-forms';
import { declaredAt, type ValuePlace } from './segment-values';
import type { UnreadSegment } from './unread-segment';

/** Rules of what reaches no field. What they find ends no file, however much it is. */
export const UNREAD_RULES = {
  /** A value that is not of the kind that its field shows. */
  unreadable: 'value-unreadable',
  /** A value that has no field. */
  value: 'value-unread',
  /** A segment of which nothing has a field. */
  segment: 'segment-unread',
} as const;

const IDS: ReadonlySet<string | undefined> = new Set(Object.values(UNREAD_RULES));

/** True for an issue about what reaches no field, although it has a place in the guide. */
export const isAboutUnread = ({ ruleId }: Issue): boolean => IDS.has(ruleId);

/** Gives the issues of a segment of which something reaches no field: one for the segment, or one for each value. No value is in them. */
export function issuesOfUnread({ segment, def, loop, values, unlisted, isWhole }: UnreadSegment): Issue[] {
  const common: Pick<Issue, 'place' | 'loop' | 'segment' | 'ediCode'> = { place: segment.place, loop: loop.id, segment: def.id, ...ediCodeOf(segment, def) };
  const issues = values.map((value) => issueOfValue(segment, def, value));
  if (unlisted > 0) {
    const rest = unlisted === 1 ? '1 more value' : `${unlisted} more values`;
    const message = `${rest} of segment '${def.id}' of loop ${loop.id} ${unlisted === 1 ? 'reaches' : 'reach'} no field`;
    issues.push({ issueType: 'NOT_ALLOWED', ruleId: UNREAD_RULES.value, message, skipped: { values: unlisted } });
  }
  if (!isWhole || issues.some(({ ruleId }) => ruleId === UNREAD_RULES.unreadable)) return issues.map((issue) => Object.assign(issue, common));
  const message = `Segment '${def.id}'${nameOf(def, common.ediCode)} of loop ${loop.id} reaches no field`;
  return [{ issueType: 'NOT_ALLOWED', ruleId: UNREAD_RULES.segment, message, ...common, skipped: { segments: 1 } }];
}

function issueOfValue(segment: Segment, def: SegmentDef, value: ValuePlace): Issue {
  const { element, component, repetition, start, end, isPart = false, isFraction = false } = value;
  const part = declaredAt(def, value);
  const designator = designatorOf(def.id, element, component);
  const name = `${isPart ? 'A day of ' : ''}${designator}${repetition === undefined || repetition === 1 ? '' : `, repetition ${repetition},`}`;
  const at = { element, ...(component === undefined ? {} : { component }), ...(repetition === undefined ? {} : { repetition }) };
  const where = { element: designator, ...fieldNameOf(part), at, skipped: { values: 1 } };
  const kind = isFraction ? 'whole number' : whatItIsNot(part, segment.chunk, start, end);
  if (kind === undefined) return { issueType: 'NOT_ALLOWED', ruleId: UNREAD_RULES.value, message: `${name} of loop ${def.loop.id} reaches no field`, ...where };
  return { issueType: 'INVALID', ruleId: UNREAD_RULES.unreadable, message: `${name} of loop ${def.loop.id} is no ${kind} and reaches no field`, ...where };
}

/** CLP03, SVC01-2. */
function designatorOf(id: string, element: number, component: number | undefined): string {
  return `${id}${String(element).padStart(2, '0')}${component === undefined ? '' : `-${component}`}`;
}

const fieldNameOf = (part: ElementDef | undefined): Pick<Issue, 'fieldName'> => (part === undefined || part.name === '' ? {} : { fieldName: part.name });

/** The name of the guide; none for a segment whose qualifier the guide does not have, and which is read as the most similar one. */
const nameOf = ({ qualifiers, name }: SegmentDef, ediCode: string | undefined): string => (qualifiers.length > 0 && ediCode === undefined ? '' : ` (${name})`);

/** The code by which the guide tells the segment from others, where it is one of the guide. */
function ediCodeOf(segment: Segment, { qualifiers: [qualifier] }: SegmentDef): Pick<Issue, 'ediCode'> {
  if (qualifier === undefined) return {};
  const code = qualifier.component === undefined ? segment.element(qualifier.element) : segment.component(qualifier.element, qualifier.component);
  return qualifier.codes.has(code) ? { ediCode: code } : {};
}
