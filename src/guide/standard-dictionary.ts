import { join } from 'node:path';
import { packageRoot } from '../common/package-root';
import { compileElements } from './element-compiler';
import type { ElementSource, SegmentSource, SimpleContent } from './guide-source';
import type { ElementDef } from './guide.types';
import { readYamlFile } from './prepared-yaml';

/** Folder of what the X12 standard itself says, whatever the guide. */
export function standardFolder(): string {
  return join(packageRoot(), 'schemas', 'x12');
}

/** The file `standard-segments.yaml`; its head says what the parts mean. */
interface DictionaryFile {
  /** Types are as in guides, such as `AN 1/38`; binary data have no length. */
  readonly elements: Readonly<Record<string, { readonly name?: string; readonly type: string }>>;
  readonly composites: Readonly<Record<string, { readonly name: string; readonly elements?: readonly (string | number)[] }>>;
  readonly segments: Readonly<Record<string, readonly (string | number)[]>>;
}

/**
 * The segments of the X12 standard, for transactions without a guide: the names, types and lengths of their elements. Read when
 * the first of them comes.
 */
export class StandardDictionary {
  private file: DictionaryFile | undefined;
  private readonly compiled = new Map<string, readonly ElementDef[]>();

  constructor(private readonly folder = standardFolder()) {}

  /** The elements of a segment as the compiler takes them; none for an unknown segment. */
  elementSources(segmentId: string): readonly ElementSource[] {
    const { segments } = this.read();
    return (Object.hasOwn(segments, segmentId) ? (segments[segmentId] ?? []) : []).map((reference, i) =>
      this.elementSource(String(reference), refOf(segmentId, i + 1), true),
    );
  }

  /** The elements of a segment; none for an unknown segment. */
  elementsOf(segmentId: string): readonly ElementDef[] {
    const known = this.compiled.get(segmentId);
    if (known) return known;
    const segment: SegmentSource = { ...NO_SEGMENT, id: segmentId, elements: this.elementSources(segmentId) };
    const compiled = compileElements(segment, new Map());
    this.compiled.set(segmentId, compiled);
    return compiled;
  }

  private elementSource(reference: string, ref: string, mayBeComposite: boolean): ElementSource {
    const key = reference.replace(/\+$/, '');
    const { elements, composites } = this.read();
    const common = { ref, offset: 0, usage: 'S', tree: undefined, repeat: reference.endsWith('+') ? 'unbounded' : 1 } as const;
    const composite = mayBeComposite ? composites[key] : undefined;
    if (composite) {
      const components = (composite.elements ?? []).map((part, i) => this.elementSource(String(part), `${ref}-${i + 1}`, false));
      return { ...common, name: composite.name ?? key, content: { kind: 'composite', composite: key, components } };
    }
    const element = elements[key];
    const content = { ...NO_CONTENT, ...readType(element?.type ?? 'AN'), dataElement: element ? key : '' };
    return { ...common, name: element?.name ?? key, content };
  }

  private read(): DictionaryFile {
    return (this.file ??= readDictionary(this.folder));
  }
}

/** Reads `AN 1/38`; a type without lengths has no limit. */
function readType(text: string): Pick<SimpleContent, 'type' | 'min' | 'max'> {
  const [type = 'AN', lengths] = text.split(' ');
  const [min = 0, max = Infinity] = lengths === undefined ? [] : lengths.split('/').map(Number);
  return { type, min, max };
}

/** The file is ours, and a test reads every segment of it. */
function readDictionary(folder: string): DictionaryFile {
  return readYamlFile(join(folder, 'standard-segments.yaml')) as DictionaryFile;
}

/** A segment of which nothing is said but its id and elements. */
export const NO_SEGMENT = {
  kind: 'segment',
  offset: 0,
  name: '',
  tree: undefined,
  usage: 'S',
  max: 1,
  when: [],
  also: [],
  syntax: undefined,
  elements: [],
} as const satisfies Omit<SegmentSource, 'id'>;

const NO_CONTENT = { kind: 'simple', codes: undefined, codesOffset: 0, codeSet: undefined, codeSetBy: undefined, pattern: undefined } as const;

/** N101 for the first element of N1. */
function refOf(segmentId: string, number: number): string {
  return segmentId + String(number).padStart(2, '0');
}
