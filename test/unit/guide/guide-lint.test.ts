import { changed, problemsOf, SMALL_GUIDE } from './small-guide';

/**
 * What the title names; a text of the small guide; what it is replaced by, with `»` where the message must point;
 * and the message.
 */
type LintCase = readonly [title: string, from: string, to: string, sentence: string];

const ABC = '{ name: a, usage: R, elements: [ABC01: { usage: R, type: AN 1/2, element: 1, name: a }] }';
const PATIENT_LEVEL = "when: { 1: ['23'] }";
const LOOP_RULE = 'which is no loop of this guide; give its path from the root, such as 2000A/2000B.';

const KEYS: readonly LintCase[] = [
  [
    'an unknown key with its line and the nearest valid key',
    'syntax: [R0102]',
    '»sintax: [R0102]',
    'Unknown key `sintax` in segment REF. Did you mean `syntax`?',
  ],
  [
    'an unknown key that is near none with all valid keys',
    'usage: S, use:',
    '»xxxxxxxx: 1, usage: S, use:',
    'Unknown key `xxxxxxxx` in HI02. Known are usage, use, name, tree, repeat.',
  ],
  ['a missing key where its map begins', '- loop: 2000A\n    name: billing_level\n', '- »loop: 2000A\n', 'Loop 2000A lacks `name`.'],
  ['a missing key of the head', "id: small\ntransactionSet: '999'\n", '»id: small\n', 'The guide lacks `transactionSet`.'],
  ['a scalar where a map must stand', '  - SE:\n', '  - ABC: »nothing\n  - SE:\n', 'Segment ABC must be a map, not `nothing`.'],
  [
    'a scalar where the composites must stand',
    SMALL_GUIDE.slice(SMALL_GUIDE.indexOf('composites:'), SMALL_GUIDE.indexOf('children:')),
    'composites: »none\n',
    '`composites` of the guide must be a map, not `none`.',
  ],
  [
    'a key of the head behind the body',
    '        - SE01: { usage: R, type: N0 1/10, element: 96, name: segment_count }\n',
    "        - SE01: { usage: R, type: N0 1/10, element: 96, name: segment_count }\n»purposes: ['13']\n",
    '`purposes` of the guide must stand before `composites` and `children`.',
  ],
  ['an alias inside its own anchor', 'name: Small guide', 'name: &name [»*name]', 'Alias `name` stands inside what it repeats.'],
  ['text that is not YAML', 'name: Small guide', 'name: Small guide\n»name: Small', 'The key `name` stands twice in the same map.'],
];

const VALUES: readonly LintCase[] = [
  ['a usage that is none', 'usage: R, type: N0', 'usage: »X, type: N0', '`usage` of SE01 must be R, S or N, not `X`.'],
  ['a maximum that is no count', 'max: 100', 'max: »many', '`max` of loop 2300 must be a whole number from 1, or unbounded, not `many`.'],
  ['a maximum of zero', 'max: 100', 'max: »0', '`max` of loop 2300 must be a whole number from 1, or unbounded, not `0`.'],
  ['a data element number that is none', 'element: 143', 'element: »A1', '`element` of ST01 must be a whole number from 1, not `A1`.'],
  [
    'a list without entries',
    'functionalIds: [FA]',
    'functionalIds: »[]',
    '`functionalIds` of the guide must be a list with at least one entry, not an empty list.',
  ],
  ['a code that is not quoted', "codes: ['999']", 'codes: [»999]', "`codes` of ST01 must be text: write '999' in quotes, or YAML takes 999 for a number."],
  [
    'a code that YAML takes for a boolean',
    "codes: ['999']",
    'codes: [»true]',
    "`codes` of ST01 must be text: write 'true' in quotes, or YAML takes true for a boolean.",
  ],
  ['a list where text must stand', 'name: Small guide', 'name: »[Small]', '`name` of the guide must be text, not a list.'],
  ['a key without value', 'name: Small guide', 'name:»', '`name` of the guide has no value.'],
  ['a type without lengths', 'type: N0 1/10', 'type: »N0', '`type` of SE01 must be a data type with least and most length, such as AN 1/38, not `N0`.'],
  [
    'a type whose least length is more than its most',
    'type: N0 1/10',
    'type: »N0 10/1',
    '`type` of SE01 must be a data type with least and most length, such as AN 1/38, not `N0 10/1`.',
  ],
  ['a pattern that is no regular expression', "pattern: '[0-9]{9}'", "pattern: »'[0-9'", '`pattern` of REF02 must be a regular expression, not `[0-9`.'],
];

const SHAPES: readonly LintCase[] = [
  ['a child that is neither segment nor loop', '  - SE:\n', '  - »nothing\n  - SE:\n', 'A child must be a segment or a loop, not `nothing`.'],
  [
    'a loop with both children and use',
    "- loop: '2300'\n            name: patient_claim",
    `- »loop: '2300'\n            children: [ABC: ${ABC}]\n            name: patient_claim`,
    'Loop 2300 needs `children` or `use`, and only one of them.',
  ],
  [
    'a loop with neither children nor use',
    "- loop: '2300'\n            name: patient_claim\n            usage: R\n            max: 7\n            use: 2000A/2000B/2300",
    "- »loop: '2300'\n            name: patient_claim\n            usage: R",
    'Loop 2300 needs `children` or `use`, and only one of them.',
  ],
  [
    'a segment id that is none',
    '  - SE:\n',
    `  - »ABCD: ${ABC.replace('ABC01', 'ABCD01')}\n  - SE:\n`,
    '`ABCD` is no segment id: two or three capital letters or digits, the first a letter.',
  ],
  [
    'a key that stands beside its segment',
    '  - SE:\n',
    `  - ABC: ${ABC}\n    »max: 2\n  - SE:\n`,
    '`max` stands beside segment ABC; indent it to put it below, or begin a new child with a dash.',
  ],
  ['a condition that is no map', PATIENT_LEVEL, "when: »['23']", '`when` of segment HL must be a map from element to codes, such as { 1: [QC] }, not a list.'],
  [
    'a condition on no element number',
    PATIENT_LEVEL,
    "when: { »HL01: ['23'] }",
    '`when` of segment HL names `HL01`, which is neither an element number (1) nor a component (1-2).',
  ],
  ['a condition without a list of codes', PATIENT_LEVEL, "when: { 1: »'23' }", '`when` of segment HL must give a list of codes for 1, not `23`.'],
  [
    'a code of a condition that is not quoted',
    PATIENT_LEVEL,
    'when: { 1: [»23] }',
    "A code in `when` of segment HL must be text: write '23' in quotes, or YAML takes 23 for a number.",
  ],
  [
    'a relational note that is none',
    'syntax: [R0102]',
    'syntax: [»Q0102]',
    '`Q0102` in `syntax` of segment REF is no relational note: C, E, L, P or R and pairs of digits, such as P0304.',
  ],
  [
    'an element that is no reference with facts',
    '- CLM02: { usage: N, composite: C023, name: location }',
    '- »CLM02',
    'An element must be one reference with its facts, such as CLP01: { ... }, not `CLM02`.',
  ],
  ['an element whose facts are no map', '- CLM02: { usage: N, composite: C023, name: location }', '- CLM02: »N', 'CLM02 must be a map, not `N`.'],
  ['element references out of order', '- CLM02: {', '- »CLM03: {', 'CLM03 stands where CLM02 is expected.'],
  ['component references out of order', '- C022-2: {', '- »C022-3: {', 'C022-3 stands where C022-2 is expected.'],
];

const RELATIONS: readonly LintCase[] = [
  ['an id that is not the name of the file', 'id: small', '»id: large', 'The guide has id large, but its file is named small.yaml.'],
  [
    'a release without known notes',
    "id: small\ntransactionSet: '999'\n",
    "»id: small\ntransactionSet: '999'\nrelease: '005020'\n",
    '`release` names 005020, but notes are known of 004010 and 005010 only.',
  ],
  [
    'a loop of `splits` that the guide does not have, also beside others',
    "id: small\ntransactionSet: '999'\n",
    "»id: small\ntransactionSet: '999'\nsplits: [2000A, '2301']\n",
    '`splits` names loop 2301, which the guide does not have.',
  ],
  ['a guide that does not begin with ST', 'children:\n', `children:\n  - »ABC: ${ABC}\n`, 'The first child of the guide must be segment ST.'],
  [
    'a guide that does not end with SE',
    'name: segment_count }\n',
    `name: segment_count }\n  - »ABC: ${ABC}\n`,
    'The last child of the guide must be segment SE.',
  ],
  [
    'a composite that no element uses',
    'composites:\n',
    'composites:\n  »unused: { composite: C001, name: unit, components: [C001-1: { usage: N, type: ID 2/2, element: 355, name: unit }] }\n',
    'Composite unused is declared, but no element uses it.',
  ],
  [
    'a composite that is not declared',
    '- HI01: { usage: R, use: diagnosis',
    '- »HI01: { usage: R, use: diagnose',
    'HI01 uses composite diagnose, which is not declared under `composites`.',
  ],
  ['a loop id that stands twice among siblings', '- loop: 2000C', '- »loop: 2000B', 'Loop 2000B stands twice among its siblings, first in line 36.'],
  [
    'a loop that does not begin with a segment',
    "          - loop: '2300'\n            name: claim\n            usage: S\n            max: 100\n            children:\n",
    "          - loop: '2300'\n            name: claim\n            usage: S\n            max: 100\n            children:\n              - »loop: '2310'\n                name: a\n                usage: S\n                children: [ABC: { name: a, usage: R, elements: [ABC01: { usage: R, type: AN 1/2, element: 1, name: a }] }]\n",
    'Loop 2300 must begin with the segment that opens it, not with loop 2310.',
  ],
  ['a path that leads to no loop', 'use: 2000A/2000B/2300', 'use: »2000B/2300', `Loop 2300 uses 2000B/2300, ${LOOP_RULE}`],
  ['a loop that shares itself', 'use: 2000A/2000B/2300', 'use: »2000A', 'Loop 2300 uses 2000A, which leads back to itself.'],
  [
    'a condition on an element that the segment does not have',
    PATIENT_LEVEL,
    "when: { 1: ['23'], »2: ['23'] }",
    '`when` of segment HL names 2, which is no simple element or component of HL.',
  ],
  [
    'a condition on a component of a simple element',
    PATIENT_LEVEL,
    "when: { 1: ['23'], »1-1: ['23'] }",
    '`when` of segment HL names 1-1, which is no simple element or component of HL.',
  ],
  [
    'codes that stand both at the element and in the condition',
    'element: 128, name: qualifier }',
    'element: 128, name: qualifier, codes: »[G1] }',
    'REF01 has `codes`, but `when` of segment REF already gives them; remove one.',
  ],
  ['further codes for an element without condition', 'also: { 1: [ZZ] }', 'also: { »2: [ZZ] }', '`also` of segment REF names 2, which `when` does not.'],
  ['further codes that the condition has too', 'also: { 1: [ZZ] }', 'also: { »1: [EA] }', '`also` of segment REF repeats code EA of `when`.'],
  [
    'a relational note on an element that the segment does not have',
    'syntax: [R0102]',
    'syntax: [»R0103]',
    'R0103 of segment REF names element 3, but REF has 2.',
  ],
  [
    'siblings that can never be told apart',
    '- REF:\n                  name: other_identification\n                  usage: S\n                  max: 5\n                  when: { 1: [EA, F8] }\n                  also: { 1: [ZZ] }\n',
    '- »REF:\n                  name: other_identification\n                  usage: S\n                  max: 5\n                  when: { 1: [G1] }\n',
    'REF (other_identification) can never be distinguished from REF (prior_authorization) (line 59); give both a `when` with different codes.',
  ],
  [
    'a sibling whose code another one has under also',
    '              - HI:\n',
    '              - »REF: { name: late, usage: S, when: { 1: [ZZ] }, elements: [REF01: { usage: R, type: ID 2/3, element: 128, name: a }] }\n              - HI:\n',
    'REF (late) can never be distinguished from REF (other_identification) (line 67); give both a `when` with different codes.',
  ],
  [
    'a child loop that hides the next repeat of its parent',
    "- HL:\n              name: subscriber_level\n              usage: R\n              when: { 1: ['22'] }",
    "- »HL:\n              name: subscriber_level\n              usage: R\n              when: { 1: ['20', '22'] }",
    'HL of loop 2000B can never be distinguished from HL (billing_hierarchy) (line 28); give both a `when` with different codes.',
  ],
];

describe('guide lint', () => {
  it('accepts a guide without mistakes', () => {
    expect(problemsOf(SMALL_GUIDE)).toEqual([]);
  });

  describe.each([
    ['keys', KEYS],
    ['values', VALUES],
    ['shapes', SHAPES],
    ['relations', RELATIONS],
  ])('of %s', (_, cases) => {
    it.each(cases)('reports %s', (_title, from, to, sentence) => {
      const marked = changed(from, to);
      expect(problemsOf(marked.replace('»', ''))).toEqual([`small.yaml:${placeOfMark(marked)}: ${sentence}`]);
    });
  });
});

function placeOfMark(text: string): string {
  const before = text.slice(0, text.indexOf('»')).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
