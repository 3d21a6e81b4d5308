import type { KeyRule } from '../common/yaml/yaml-map';

/**
 * The keys of the guide format, one table for each kind of map. `guide-schema.ts` lints by them,
 * and a test demands that `docs/guides.md` explains each.
 */

const required = (holds: string): KeyRule => ({ isRequired: true, holds });
const optional = (holds: string): KeyRule => ({ isRequired: false, holds });

/** Keys of the guide itself. The head comes before `composites` and `children`, so that it can be read alone. */
export const GUIDE_KEYS = {
  id: required('the name of the file without .yaml'),
  transactionSet: required('ST01, quoted'),
  name: required('title of the transaction'),
  functionalIds: required('list of GS01 values'),
  versions: required('list of accepted GS08 and ST03 values, newest first'),
  release: optional('release of X12 whose relational notes apply to segments without `syntax`'),
  purposes: optional('list of BHT02 values, where several guides share set and version'),
  splits: optional('list of loops at which the segment tree of a large transaction is cut'),
  source: required('where the facts come from'),
  composites: optional('composites that several elements share'),
  children: required('list of segments and loops, from ST to SE'),
} as const satisfies Record<string, KeyRule>;

/** Keys of a loop. `loop` holds its id. */
export const LOOP_KEYS = {
  loop: required('id of the loop, such as 2100'),
  name: required('snake-case name'),
  usage: required('R, S or N'),
  max: optional('how often it may repeat, or unbounded; 1 when absent'),
  use: optional('path of the loop whose children it shares'),
  children: optional('list of segments and loops; the first opens the loop'),
} as const satisfies Record<string, KeyRule>;

/** Keys below a segment id. */
export const SEGMENT_KEYS = {
  name: required('snake-case name'),
  tree: optional('key in the segment tree, where it differs from the name'),
  usage: required('R, S or N'),
  max: optional('how often it may stand here, or unbounded; 1 when absent'),
  when: optional('codes by element that distinguish it from siblings with the same id'),
  also: optional('codes by element that select it too, but are findings'),
  syntax: optional('list of relational notes, empty for none; those of the release when absent'),
  elements: required('list of elements, in order'),
} as const satisfies Record<string, KeyRule>;

/** Keys below the reference of an element or component without components. */
export const SIMPLE_ELEMENT_KEYS = {
  usage: required('R, S or N'),
  type: required('data type with least and most length, such as AN 1/38'),
  element: required('X12 data element number'),
  name: required('snake-case industry name'),
  tree: optional('key in the segment tree, where it differs from the name'),
  repeat: optional('how often it may repeat, or unbounded; 1 when absent'),
  codes: optional('list of allowed codes; those of `when` need no repetition'),
  codeSet: optional('external code list, such as carc'),
  codeSetBy: optional('number of the element or component beside it whose code names the code list'),
  pattern: optional('regular expression for the whole value'),
} as const satisfies Record<string, KeyRule>;

/** Keys below the reference of an element with components. */
export const COMPOSITE_ELEMENT_KEYS = {
  usage: required('R, S or N'),
  composite: required('X12 number of the composite, such as C003'),
  name: required('snake-case industry name'),
  tree: optional('key in the segment tree, where it differs from the name'),
  repeat: optional('how often it may repeat, or unbounded; 1 when absent'),
  components: optional('list of components, in order; absent where the guide does not use them'),
} as const satisfies Record<string, KeyRule>;

/** Keys below the reference of an element that uses a shared composite. */
export const SHARED_ELEMENT_KEYS = {
  usage: required('R, S or N'),
  use: required('name under `composites`'),
  name: optional('snake-case name, where it differs from that of the composite'),
  tree: optional('key in the segment tree, where it differs from the name'),
  repeat: optional('how often it may repeat, or unbounded; 1 when absent'),
} as const satisfies Record<string, KeyRule>;

/** Keys below a name in `composites`. */
export const COMPOSITE_KEYS = {
  composite: required('X12 number of the composite, such as C003'),
  name: required('snake-case name'),
  components: required('list of components, in order'),
} as const satisfies Record<string, KeyRule>;
