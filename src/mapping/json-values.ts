export { encodeDate } from './codecs/date.codec';
export { normaliseNumber } from './codecs/number.codec';
export { memberFragment, writeJsonText } from './json-text';
