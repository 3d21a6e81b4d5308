import type { FileProblems } from '../common/yaml/file-problems';
import type { NodeSource, QualifierSource, SegmentSource } from './guide-source';

/** A segment that may come next in a loop: one of its own, or the one that opens a child loop. */
interface Sibling {
  readonly segment: SegmentSource;
  readonly title: string;
}

/**
 * Reports siblings that can never be told apart: a segment whose every code an earlier one with the same id accepts, so
 * that nothing ever reaches it. Partial overlap is allowed, the earlier one wins. The loop's own trigger counts as the last
 * sibling, because the children of an open loop are tried before the loop opens again.
 *
 * `childrenOf` gives the children of a child loop, shared ones too.
 */
export function lintSiblings(children: readonly NodeSource[], childrenOf: (child: NodeSource) => readonly NodeSource[], problems: FileProblems): void {
  const [trigger, ...rest] = children.map((child) => siblingOf(child, childrenOf));
  const siblings = [...rest, trigger].filter((sibling) => sibling !== undefined);
  siblings.forEach((sibling, index) => {
    const twin = siblings.slice(0, index).find((earlier) => coversAll(earlier.segment, sibling.segment));
    if (twin === undefined) return;
    const [first, second] = twin.segment.offset < sibling.segment.offset ? [twin, sibling] : [sibling, twin];
    const line = problems.lineOf(first.segment.offset);
    problems.report(
      second.segment.offset,
      `${second.title} can never be distinguished from ${first.title} (line ${line}); give both a \`when\` with different codes.`,
    );
  });
}

function siblingOf(child: NodeSource, childrenOf: (child: NodeSource) => readonly NodeSource[]): Sibling | undefined {
  if (child.kind === 'segment') return { segment: child, title: `${child.id} (${child.name})` };
  const [first] = childrenOf(child);
  return first?.kind === 'segment' ? { segment: first, title: `${first.id} of loop ${child.id}` } : undefined;
}

/** True when every segment that `later` accepts is accepted by `earlier` too. */
function coversAll(earlier: SegmentSource, later: SegmentSource): boolean {
  if (earlier.id !== later.id) return false;
  return earlier.when.every((condition) => {
    const other = later.when.find((one) => isSamePlace(one, condition));
    if (other === undefined) return false;
    const accepted = codesAt(earlier, condition);
    return [...codesAt(later, other)].every((code) => accepted.has(code));
  });
}

function codesAt(segment: SegmentSource, place: QualifierSource): ReadonlySet<string> {
  const also = segment.also.find((one) => isSamePlace(one, place))?.codes ?? [];
  return new Set([...place.codes, ...also]);
}

function isSamePlace(one: QualifierSource, other: QualifierSource): boolean {
  return one.element === other.element && one.component === other.component;
}
