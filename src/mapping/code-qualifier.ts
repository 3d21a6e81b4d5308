import { isDigit, isLetter } from '../common/bytes';
import { IntTable } from '../common/int-table';
import { packCode, packText } from '../common/pack-code';
import type { Segment } from '../x12/segment';
import { codeList, type CodeList } from './code-list';
import { parsePlace, type Place } from './place';
import type { ListsByQualifier } from './qualified-elements';

/*
 * The qualifier of a code: where both stand in a segment, and which list the qualifier names.
 */

/** An element or component, counted from a base where it is relative. */
export interface ValuePlace {
  readonly element: number;
  readonly isRelative: boolean;
  readonly component: number | undefined;
}

/** Where a code and its qualifier stand in a segment. */
export interface CodePlaces {
  readonly code: ValuePlace;
  readonly qualifier: ValuePlace;
}

/** Reads the places of a code and its qualifier. */
export function codePlaces(code: Place, qualifierText: string): CodePlaces {
  const qualifier = parsePlace(qualifierText);
  const { element = 0, isRelative, component } = code;
  return {
    code: { element, isRelative, component },
    // A component is one of the element that the code is in.
    qualifier: qualifier.isRelative
      ? { element, isRelative, component: qualifier.component }
      : { element: qualifier.element ?? 0, isRelative: false, component: qualifier.component },
  };
}

/** A code at a place, as a field of its own binds it. */
export interface CodeAtPlace extends CodePlaces {
  readonly place: Place;
  readonly lists: QualifiedLists;
}

/** The lists that the qualifier of a code names, as a field means them. */
export interface QualifiedLists {
  readonly lists: ListsByQualifier;
  /** All qualifiers that have a list, where `lists` holds some of them: the field does not mean a code with one of the others. */
  readonly among?: ListsByQualifier;
  /** The qualifier that is written for a code whose list is not named. Default: the first of `lists`. */
  readonly usual?: string;
  /** True where a code without qualifier has the usual one. */
  readonly readsUnqualified?: true;
  /** True where a code with a qualifier that has no list is read too, as one of OTHER. */
  readonly readsOthers?: true;
  /** A list that shares the qualifier of another one. */
  readonly split?: SplitList;
}

/** A list whose codes differ from those of another list by their shape alone: HC stands for CPT and for HCPCS. */
export interface SplitList {
  readonly list: string;
  readonly from: string;
  /** Of its codes: 9 for a digit, X for a digit or letter. */
  readonly shape: string;
}

const NO_LIST = codeList('');

/** What a finder knows, as data. */
export interface FoundLists {
  /** By packed qualifier; undefined for a qualifier that names no list that is meant. */
  readonly byQualifier: readonly (readonly [number, CodeList | undefined])[];
  /** The list of a code without qualifier. */
  readonly unqualified: CodeList | undefined;
  /** The list that holds the codes of `splitList`, which have a shape of their own. */
  readonly mixed: CodeList | undefined;
  readonly splitList: CodeList;
  readonly shape: string;
  readonly readsOthers: boolean;
}

/** Finds the list of a code by its qualifier, and the qualifier of a list. */
export class ListFinder {
  private readonly entries: readonly (readonly [string, CodeList])[];
  private readonly table: IntTable<CodeList>;
  private readonly unqualified: CodeList | undefined;
  private readonly mixed: CodeList | undefined;
  private readonly splitList: CodeList;
  private readonly usual: string | undefined;

  constructor(private readonly meant: QualifiedLists) {
    const { lists, among = lists, readsUnqualified, split } = meant;
    const usual = usualQualifiers(lists);
    const entries = Object.keys(among).map((qualifier): readonly [string, CodeList] => {
      const list = lists[qualifier] ?? undefined;
      if (list === undefined) return [qualifier, NO_LIST];
      const usualOfList = usual.get(list === split?.list ? split.from : list);
      // A code shows its qualifier where the list alone does not lead back to it.
      return [qualifier, usualOfList === qualifier ? codeList(list) : codeList(list, qualifier)];
    });
    this.entries = entries;
    this.table = new IntTable(entries.map(([qualifier, list]) => [packText(qualifier), list] as const));
    this.usual = meant.usual ?? Object.keys(lists)[0];
    this.unqualified = readsUnqualified ? entries.find(([qualifier]) => qualifier === this.usual)?.[1] : undefined;
    this.mixed = split && entries.find(([, { subType }]) => subType === split.from)?.[1];
    this.splitList = split === undefined ? NO_LIST : codeList(split.list);
  }

  get data(): FoundLists {
    const { unqualified, mixed, splitList, meant } = this;
    const meantOnly = (list: CodeList | undefined): CodeList | undefined => (list === NO_LIST ? undefined : list);
    return {
      byQualifier: this.entries.map(([qualifier, list]) => [packText(qualifier), meantOnly(list)]),
      unqualified: meantOnly(unqualified),
      mixed,
      splitList,
      shape: meant.split?.shape ?? '',
      readsOthers: meant.readsOthers === true,
    };
  }

  /** The list of a code, by the bounds of its qualifier and its own; undefined for a code that is not meant. */
  find(bytes: Buffer, qualifierStart: number, qualifierEnd: number, start: number, end: number): CodeList | undefined {
    const list =
      qualifierStart < qualifierEnd
        ? (this.table.get(packCode(bytes, qualifierStart, qualifierEnd)) ?? this.otherOf(bytes, qualifierStart, qualifierEnd))
        : this.unqualified;
    if (list === NO_LIST) return undefined;
    return list !== undefined && list === this.mixed && isOfShape(this.meant.split?.shape ?? '', bytes, start, end) ? this.splitList : list;
  }

  private otherOf(bytes: Buffer, start: number, end: number): CodeList | undefined {
    return this.meant.readsOthers ? otherList(bytes.toString('utf8', start, end)) : undefined;
  }

  /** The qualifier that is written for a list, or for a code without one; undefined for a list of another kind. `allowed` are those of the guide. */
  qualifierOf(subType: string, allowed: readonly string[] | undefined): string | undefined {
    const { lists, split } = this.meant;
    const isAllowed = (qualifier: string): boolean => allowed?.includes(qualifier) ?? true;
    if (subType !== '' && subType !== split?.list && subType !== split?.from) {
      const ofList = Object.keys(lists).filter((qualifier) => lists[qualifier] === subType);
      return ofList.find(isAllowed) ?? ofList[0];
    }
    if (this.usual === undefined || isAllowed(this.usual)) return this.usual;
    return allowed?.find((qualifier) => lists[qualifier] !== undefined) ?? this.usual;
  }
}

function isOfShape(shape: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== shape.length) return false;
  for (let i = 0; i < shape.length; i++) {
    const byte = bytes[start + i] ?? 0;
    if (!isDigit(byte) && (shape.charCodeAt(i) !== UPPER_X || !isLetter(byte))) return false;
  }
  return true;
}

const UPPER_X = 0x58;

/** `subType` of a code whose qualifier the table does not have; such a code also shows its `qualifierCode`. */
const OTHER_LIST = 'OTHER';

/** The list of a code with a qualifier that the table does not have. */
function otherList(qualifierCode: string): CodeList {
  const known = otherLists.get(qualifierCode);
  if (known !== undefined) return known;
  const list = codeList(OTHER_LIST, qualifierCode);
  if (otherLists.size < MAX_OTHER_LISTS && qualifierCode.length <= MAX_QUALIFIER_LENGTH) otherLists.set(qualifierCode, list);
  return list;
}

/** A list takes microseconds to make, and a record may name thousands. The first ones are kept. */
const otherLists = new Map<string, CodeList>();
const MAX_OTHER_LISTS = 1_000;
const MAX_QUALIFIER_LENGTH = 3;

/** The first qualifier of each list: the one that is written where a request gives none. */
function usualQualifiers(lists: ListsByQualifier): ReadonlyMap<string, string> {
  const usual = new Map<string, string>();
  for (const [qualifier, list] of Object.entries(lists)) if (list !== null && !usual.has(list)) usual.set(list, qualifier);
  return usual;
}

/** Finds the code in a segment, and holds it until the next one is asked for. */
export class CodeCursor {
  list = codeList('');
  start = 0;
  end = 0;
  readonly lists: ListFinder;

  constructor(
    lists: QualifiedLists,
    private readonly places: CodePlaces,
  ) {
    this.lists = new ListFinder(lists);
  }

  /** Goes to the code; false when there is none that is meant. */
  find(segment: Segment, base: number): boolean {
    const { code, qualifier } = this.places;
    const start = startOf(code, segment, base);
    const end = start < 0 ? start : endOf(code, segment, base, start);
    if (start >= end) return false;
    const qualifierStart = startOf(qualifier, segment, base);
    const qualifierEnd = qualifierStart < 0 ? qualifierStart : endOf(qualifier, segment, base, qualifierStart);
    const list = this.lists.find(segment.chunk.bytes, qualifierStart, qualifierEnd, start, end);
    if (list === undefined) return false;
    this.list = list;
    this.start = start;
    this.end = end;
    return true;
  }
}

const elementOf = ({ element, isRelative }: ValuePlace, base: number): number => (isRelative ? base + element : element);

function startOf(place: ValuePlace, segment: Segment, base: number): number {
  const element = elementOf(place, base);
  return place.component === undefined ? segment.start(element) : segment.componentStart(element, place.component);
}

function endOf(place: ValuePlace, segment: Segment, base: number, start: number): number {
  const element = elementOf(place, base);
  return place.component === undefined ? segment.end(element) : segment.componentEnd(element, start);
}
