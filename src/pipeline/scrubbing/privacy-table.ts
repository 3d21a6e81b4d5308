import type { ElementDef, Guide } from '../../guide/guide.types';
import { StandardDictionary } from '../../guide/standard-dictionary';
import { codesOfList, type PrivacyFile, readPrivacyFile, VALUE_KINDS, type ValueKind } from './privacy-file';
import { Vocabulary } from './vocabulary';

/** How the values of an element, or of a component, are replaced. */
export interface PlacePlan {
  readonly kind: ValueKind;
  /** Codes that stay; undefined if nothing does. */
  readonly stays: Vocabulary | undefined;
  /** Plans of the components, from 0; empty for an element without components. */
  readonly components: readonly PlacePlan[];
  /** True for a value that separates others: it stays. */
  readonly isSeparator?: boolean;
}

/** Plans of the elements of a segment, from 0 for the first. */
export type SegmentPlan = readonly PlacePlan[];

/** For everything that no guide and no standard knows. */
export const UNKNOWN_PLACE: PlacePlan = { kind: 'id', stays: undefined, components: [] };

const KIND_OF_TYPE: Readonly<Record<string, ValueKind>> = { ID: 'code', DT: 'date', TM: 'time', R: 'number', N: 'number', B: 'text' };

/** Codes that may stand at a place, before they are joined. */
interface PlaceFacts {
  readonly element: ElementDef;
  readonly stays: Vocabulary;
  readonly components: PlaceFacts[];
}

/**
 * What of each segment is replaced, and how: made of all guides, of the standard, and of schemas/privacy/x12.yaml. It does not depend on the loop in which a
 * segment stands, so that damaged files are scrubbed as well.
 */
export class PrivacyTable {
  private readonly kinds: ReadonlyMap<string, ValueKind>;
  private readonly file: PrivacyFile;
  private readonly standard = new StandardDictionary();
  private readonly ofElement = new Map<string, Vocabulary>();
  private readonly ofCodeSet = new Map<string, Vocabulary>();
  private readonly facts = new Map<string, PlaceFacts[]>();
  private readonly plans = new Map<string, SegmentPlan | undefined>();

  constructor(guides: readonly Guide[], file = readPrivacyFile()) {
    this.file = file;
    this.kinds = new Map(VALUE_KINDS.flatMap((kind) => (file.kinds[kind] ?? []).map((element) => [element, kind] as const)));
    for (const guide of guides) this.addGuide(guide);
    for (const [element, codes] of Object.entries(file.codes)) for (const code of codes) this.vocabularyOf(element).addCode(code);
    for (const [element, lists] of Object.entries(file.lists)) addLists(this.vocabularyOf(element), lists);
    for (const [element, forms] of Object.entries(file.forms)) for (const form of forms) this.vocabularyOf(element).addForm(form);
  }

  /** The plan of a segment; undefined for an id that no guide and no standard has. */
  planOf(segmentId: string): SegmentPlan | undefined {
    if (this.plans.has(segmentId)) return this.plans.get(segmentId);
    const places = [...(this.facts.get(segmentId) ?? [])];
    this.standard.elementsOf(segmentId).forEach((element, i) => (places[i] = mergeFacts(places[i], element)));
    const plan = places.length === 0 ? undefined : Array.from(places, (place) => this.planOfPlace(place));
    this.plans.set(segmentId, plan);
    return plan;
  }

  private addGuide({ segments, transactionSet, functionalIds, versions }: Guide): void {
    this.vocabularyOf(ELEMENT.transactionSet).addCode(transactionSet);
    for (const id of functionalIds) this.vocabularyOf(ELEMENT.functionalId).addCode(id);
    for (const element of ELEMENT.versions) for (const version of versions) this.vocabularyOf(element).addCode(version);
    for (const { id, elements, qualifiers } of segments) {
      const places = this.facts.get(id) ?? [];
      this.facts.set(id, places);
      elements.forEach((element, i) => (places[i] = this.addElement(places[i], element)));
      for (const { element, component, codes, also } of qualifiers) {
        const place = places[element - 1];
        const facts = component === undefined ? place : place?.components[component - 1];
        for (const code of [...codes, ...(also ?? [])]) this.addCode(facts, code);
      }
    }
  }

  private addElement(known: PlaceFacts | undefined, element: ElementDef): PlaceFacts {
    const facts = known ?? { element, stays: new Vocabulary(), components: [] };
    for (const code of element.codes ?? []) this.addCode(facts, code);
    if (element.codeSet !== undefined) facts.stays.addAll(this.codeSet(element.codeSet));
    element.components?.forEach((component, i) => (facts.components[i] = this.addElement(facts.components[i], component)));
    return facts;
  }

  /** A code of an ID is one of its data element, wherever it stands: a code at a wrong place stays wrong, and identifies nobody. */
  private addCode(facts: PlaceFacts | undefined, code: string): void {
    if (facts === undefined) return;
    facts.stays.addCode(code);
    const { dataElement, type } = facts.element;
    if (type === 'ID' && dataElement !== '') this.vocabularyOf(dataElement).addCode(code);
  }

  private codeSet(name: string): Vocabulary {
    const known = this.ofCodeSet.get(name);
    if (known !== undefined) return known;
    const vocabulary = new Vocabulary();
    const { lists = [], forms = [] } = this.file.codeSets[name] ?? {};
    addLists(vocabulary, lists);
    for (const form of forms) vocabulary.addForm(form);
    this.ofCodeSet.set(name, vocabulary);
    return vocabulary;
  }

  private vocabularyOf(dataElement: string): Vocabulary {
    const known = this.ofElement.get(dataElement) ?? new Vocabulary();
    this.ofElement.set(dataElement, known);
    return known;
  }

  private planOfPlace({ element, stays, components }: PlaceFacts): PlacePlan {
    const { dataElement, type } = element;
    const kind = this.kinds.get(dataElement) ?? KIND_OF_TYPE[type.startsWith('N') ? 'N' : type] ?? 'id';
    const all = new Vocabulary();
    all.addAll(stays);
    if (kind === 'code') all.addAll(this.vocabularyOf(dataElement));
    const isSeparator = this.file.separators.includes(dataElement);
    return {
      kind,
      stays: all.isEmpty && kind !== 'code' ? undefined : all,
      components: components.map((component) => this.planOfPlace(component)),
      ...(isSeparator ? { isSeparator } : {}),
    };
  }
}

const ELEMENT = { transactionSet: '143', functionalId: '479', versions: ['480', '1705'] } as const;

/** Facts of the guides and of the standard: the standard decides which data element it is, because damaged guides of trading partners differ. */
function mergeFacts(known: PlaceFacts | undefined, element: ElementDef): PlaceFacts {
  const components = [...(known?.components ?? [])];
  element.components?.forEach((component, i) => (components[i] = mergeFacts(components[i], component)));
  const named = element.dataElement === '' && known !== undefined ? known.element : element;
  return { element: named, stays: known?.stays ?? new Vocabulary(), components };
}

function addLists(vocabulary: Vocabulary, lists: readonly string[]): void {
  for (const list of lists) for (const code of codesOfList(list)) vocabulary.addCode(code);
}
