export { encodeDate } from './codecs/date.codec';
export { isJsonNumber, normaliseNumber } from './codecs/number.codec';
export { memberFragment, writeJsonText } from './json-text';
