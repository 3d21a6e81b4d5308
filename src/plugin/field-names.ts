import type { SegmentDef } from '../guide/guide.types';
import type { IsStated } from '../guide/segment-completion';
import type { BindingObserver, FieldDoc, Scope } from '../mapping/field';
import { slotsOf } from '../mapping/locator';
import { parsePlace, type Place } from '../mapping/place';
import type { FieldName, FieldNames } from '../validation/reporter';

/** The interface document knows identifications of claims by this name too. */
const CLASS_NAMES: Readonly<Record<string, string>> = { Identification: 'Reference' };

/** A field of a record, and the place that it is read from. */
interface NamedField extends FieldName {
  readonly place: Place;
  /** True for the name of a code: of two fields with one place, people expect the code. */
  readonly isNamedCode: boolean;
  /** True for a field that has a value for every code. */
  readonly showsAll: boolean;
}

/** What the fields of a plugin's records say about elements. */
export interface ElementFields {
  readonly names: FieldNames;
  /** True for an element whose value, if it has one, is a value of a field. */
  readonly isStated: IsStated;
}

/**
 * Finds the fields of a plugin's records by the elements that they are read from, so that issues can name what people see in
 * JSON. `bind` binds the records when the first name is requested: files without issues do not pay for it. `issueClasses` are the names that
 * issues have for objects.
 */
export function elementFieldsOf(bind: (observer: BindingObserver) => void, issueClasses: Readonly<Record<string, string>> | undefined): ElementFields {
  let fields: ReadonlyMap<string, readonly NamedField[]> | undefined;
  const fieldsOf = (def: SegmentDef, element: string): readonly NamedField[] => {
    fields ??= gather(bind, { ...CLASS_NAMES, ...issueClasses });
    return fields.get(keyOf(def, element)) ?? [];
  };
  return { names: namesBy(fieldsOf), isStated: (def, ref) => fieldsOf(def, ref).some(({ showsAll }) => showsAll) };
}

function namesBy(fieldsOf: (def: SegmentDef, element: string) => readonly NamedField[]): FieldNames {
  return (def, element, part, qualifier) => {
    const found = fieldsOf(def, element).filter(({ place }) => accepts(place, qualifier));
    const isWanted = ({ fieldName }: NamedField): boolean => part === 'whole' || fieldName.endsWith('To') === (part === 'to');
    const best = found.find((field) => field.isNamedCode && isWanted(field)) ?? found.find(isWanted);
    return best && { issueObjectClass: best.issueObjectClass, fieldName: best.fieldName };
  };
}

function gather(bind: (observer: BindingObserver) => void, classes: Readonly<Record<string, string>>): ReadonlyMap<string, readonly NamedField[]> {
  const fields = new Map<string, NamedField[]>();
  bind((record, fieldName, isBound, scope, doc) => {
    if (!isBound) return;
    const issueObjectClass = classes[record] ?? record;
    for (const place of placesOf(doc)) {
      for (const def of defsOf(place, scope)) {
        const key = keyOf(def, refOf(def, place));
        const ofKey = fields.get(key) ?? [];
        fields.set(key, ofKey);
        ofKey.push({ issueObjectClass, fieldName, place, isNamedCode: doc.schema.enum !== undefined, showsAll: doc.usual === undefined });
      }
    }
  });
  return fields;
}

/** A field may be read from the first of several places that is there. Places of repeated groups and of whole segments name no element. */
function placesOf({ place, schema }: FieldDoc): readonly Place[] {
  if (place === '' || schema.type === 'object' || schema.type === 'array') return [];
  return place.split(', else ').flatMap((text) => {
    const parsed = readPlace(text);
    return parsed?.element === undefined || parsed.isRelative ? [] : [parsed];
  });
}

function readPlace(text: string): Place | undefined {
  try {
    return parsePlace(text);
  } catch {
    return undefined; // A sentence about several places.
  }
}

function defsOf(place: Place, scope: Scope): readonly SegmentDef[] {
  return place.segment === undefined ? (scope.segments ?? []) : slotsOf(place, scope.loop);
}

function accepts({ codes, isExcluding }: Place, qualifier: string): boolean {
  return codes === undefined || qualifier === '' || codes.includes(qualifier) !== isExcluding;
}

const keyOf = ({ slot }: SegmentDef, element: string): string => `${slot} ${element}`;

function refOf({ id }: SegmentDef, { element = 0, component }: Place): string {
  return `${id}${String(element).padStart(2, '0')}${component === undefined ? '' : `-${component}`}`;
}
