import type { FileProblems } from '../common/yaml/file-problems';
import type { GuideSource, LoopSource, NodeSource } from './guide-source';
import { lintSegment } from './segment-lint';
import { childrenOf, loopAt } from './shared-loop';
import { StandardNotes } from './standard-notes';
import { lintSiblings } from './sibling-lint';

/**
 * Reports what the shape of a guide file cannot show: ids that do not agree, references that lead nowhere, circles, and
 * siblings that can never be told apart. `fileId` is the file's name without .yaml.
 */
export function lintGuide(guide: GuideSource, fileId: string, problems: FileProblems): void {
  if (guide.id !== '' && guide.id !== fileId) problems.report(0, `The guide has id ${guide.id}, but its file is named ${fileId}.yaml.`);
  lintEnds(guide.children, problems);
  lintRelease(guide, problems);
  lintSplits(guide, problems);
  lintComposites(guide, problems);
  lintChildren(guide, guide.children, problems);
}

function lintRelease({ release }: GuideSource, problems: FileProblems): void {
  const known = release === undefined ? [] : new StandardNotes().releases();
  if (release !== undefined && !known.includes(release))
    problems.report(0, `\`release\` names ${release}, but notes are known of ${known.join(' and ')} only.`);
}

function lintSplits({ splits, children }: GuideSource, problems: FileProblems): void {
  const known = new Set<string>();
  const visit = (nodes: readonly NodeSource[]): void => {
    for (const node of nodes) {
      if (node.kind !== 'loop') continue;
      known.add(node.id);
      visit(node.children);
    }
  };
  visit(children);
  for (const id of splits) if (!known.has(id)) problems.report(0, `\`splits\` names loop ${id}, which the guide does not have.`);
}

/** A transaction goes from ST to SE. */
function lintEnds(children: readonly NodeSource[], problems: FileProblems): void {
  const first = children[0];
  const last = children.at(-1);
  if (first !== undefined && first.id !== 'ST') problems.report(first.offset, 'The first child of the guide must be segment ST.');
  if (last !== undefined && last.id !== 'SE') problems.report(last.offset, 'The last child of the guide must be segment SE.');
}

function lintComposites(guide: GuideSource, problems: FileProblems): void {
  const used = new Set<string>();
  collectUses(guide.children, used);
  for (const [name, { offset }] of guide.composites) {
    if (!used.has(name)) problems.report(offset, `Composite ${name} is declared, but no element uses it.`);
  }
}

function collectUses(children: readonly NodeSource[], used: Set<string>): void {
  for (const child of children) {
    if (child.kind === 'loop') collectUses(child.children, used);
    else for (const { content } of child.elements) if (content.kind === 'shared') used.add(content.use);
  }
}

function lintChildren(guide: GuideSource, children: readonly NodeSource[], problems: FileProblems): void {
  lintLoopIds(children, problems);
  lintSiblings(children, (child) => (child.kind === 'loop' ? (childrenOf(guide.children, child) ?? []) : []), problems);
  for (const child of children) {
    if (child.kind === 'loop') lintLoop(guide, child, problems);
    else lintSegment(child, guide.composites, problems);
  }
}

function lintLoopIds(children: readonly NodeSource[], problems: FileProblems): void {
  const offsets = new Map<string, number>();
  for (const child of children) {
    if (child.kind !== 'loop' || child.id === '') continue;
    const first = offsets.get(child.id);
    if (first === undefined) offsets.set(child.id, child.offset);
    else problems.report(child.offset, `Loop ${child.id} stands twice among its siblings, first in line ${problems.lineOf(first)}.`);
  }
}

function lintLoop(guide: GuideSource, loop: LoopSource, problems: FileProblems): void {
  if (loop.use !== undefined) lintUse(guide, loop, loop.use, problems);
  const [first] = loop.children;
  if (first?.kind === 'loop') problems.report(first.offset, `Loop ${loop.id} must begin with the segment that opens it, not with loop ${first.id}.`);
  lintChildren(guide, loop.children, problems);
}

function lintUse(guide: GuideSource, loop: LoopSource, use: { readonly path: string; readonly offset: number }, problems: FileProblems): void {
  const target = loopAt(guide.children, use.path);
  if (target === undefined)
    problems.report(use.offset, `Loop ${loop.id} uses ${use.path}, which is no loop of this guide; give its path from the root, such as 2000A/2000B.`);
  else if (contains(guide, target, loop, new Set())) problems.report(use.offset, `Loop ${loop.id} uses ${use.path}, which leads back to itself.`);
}

/** True when `loop` is the target or stands anywhere below it, shared loops included. */
function contains(guide: GuideSource, target: LoopSource, loop: LoopSource, seen: Set<LoopSource>): boolean {
  if (target === loop) return true;
  if (seen.has(target)) return false;
  seen.add(target);
  const next = target.use === undefined ? target.children : [loopAt(guide.children, target.use.path)];
  return next.some((child) => child?.kind === 'loop' && contains(guide, child, loop, seen));
}
