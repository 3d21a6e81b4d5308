import { join } from 'node:path';
import { compileGuide } from './guide-compiler';
import { genericGuide, TRAILER_NAME } from './generic-guide';
import type { LoopSource, NodeSource, SegmentSource } from './guide-source';
import type { Guide } from './guide.types';
import { readYamlFile } from './prepared-yaml';
import { NO_SEGMENT, StandardDictionary, standardFolder } from './standard-dictionary';

/** A child of a set in `standard-sets.yaml`: the id of a segment, or of a loop with its children; a plus sign says that it repeats. */
type Shape = string | Readonly<Record<string, readonly Shape[]>>;

/**
 * What stands in for guides of transaction sets that have none: where the standard's shape of the set is known, its loops by
 * their first segments; else HL levels alone. Names are the ids of segments, and the standard's names of elements.
 */
export class StandardSets {
  private shapes: Readonly<Record<string, readonly Shape[]>> | undefined;
  private readonly guides = new Map<string, Guide>();
  private readonly dictionary: StandardDictionary;

  constructor(private readonly folder = standardFolder()) {
    this.dictionary = new StandardDictionary(folder);
  }

  /** True when every transaction of the set has the same guide; false when one is made for each. */
  hasShape(transactionSet: string): boolean {
    return this.shapeOf(transactionSet) !== undefined;
  }

  guideFor(transactionSet: string): Guide {
    const known = this.guides.get(transactionSet);
    if (known) return known;
    const shape = this.shapeOf(transactionSet);
    if (shape === undefined) return genericGuide(transactionSet, (id) => this.dictionary.elementsOf(id));
    const guide = compileGuide({
      id: `standard-${transactionSet}`,
      transactionSet,
      name: 'Shape of the standard',
      functionalIds: [],
      versions: [],
      release: undefined,
      purposes: [],
      splits: [],
      source: 'X12 standard',
      composites: new Map(),
      children: [this.segment('ST', 'ST', 1), ...shape.map((child) => this.node(child)), this.segment('SE', TRAILER_NAME, 1)],
    });
    this.guides.set(transactionSet, guide);
    return guide;
  }

  private shapeOf(transactionSet: string): readonly Shape[] | undefined {
    this.shapes ??= readShapes(this.folder);
    return Object.hasOwn(this.shapes, transactionSet) ? this.shapes[transactionSet] : undefined;
  }

  private node(shape: Shape): NodeSource {
    if (typeof shape === 'string') return this.segment(idOf(shape), idOf(shape), maxOf(shape));
    const [[name, children] = ['', []]] = Object.entries(shape);
    return this.loop(idOf(name), maxOf(name), children);
  }

  private loop(id: string, max: 1 | 'unbounded', children: readonly Shape[]): LoopSource {
    const trigger = this.segment(id, id, 1);
    return { kind: 'loop', id, offset: 0, name: id, usage: 'S', max, use: undefined, children: [trigger, ...children.map((child) => this.node(child))] };
  }

  private segment(id: string, name: string, max: 1 | 'unbounded'): SegmentSource {
    return { ...NO_SEGMENT, id, name, max, elements: this.dictionary.elementSources(id) };
  }
}

function readShapes(folder: string): Readonly<Record<string, readonly Shape[]>> {
  return readYamlFile(join(folder, 'standard-sets.yaml')) as Readonly<Record<string, readonly Shape[]>>;
}

const idOf = (text: string): string => text.replace(/\+$/, '');
const maxOf = (text: string): 1 | 'unbounded' => (text.endsWith('+') ? 'unbounded' : 1);
