import { KIND } from '../element-check';
import { type Reporter, type ValuePlace, valueOf } from '../reporter';
import { rule } from '../rule';

export const elementControlCharacters = rule({
  id: 'element-control-characters',
  level: 1,
  issueType: 'WRONG_TYPE',
  finds: 'A value has control characters.',
});

export const elementCharacterSet = rule({
  id: 'element-character-set',
  level: 7,
  issueType: 'WRONG_TYPE',
  finds: 'A value has characters beyond the extended character set of X12, such as letters with accents, which partners have to agree on.',
});

export const elementSeparator = rule({
  id: 'element-separator',
  level: 1,
  issueType: 'NOT_ALLOWED',
  finds: 'A simple element has a component separator: parts of a composite where the guide has none.',
});

/** The reader reports line breaks, once. */
const CONTROL = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f]/;
const NOT_ASCII = /[^\u0000-\u007f]/;

/** Checks the characters of text. */
export function checkCharacters(place: ValuePlace, reporter: Reporter): void {
  const { element, segment, start, end } = place;
  if (element.kind !== KIND.text && element.kind !== KIND.period) return;
  const { chunk } = segment;
  const text = chunk.text(start, end);
  const wrong = { dataType: element.def.type === 'ID' ? 'IDENTIFIER' : 'STRING', value: valueOf(place) } as const;
  if (CONTROL.test(text)) reporter.element(elementControlCharacters, place, element, { ...wrong, message: 'The value has control characters' });
  if (NOT_ASCII.test(text)) {
    reporter.element(elementCharacterSet, place, element, { ...wrong, message: 'The value has characters beyond the extended character set of X12' });
  }
  const { component } = chunk.delimiters;
  if (component !== undefined && text.includes(String.fromCharCode(component))) {
    const message = `Element ${element.def.ref} has components, separated by '${String.fromCharCode(component)}', but is no composite`;
    reporter.element(elementSeparator, place, element, { value: valueOf(place), message });
  }
}
