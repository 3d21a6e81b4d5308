import { KIND } from '../element-check';
import { type Reporter, type ValuePlace, valueOf } from '../reporter';
import { rule } from '../rule';

export const elementCode = rule({
  id: 'element-code',
  level: 2,
  issueType: 'VALUE_NOT_IN_ENUM_LIST',
  finds: 'A code is not one of those that the guide allows at its place.',
});

export const elementPattern = rule({
  id: 'element-pattern',
  level: 2,
  issueType: 'INVALID',
  finds: 'A value has another form than the guide gives it.',
});

/** Looks a value up among the codes of the guide. */
export function checkCodes(place: ValuePlace, reporter: Reporter): void {
  const { element, segment, start, end } = place;
  const { kind, def, pattern } = element;
  const text = segment.chunk.text(start, end);
  if ((kind === KIND.code || kind === KIND.longCode) && def.codes?.includes(text) !== true) {
    const value = valueOf(place);
    reporter.code(elementCode, place, { value, message: `Value '${value}' is not in the allowed values list`, allowedValues: def.codes ?? [] });
  }
  if (pattern !== undefined && !pattern.test(text) && !isForeignPostalCode(place)) {
    const value = valueOf(place);
    reporter.element(elementPattern, place, element, { value, message: `Value '${value}' does not have the form ${def.pattern ?? ''}` });
  }
}

/** Data elements of addresses. */
const POSTAL_CODE = '116';
const COUNTRY = '26';

/** The form of a postal code is that of the United States, unless a country code next to it names another country. */
function isForeignPostalCode({ element, check, segment }: ValuePlace): boolean {
  if (element.def.dataElement !== POSTAL_CODE) return false;
  const index = check.elements.findIndex(({ def }) => def.dataElement === COUNTRY);
  const country = index < 0 ? '' : segment.element(index + 1);
  return country !== '' && country !== 'US';
}
