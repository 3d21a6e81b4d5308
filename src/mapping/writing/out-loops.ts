import type { OutLoop } from '../../guide/out-loop';
import type { ChildLoop } from '../locator';
import type { LoopPath } from '../scope';
import type { JsonPath } from './json-path';
import type { OutPlace } from './write-run';

/** The same value in another loop. */
export function elsewhere(place: OutPlace, loop: OutLoop, path: JsonPath = place.path): OutPlace {
  return { loop, segment: undefined, base: 0, record: place.record, path };
}

/** Finds a child loop, or makes it. */
export function outChild(loop: OutLoop, child: ChildLoop, origin: JsonPath): OutLoop {
  const { def, codes } = child;
  const known = loop.child(def);
  if (known !== undefined) return known;
  const made = loop.addLoop(def, origin);
  if (codes !== undefined) made.addTrigger(origin, codes);
  return made;
}

/** Goes up to a loop around, and down to a child of it, which is made where it is not there. */
export function outLoopOf({ up, down }: LoopPath, from: OutLoop, origin: JsonPath): OutLoop {
  let loop = from;
  for (let step = 0; step < up; step++) loop = loop.parent ?? loop;
  return down === undefined ? loop : outChild(loop, down, origin);
}
