import type { CompositeSource, Count, ElementSource, QualifierSource, SegmentSource, SimpleContent } from './guide-source';
import type { ElementDef } from './guide.types';

type Composites = ReadonlyMap<string, CompositeSource>;

/** Compiles the elements of a segment; those that `when` names take its codes, shared composites are copied in place. */
export function compileElements({ elements, when }: SegmentSource, composites: Composites): ElementDef[] {
  return elements.map((element, index) => {
    const conditions = when.filter((condition) => condition.element === index + 1);
    if (element.content.kind === 'simple') return simpleDef(element, element.content, codesOf(conditions, undefined));
    return compositeDef(element, conditions, composites);
  });
}

function codesOf(conditions: readonly QualifierSource[], component: number | undefined): readonly string[] | undefined {
  return conditions.find((condition) => condition.component === component)?.codes;
}

function compositeDef(element: ElementSource, conditions: readonly QualifierSource[], composites: Composites): ElementDef {
  const { content } = element;
  const shared = content.kind === 'shared' ? composites.get(content.use) : undefined;
  const composite = content.kind === 'composite' ? content : shared;
  return {
    ...common(element, element.name ?? shared?.name ?? ''),
    dataElement: '',
    composite: composite?.composite ?? '',
    type: '',
    min: 0,
    max: 0,
    components: (composite?.components ?? []).flatMap((component, index) => {
      if (component.content.kind !== 'simple') return [];
      const placed = { ...component, ref: `${element.ref}-${index + 1}` };
      return [simpleDef(placed, component.content, codesOf(conditions, index + 1))];
    }),
  };
}

function simpleDef(element: ElementSource, content: SimpleContent, conditionCodes: readonly string[] | undefined): ElementDef {
  const { type, min, max, dataElement, codeSet, codeSetBy, pattern } = content;
  const codes = conditionCodes ?? content.codes;
  return {
    dataElement,
    type,
    min,
    max,
    ...(codes !== undefined && { codes }),
    ...(codeSet !== undefined && { codeSet }),
    ...(codeSetBy !== undefined && { codeSetBy }),
    ...(pattern !== undefined && { pattern }),
    // First, V8 would make a shape for each of thousands.
    ...common(element, element.name ?? ''),
  };
}

function common({ ref, tree, usage, repeat }: ElementSource, name: string): Pick<ElementDef, 'ref' | 'name' | 'treeName' | 'usage' | 'repeat'> {
  return { ref, name, ...(tree !== undefined && { treeName: tree }), usage, repeat: limitOf(repeat) };
}

/** A count as a number: Infinity where there is no limit. */
export function limitOf(count: Count): number {
  return count === 'unbounded' ? Infinity : count;
}
