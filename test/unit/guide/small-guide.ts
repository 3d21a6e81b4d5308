import { EdiError } from '../../../src/common/edi-error';
import { readGuide } from '../../../src/guide/guide-loader';
import type { Guide, LoopDef, SegmentDef } from '../../../src/guide/guide.types';

/** A guide that has one of everything: qualifiers, a component qualifier, shared loop and composite, a nested HL. */
export const SMALL_GUIDE = `id: small
transactionSet: '999'
name: Small guide
functionalIds: [FA]
versions: [005010X999A1, 005010X999]
source: invented for tests

composites:
  diagnosis:
    composite: C022
    name: health_care_code_information
    components:
      - C022-1: { usage: R, type: ID 1/3, element: 1270, name: code_list_qualifier_code }
      - C022-2: { usage: R, type: AN 1/30, element: 1271, name: industry_code, codeSetBy: 1 }

children:
  - ST:
      name: transaction_set_header
      usage: R
      elements:
        - ST01: { usage: R, type: ID 3/3, element: 143, name: transaction_set_identifier_code, codes: ['999'] }

  - loop: 2000A
    name: billing_level
    usage: R
    max: unbounded
    children:
      - HL:
          name: billing_hierarchy
          tree: billing_level
          usage: R
          when: { 1: ['20'] }
          elements:
            - HL01: { usage: R, type: ID 1/2, element: 735, name: level_code }

      - loop: 2000B
        name: subscriber_level
        usage: S
        max: unbounded
        children:
          - HL:
              name: subscriber_level
              usage: R
              when: { 1: ['22'] }
              elements:
                - HL01: { usage: R, type: ID 1/2, element: 735, name: level_code }

          - loop: '2300'
            name: claim
            usage: S
            max: 100
            children:
              - CLM:
                  name: claim
                  usage: R
                  elements:
                    - CLM01: { usage: R, type: AN 1/38, element: 1028, name: patient_control_number }
                    - CLM02: { usage: N, composite: C023, name: location }
              - REF:
                  name: prior_authorization
                  usage: S
                  when: { 1: [G1] }
                  syntax: [R0102]
                  elements:
                    - REF01: { usage: R, type: ID 2/3, element: 128, name: qualifier }
                    - REF02: { usage: S, type: AN 9/9, element: 127, name: number, pattern: '[0-9]{9}' }
              - REF:
                  name: other_identification
                  usage: S
                  max: 5
                  when: { 1: [EA, F8] }
                  also: { 1: [ZZ] }
                  elements:
                    - REF01: { usage: R, type: ID 2/3, element: 128, name: qualifier, repeat: unbounded }
              - HI:
                  name: diagnosis
                  usage: S
                  when: { 1-1: [ABK, BK] }
                  elements:
                    - HI01: { usage: R, use: diagnosis }
                    - HI02: { usage: S, use: diagnosis, tree: health_care_code_information_2 }

      - loop: 2000C
        name: patient_level
        usage: S
        children:
          - HL:
              name: patient_level
              usage: R
              when: { 1: ['23'] }
              elements:
                - HL01: { usage: R, type: ID 1/2, element: 735, name: level_code }
          - loop: '2300'
            name: patient_claim
            usage: R
            max: 7
            use: 2000A/2000B/2300

  - SE:
      name: transaction_set_trailer
      usage: R
      elements:
        - SE01: { usage: R, type: N0 1/10, element: 96, name: segment_count }
`;

/** The small guide with one text replaced, which must be there. */
export function changed(from: string, to: string): string {
  if (!SMALL_GUIDE.includes(from)) throw new Error(`The small guide does not have: ${from}`);
  return SMALL_GUIDE.replace(from, () => to);
}

/** The lines of the EDI_GUIDE_INVALID that a guide text gives; none when it is valid. */
export function problemsOf(text: string, file = 'small.yaml'): string[] {
  try {
    readGuide(text, file);
    return [];
  } catch (error) {
    if (error instanceof EdiError && error.code === 'EDI_GUIDE_INVALID') return error.message.split('\n');
    throw error;
  }
}

/** The loop at a path of ids from the root, such as 2000A/2300. */
export function loopOf(guide: Guide, path: string): LoopDef {
  return path.split('/').reduce<LoopDef>((parent, id) => {
    const loop = parent.children.find((child) => child.kind === 'loop' && child.id === id);
    if (loop?.kind !== 'loop') throw new Error(`No loop ${id} of ${path}`);
    return loop;
  }, guide.root);
}

/** The segment with this name in the loop. */
export function segmentOf(loop: LoopDef, name: string): SegmentDef {
  const segment = loop.children.find((child) => child.kind === 'segment' && child.name === name);
  if (segment?.kind !== 'segment') throw new Error(`No segment ${name} in loop ${loop.id}`);
  return segment;
}
