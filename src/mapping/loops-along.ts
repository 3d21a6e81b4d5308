import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import { type BoundField, type Field, inLoop, type Nesting, type RecordDeclaration } from './field';
import { ARRAY, closeGroup, keyFragment, openGroup } from './json-text';
import { type ChildLoop, isSelectedLoop, selectChildren } from './locator';
import { itemsWriter } from './writing/items-writer';
import { elsewhere, outChild } from './writing/out-segments';

/** The child loops at each step; undefined when the guide has none at one of them. */
function findSteps(targets: readonly string[], from: LoopDef): readonly ChildLoop[] | undefined {
  const steps: ChildLoop[] = [];
  let loop = from;
  for (const target of targets) {
    const [step] = selectChildren(target, loop);
    if (step === undefined) return undefined;
    steps.push(step);
    loop = step.def;
  }
  return steps;
}

/** Goes to the loops at the end of the steps, in the order of the input. */
function eachLoop({ loops }: LoopNode, steps: readonly ChildLoop[], depth: number, use: (loop: LoopNode) => void): void {
  const step = steps[depth];
  if (step === undefined) return;
  for (const child of loops) {
    if (!isSelectedLoop(step, child)) continue;
    if (depth === steps.length - 1) use(child);
    else eachLoop(child, steps, depth + 1, use);
  }
}

/**
 * A record for every loop at the end of a way down, such as the loops 2700 in all loops that LS opens: levels of EDI between
 * them that JSON does not have. Targets are those of `loops`.
 */
export function loopsAlong<T>(targets: readonly string[], declaration: RecordDeclaration<T>): Field<readonly T[]> {
  return {
    doc: { place: targets.map((target) => `loop ${target}`).join(' '), schema: { type: 'array', items: declaration.schema }, record: declaration },
    inside: insideAlong(targets, declaration),
    bind(scope, key): BoundField | undefined {
      const steps = findSteps(targets, scope.loop);
      const last = steps?.at(-1);
      if (steps === undefined || last === undefined) return undefined;
      const item = declaration.bind(inLoop(scope, last.def), undefined);
      const fragment = keyFragment(key);
      return {
        step: { kind: 'along', key: fragment, steps, item },
        encode: (loop, _segment, _base, run) => {
          const { out } = run;
          const open = openGroup(out, fragment);
          eachLoop(loop, steps, 0, (found) => {
            const first = found.firstSegment;
            if (first !== undefined) item.encode(found, first, 0, run);
          });
          closeGroup(out, fragment, open, ARRAY);
        },
        write: itemsWriter(key, (value, place, run) => {
          const around = steps.slice(0, -1).reduce((loop, step) => outChild(loop, step, place.path), place.loop);
          const made = around.addLoop(last.def, place.path);
          if (last.codes !== undefined) made.addTrigger(place.path, last.codes);
          return item.write?.(value, elsewhere(place, made), run);
        }),
      };
    },
  };
}

function insideAlong(targets: readonly string[], item: RecordDeclaration<unknown>): Nesting {
  return {
    item,
    isList: true,
    bind(scope) {
      const steps = findSteps(targets, scope.loop);
      const last = steps?.at(-1);
      if (steps === undefined || last === undefined) return undefined;
      return {
        scopes: [inLoop(scope, last.def)],
        visit: (loop, _segment, _base, visitor) =>
          eachLoop(loop, steps, 0, (found) => {
            const first = found.firstSegment;
            if (first !== undefined) visitor.at(found, first, 0, 0);
          }),
      };
    },
  };
}
