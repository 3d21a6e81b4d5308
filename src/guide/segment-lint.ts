import type { FileProblems } from '../common/yaml/file-problems';
import type { CompositeSource, ElementSource, QualifierSource, SegmentSource } from './guide-source';
import { lastElementOf } from './standard-notes';

type Composites = ReadonlyMap<string, CompositeSource>;

/** Reports what does not agree inside one segment: conditions, relational notes and composites that point nowhere. */
export function lintSegment(segment: SegmentSource, composites: Composites, problems: FileProblems): void {
  for (const element of segment.elements) lintShared(element, composites, problems);
  for (const condition of segment.when) lintCondition(segment, condition, composites, problems);
  for (const extra of segment.also) lintAlso(segment, extra, problems);
  for (const { note, offset } of segment.syntax ?? []) {
    const last = lastElementOf(note);
    if (last > segment.elements.length)
      problems.report(offset, `${note} of segment ${segment.id} names element ${last}, but ${segment.id} has ${segment.elements.length}.`);
  }
}

function lintShared({ content, ref, offset }: ElementSource, composites: Composites, problems: FileProblems): void {
  if (content.kind !== 'shared' || content.use === '' || composites.has(content.use)) return;
  problems.report(offset, `${ref} uses composite ${content.use}, which is not declared under \`composites\`.`);
}

/** A condition must name an element that exists, and is the only place for its codes. */
function lintCondition(segment: SegmentSource, condition: QualifierSource, composites: Composites, problems: FileProblems): void {
  const { element, component, offset } = condition;
  const target = segment.elements[element - 1];
  if (target?.content.kind === 'shared' && !composites.has(target.content.use)) return;
  const parts = target === undefined ? undefined : componentsOf(target, composites);
  const whole = parts === undefined ? target : undefined;
  const found = component === undefined ? whole : parts?.[component - 1];
  if (found === undefined) {
    problems.report(offset, `\`when\` of segment ${segment.id} names ${placeText(condition)}, which is no simple element or component of ${segment.id}.`);
  } else if (target?.content.kind !== 'shared' && found.content.kind === 'simple' && found.content.codes !== undefined) {
    problems.report(found.content.codesOffset, `${found.ref} has \`codes\`, but \`when\` of segment ${segment.id} already gives them; remove one.`);
  }
}

function componentsOf({ content }: ElementSource, composites: Composites): readonly ElementSource[] | undefined {
  if (content.kind === 'simple') return undefined;
  return content.kind === 'composite' ? content.components : composites.get(content.use)?.components;
}

function placeText({ element, component }: QualifierSource): string {
  return component === undefined ? String(element) : `${element}-${component}`;
}

function lintAlso(segment: SegmentSource, extra: QualifierSource, problems: FileProblems): void {
  const condition = segment.when.find(({ element, component }) => element === extra.element && component === extra.component);
  if (condition === undefined) problems.report(extra.offset, `\`also\` of segment ${segment.id} names ${placeText(extra)}, which \`when\` does not.`);
  const doubled = extra.codes.filter((code) => condition?.codes.includes(code));
  for (const code of doubled) problems.report(extra.offset, `\`also\` of segment ${segment.id} repeats code ${code} of \`when\`.`);
}
