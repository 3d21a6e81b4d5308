import type { LoopNode } from '../guide/loop-node';
import type { Field } from './field';
import { keyFragment } from './json-text';

/** The number of a loop among those of its kind in the loop around it, from 1: what a line without an identifier is called by. */
export function itemNumber(): Field<number> {
  return {
    doc: { place: '', schema: { type: 'integer' } },
    bind(_scope, key) {
      const fragment = keyFragment(key);
      const counter = new SiblingCounter();
      return {
        step: { kind: 'item number', key: fragment },
        encode: (loop, _segment, _base, { out }) => {
          out.raw(fragment);
          out.text(String(counter.numberOf(loop)));
        },
      };
    },
  };
}

/** Counts siblings on from the last one that was asked for: they are asked for in their order. */
class SiblingCounter {
  private parent: LoopNode | undefined;
  private position = 0;
  private number = 0;

  numberOf(loop: LoopNode): number {
    const siblings = loop.parent?.loops ?? [];
    if (this.parent !== loop.parent || !siblings.includes(loop, this.position)) {
      this.parent = loop.parent;
      this.position = 0;
      this.number = 0;
    }
    for (let i = this.position; i < siblings.length; i++) {
      const sibling = siblings[i];
      if (sibling?.def === loop.def) this.number++;
      this.position = i + 1;
      if (sibling === loop) return this.number;
    }
    return this.number;
  }
}
