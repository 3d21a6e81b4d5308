import type { CheckedList } from '../code-source';
import { type Reporter, type ValuePlace, valueOf } from '../reporter';
import { rule } from '../rule';

export const codeInvalid = rule({
  id: 'code-invalid',
  level: 5,
  issueType: 'INVALID_CODE',
  finds:
    'A code is not in its list, or was not valid on the date of service. Lists that are not loaded are not looked at, but a procedure code of HCPCS that has neither the form of CPT (four digits and a digit or letter) nor that of level II (a letter and four digits) is always found.',
});

/** Reports a code that is not valid; `when` names the day, if the day matters. */
export function reportInvalidCode(place: ValuePlace, { list, label }: CheckedList, when: string | undefined, reporter: Reporter): void {
  const value = valueOf(place);
  const message = when === undefined ? `${label} ${value} is not a valid code` : `${label} ${value} is not valid ${when}`;
  reporter.element(codeInvalid, place, place.element, { codeSubType: list.subType, value, message });
}
