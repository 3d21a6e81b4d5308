import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import { type BoundField, type BoundNesting, inLoop, inSegment, type Nesting, type PlaceVisitor, type RecordDeclaration, type Scope } from './field';
import { fromStep } from './encode-step';
import { ALONE, keyFragment } from './json-text';
import { findAt, guardOf, guardOfSelection, isSelected, isSelectedLoop, locate, select, selectChildren } from './locator';
import { parsePlace, type Place } from './place';
import { bindShared, findPath, followPath, type OtherLoop, readElsewhere } from './other-loop';

/*
 * The ways to what fields hold, for the columns of tables: one for each kind of field that holds a record or a list.
 * They lead to the places that the field itself reads from, in the order of its JSON.
 */

type Item = Nesting['item'];

/** An object of fields that are read from the current segment. */
const objectOf = (fields: readonly BoundField[] = [], key = keyFragment(undefined)): BoundField =>
  fromStep({ kind: 'object', key, location: { kind: 'current' }, fields });

/** The items of one segment of the loop: `visit` leads to them from the segment that was found. */
export function insideSegment(place: Place, { item, isList }: Pick<Nesting, 'item' | 'isList'>, visit: BoundNesting['visit']): Nesting {
  return {
    item,
    isList,
    bind(scope) {
      const location = locate(place, scope);
      return (
        location && {
          ...guardOf(location),
          scopes: [inSegment(scope, place)],
          ...(isList ? {} : { toField: ([fields = []], key) => fromStep({ kind: 'object', key, location, fields }) }),
          visit: (loop, segment, base, visitor) => {
            const found = findAt(location, loop, segment);
            if (found !== undefined) visit(loop, found, base, visitor);
          },
        }
      );
    },
  };
}

/** One segment of the loop. */
export const insideObject = (place: Place, item: Item): Nesting =>
  insideSegment(place, { item, isList: false }, (loop, segment, base, visitor) => visitor.at(loop, segment, base, 0));

/** The place itself. */
export function insideGroup(item: Item): Nesting {
  return {
    item,
    isList: false,
    bind: (scope) => ({
      isHere: true,
      scopes: [scope],
      visit: (loop, segment, base, visitor) => visitor.at(loop, segment, base, 0),
      toField: ([fields], key) => objectOf(fields, key),
    }),
  };
}

/** An ancestor, or a child loop of one, which many units share. */
export function insideLoop(target: string, item: RecordDeclaration<unknown>): Nesting {
  return {
    item,
    isList: false,
    bind(scope) {
      const path = findPath(scope, target);
      return (
        path && {
          isShared: true,
          scopes: [inLoop(scope, path.target)],
          toField: ([fields], key) => bindShared(objectOf(fields, keyFragment(ALONE)), path, key),
          visit: (loop, _segment, _base, visitor) => {
            const found = followPath(path, loop);
            const first = found?.firstSegment;
            if (found !== undefined && first !== undefined) visitor.at(found, first, 0, 0);
          },
        }
      );
    },
  };
}

/** What is inside a field that is read from another loop. */
export function insideElsewhere(inside: Nesting, bindLoop: (scope: Scope) => OtherLoop | undefined): Nesting {
  return {
    ...inside,
    bind(scope) {
      const other = bindLoop(scope);
      const bound = other && inside.bind(inLoop(scope, other.def));
      if (other === undefined || bound === undefined) return undefined;
      const { scopes, toField } = bound;
      return {
        scopes,
        ...(toField && { toField: (fields, key) => readElsewhere(toField(fields, key), other) }),
        visit: (loop, _segment, _base, visitor) => {
          const target = other.find(loop);
          const first = target?.firstSegment;
          if (target !== undefined && first !== undefined) bound.visit(target, first, 0, visitor);
        },
      };
    },
  };
}

/** The segments of a place. */
export function insideEach(place: Place, item: Item, butFirst: string | undefined): Nesting {
  return {
    item,
    isList: true,
    bind(scope) {
      const selection = select(place, scope);
      if (selection === undefined) return undefined;
      const except = butFirst === undefined ? undefined : select(parsePlace(butFirst), scope);
      return {
        ...guardOfSelection(selection),
        scopes: [inSegment(scope, place)],
        toField: ([fields], key) => fromStep({ kind: 'each', key, selection, except, item: objectOf(fields) }),
        visit: (loop, _segment, _base, visitor) => {
          let toPass = except;
          for (const segment of loop.segments) {
            if (toPass !== undefined && isSelected(toPass, segment)) toPass = undefined;
            else if (isSelected(selection, segment)) visitor.at(loop, segment, 0, 0);
          }
        },
      };
    },
  };
}

/** Groups of elements in the segments of a place, or in the current one. */
export function insideElements(placeText: string, bases: readonly number[], size: number, item: Item): Nesting {
  return {
    item,
    isList: true,
    bind(scope) {
      const place = placeText === '' ? undefined : parsePlace(placeText);
      const selection = place && select(place, scope);
      if (place !== undefined && selection === undefined) return undefined;
      const visitGroups = (loop: LoopNode, segment: Segment, visitor: PlaceVisitor): void => {
        for (const base of bases) {
          if (base > segment.elementCount) return;
          if (segment.hasAny(base, size)) visitor.at(loop, segment, base, 0);
        }
      };
      return {
        ...(selection === undefined ? {} : guardOfSelection(selection)),
        scopes: [place === undefined ? scope : inSegment(scope, place)],
        toField: ([fields], key) => fromStep({ kind: 'groups', key, selection, bases, size, item: objectOf(fields) }),
        visit: (loop, current, _base, visitor) => {
          if (selection === undefined) visitGroups(loop, current, visitor);
          else for (const segment of loop.segments) if (isSelected(selection, segment)) visitGroups(loop, segment, visitor);
        },
      };
    },
  };
}

/** Child loops. */
export function insideLoops(target: string, item: Item): Nesting {
  return {
    item,
    isList: true,
    bind(scope) {
      const children = selectChildren(target, scope.loop);
      if (children.length === 0) return undefined;
      const indexByDef = new Map(children.map(({ def }, i) => [def, i]));
      return {
        scopes: children.map(({ def }) => inLoop(scope, def)),
        toField: (fields, key) =>
          fromStep({ kind: 'loops', key, items: children.map((child, i) => ({ ...child, item: objectOf(fields[i]) })), keepsEmpty: false }),
        visit: ({ loops: inner }, _segment, _base, visitor) => {
          for (const loop of inner) {
            const i = indexByDef.get(loop.def) ?? -1;
            const child = children[i];
            if (child === undefined || !isSelectedLoop(child, loop)) continue;
            const first = loop.firstSegment;
            if (first !== undefined) visitor.at(loop, first, 0, i);
          }
        },
      };
    },
  };
}
