import { ExactSum } from '../common/exact-sum';
import type { LoopNode } from '../guide/loop-node';
import type { BoundSummands, Field } from './field';
import { keyFragment } from './json-text';
import { isSelected, select, selectChildren } from './locator';
import { parsePlace } from './place';
import { inLoop } from './scope';

/** Amounts that are added up: elements of the segments of a place, in the loop itself or in child loops. */
export interface Summands {
  readonly place: string;
  readonly elements: readonly number[];
  /** Id of the child loops; absent for the loop itself. */
  readonly loop?: string;
}

/** The exact sum of amounts; 0 where there is none. */
export function sum(...summands: readonly Summands[]): Field<number> {
  const total = new ExactSum();
  return {
    doc: { place: `sum of ${summands.map(placeOf).join(' and ')}`, schema: { type: 'number' } },
    bind(scope, key) {
      const fragment = keyFragment(key);
      const bound = summands.flatMap(({ place, elements, loop }): readonly BoundSummands[] => {
        const children = loop === undefined ? [undefined] : selectChildren(loop, scope.loop).map(({ def }) => def);
        return children.flatMap((child) => {
          const selection = select(parsePlace(place), child === undefined ? scope : inLoop(scope, child));
          return selection === undefined ? [] : [{ selection, elements, children: child }];
        });
      });
      if (bound.length === 0) return undefined;
      const read = (loop: LoopNode): string => {
        total.clear();
        for (const one of bound) addAll(total, loop, one);
        return total.text;
      };
      return {
        step: { kind: 'sum', key: fragment, summands: bound },
        encode: (loop, _segment, _base, { out }) => {
          out.raw(fragment);
          out.text(read(loop));
        },
      };
    },
  };
}

const placeOf = ({ place, elements, loop }: Summands): string =>
  `${loop === undefined ? '' : `loop ${loop} `}${place}${elements.map((element) => String(element).padStart(2, '0')).join(', ')}`;

function addAll(total: ExactSum, loop: LoopNode, summands: BoundSummands): void {
  const { children } = summands;
  if (children === undefined) addOf(total, loop, summands);
  else for (const child of loop.loops) if (child.def === children) addOf(total, child, summands);
}

/** What is no number counts as nothing, as it does in JSON. */
function addOf(total: ExactSum, { first, segments }: LoopNode, { selection, elements }: BoundSummands): void {
  if (selection.position >= 0 && first[selection.position] === undefined) return;
  for (const segment of segments) {
    if (!isSelected(selection, segment)) continue;
    for (const element of elements) if (segment.has(element)) total.addBytes(segment.chunk.bytes, segment.start(element), segment.end(element));
  }
}
